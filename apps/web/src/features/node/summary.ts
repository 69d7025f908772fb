import { formatAge, ITEM_WORDS, joined, type Millis } from '@gcscope/gc-core/wire';
import type { NodeView, RunView } from '../../worker/node-messages.ts';
import { formatMoment } from './describe-decision.ts';

/** `2 containers and 1 sandbox`; empty for nothing. */
export function formatCounts(keys: readonly string[]): string {
  const counts = Object.entries(ITEM_WORDS).flatMap(([type, [one, several]]) => {
    const count = keys.filter((key) => key.startsWith(`${type} `)).length;
    return count === 0 ? [] : [`${count} ${count === 1 ? one : several}`];
  });
  return joined(counts);
}

/** A span in words; a whole day is `a day`. */
export function formatDays(span: Millis): string {
  return span === 86_400_000 ? 'a day' : formatAge(span);
}

/** The first run after the moment that removes anything. */
export function nextRun({ runs }: NodeView, moment: Millis | undefined): RunView | undefined {
  return laterRuns(runs, moment)[0];
}

/** Runs after the moment, or all without one, that remove anything. */
function laterRuns(runs: readonly RunView[], moment: Millis | undefined): readonly RunView[] {
  return runs.filter(
    ({ at, removed }) => (moment === undefined || at > moment) && removed.length > 0,
  );
}

/** Items that are gone at the moment and items that go later, in a sentence or two. */
export function summaryOf({ runs, horizon }: NodeView, moment: Millis | undefined): string {
  const isPast = ({ at }: { readonly at: Millis }): boolean => moment !== undefined && at <= moment;
  const gone = runs.filter(isPast).flatMap(({ removed }) => removed);
  const later = laterRuns(runs, moment);
  const goes = later.flatMap(({ removed }) => removed);
  const day = formatDays(horizon);
  const isFirst = gone.length === 0;
  const removes = `The kubelet ${isFirst ? '' : 'then '}removes ${formatCounts(goes)}`;
  const time = formatMoment(later[0]?.at ?? 0);
  const next =
    goes.length === 0
      ? `The kubelet removes nothing ${isFirst ? '' : 'more '}within ${day}.`
      : goes.length === 1
        ? `${removes} ${time}, and nothing else within ${day}.`
        : `${removes} within ${day}, the first ${time}.`;
  if (moment === undefined) return next;
  const past = moment === 0 ? 'After the first runs' : `In ${formatDays(moment)}`;
  const went = `${formatCounts(gone)} ${gone.length === 1 ? 'is' : 'are'}`;
  return `${past}: ${gone.length === 0 ? 'nothing is' : went} gone. ${next}`;
}
