import { decisiveKeep, type Millis } from '@gcscope/gc-core/wire';
import type { Decided, Item, NodeView, RunRef, RunStep } from '../../worker/node-messages.ts';

/** State of an item at the chosen time. */
export interface ItemPlan {
  /** `open`: the run has not reached it yet, or never does. */
  readonly state: 'stays' | 'goes' | 'gone' | 'open';
  /** The decision behind it; absent when no run considers it. */
  readonly decided?: Decided;
  /** The decision that keeps it until then. */
  readonly kept?: Decided;
  /** Whether the current step is about the item. */
  readonly isCurrent?: boolean;
}

/** State of each item. */
export type PlanOf = (item: Item) => ItemPlan;

/** All items on the node. */
export function itemsOn({ containers, sandboxes, images, logs }: NodeView): Item[] {
  return [...containers, ...sandboxes, ...images, ...logs];
}

/** The items that are not removed yet. */
export function leftOf<T extends Item>(items: readonly T[], planOf: PlanOf): T[] {
  return items.filter((item) => planOf(item).state !== 'gone');
}

/** The plan after all runs until the moment; without a moment, before the first run. */
export function planAt(moment: Millis | undefined): PlanOf {
  return ({ decided }) => {
    const removal = decided.find(({ action }) => action === 'remove');
    if (removal && moment !== undefined && removal.at <= moment) {
      return { state: 'gone', decided: removal };
    }
    const keeps = decided.filter(({ action }) => action === 'keep');
    const kept = keeps.findLast(({ at }) => moment !== undefined && at <= moment) ?? keeps[0];
    if (removal) return { state: 'goes', decided: removal, ...(kept && { kept }) };
    const decisive = decisiveKeep(keeps);
    if (kept && decisive && decisive.at > Math.max(kept.at, moment ?? 0)) {
      return { state: 'stays', decided: decisive, kept };
    }
    return { state: 'stays', ...(kept && { decided: kept }) };
  };
}

/** Bytes that the runs until the moment free; without a moment, before the first run. */
export function freedAt({ runs }: NodeView, moment: Millis | undefined): number {
  const done = runs.filter(({ at }) => moment !== undefined && at <= moment);
  return done.reduce((sum, { freedBytes }) => sum + freedBytes, 0);
}

/** The plan after `cursor` steps of a run. */
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

/** Keys of the items that earlier runs removed. */
function goneBefore({ runs }: NodeView, { collect, at }: RunRef): ReadonlySet<string> {
  if (collect === 'pressure' || collect === 'step') return new Set();
  const index = runs.findIndex((run) => run.collect === collect && run.at === at);
  return new Set(runs.slice(0, Math.max(0, index)).flatMap(({ removed }) => removed));
}
