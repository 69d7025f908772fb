import type { Millis } from '@gcscope/gc-core/wire';
import type { Decided, Item, NodeView, RunRef, RunStep } from '../../worker/node-messages.ts';

/** How an item stands at the moment that is looked at. */
export interface ItemPlan {
  /** `open`: the run that is stepped through has not come to it, or never does. */
  readonly state: 'stays' | 'goes' | 'gone' | 'open';
  /** What says so; absent when no run looks at it. */
  readonly decided?: Decided;
  /** What keeps it until it goes. */
  readonly kept?: Decided;
  /** It is what the current step is about. */
  readonly isCurrent?: boolean;
}

/** How each item stands. */
export type PlanOf = (item: Item) => ItemPlan;

/** At a moment of the forecast: after all runs until then, or, without one, before the first. */
export function planAt(moment: Millis | undefined): PlanOf {
  return ({ decided }) => {
    const removal = decided.find(({ action }) => action === 'remove');
    if (removal && moment !== undefined && removal.at <= moment) {
      return { state: 'gone', decided: removal };
    }
    const keeps = decided.filter(({ action }) => action === 'keep');
    const kept = keeps.findLast(({ at }) => moment !== undefined && at <= moment) ?? keeps[0];
    if (removal) return { state: 'goes', decided: removal, ...(kept && { kept }) };
    return { state: 'stays', ...(kept && { decided: kept }) };
  };
}

/** After so many steps of a run. */
export function planInRun(
  view: NodeView,
  run: RunRef,
  steps: readonly RunStep[],
  cursor: number,
): PlanOf {
  const places = new Map(steps.map(({ key }, index) => [key, index]));
  const before = goneBefore(view, run);
  return ({ key }) => {
    if (before.has(key)) return { state: 'gone' };
    const place = places.get(key);
    const step = place === undefined || place >= cursor ? undefined : steps[place];
    if (!step) return { state: 'open' };
    const state = step.action === 'remove' ? 'gone' : 'stays';
    return { state, decided: step, isCurrent: place === cursor - 1 };
  };
}

/** Keys of what earlier runs removed. */
function goneBefore({ runs }: NodeView, { collect, at }: RunRef): ReadonlySet<string> {
  if (collect === 'pressure' || collect === 'step') return new Set();
  const index = runs.findIndex((run) => run.collect === collect && run.at === at);
  return new Set(runs.slice(0, Math.max(0, index)).flatMap(({ removed }) => removed));
}
