import type { Millis } from '@gcscope/gc-core/wire';
import { formatCount } from './format-count.ts';
import type { PlannedItem } from './node-picture.ts';

/** Short enough for a card; codes that are none of a container or an image are not drawn. */
const REASONS: ReadonlyMap<string, string> = new Map([
  ['running', 'runs'],
  ['too-young', 'too young to go'],
  ['within-limits', 'within the limits'],
  ['sources-not-ready', 'sources are not ready'],
  ['image-in-use', 'in use'],
  ['pinned', 'pinned'],
  ['sandbox-image', 'image of the sandboxes'],
  ['image-too-young', 'too young to go'],
  ['used-recently', 'in use at the start'],
  ['below-threshold', 'below the threshold'],
  ['target-reached', 'others free enough first'],
  ['collection-off', 'collection is off'],
  ['run-ended', 'the run ends before'],
  ['removal-failed', 'could not be removed'],
  ['pod-gone', 'its pod is gone'],
  ['pod-terminated-under-pressure', 'pod finished, disk pressure'],
  ['over-unit-limit', 'over the limit per name'],
  ['over-fair-share', 'over its equal share'],
  ['over-node-limit', 'over the node limit'],
  ['superseded-container', 'a newer one is dead'],
  ['unused-too-long', 'unused for too long'],
  ['space', 'frees space'],
  ['pressure-reclaim', 'disk pressure'],
]);

const NOTES: ReadonlyMap<string, string> = new Map([
  ['stop-first', 'stopped first'],
  ['tie', 'or another of the same age'],
  ['order-unknown', 'in any order'],
  ['empty-log-path', "removal deletes files of the kubelet's working directory"],
]);

/** Why an item goes or stays, in a few words; an unknown code is shown as it is. */
export function describeReason({ reason }: PlannedItem): string {
  return REASONS.get(reason) ?? reason;
}

/** The plan for an item and its notes, in one sentence without a full stop. */
export function describePlan(item: PlannedItem): string {
  const { goes, reason, notes, goesIn } = item;
  if (reason === '') return 'nothing decided';
  const when = goesIn === undefined ? '' : ` in ${formatSpan(goesIn)}`;
  const more = notes.map((note) => NOTES.get(note) ?? note);
  return [`${goes ? `goes next${when}` : 'stays'}: ${describeReason(item)}`, ...more].join('; ');
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A span in one unit, as the AGE column of kubectl: `42s`, `5m`, `3h`, `2d`. */
export function formatSpan(span: Millis): string {
  const whole = Math.abs(span);
  const units = [
    [DAY, 'd'],
    [HOUR, 'h'],
    [MINUTE, 'm'],
  ] as const;
  const [unit, letter] = units.find(([size]) => whole >= 2 * size) ?? [SECOND, 's'];
  return `${Math.floor(whole / unit)}${letter}`;
}

const BINARY_UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB'] as const;

/** A size in binary units with one decimal; what is no size is 0. */
export function formatBytes(bytes: number): string {
  let size = sizeOf(bytes);
  let unit = 0;
  while (size >= 1024 && unit < BINARY_UNITS.length - 1) {
    size /= 1024;
    unit++;
  }
  return `${unit === 0 ? Math.round(size) : size.toFixed(1)} ${BINARY_UNITS[unit]}`;
}

/** A runtime may report any number; what is no size counts as 0. */
export function sizeOf(bytes: number): number {
  return Number.isFinite(bytes) && bytes > 0 ? bytes : 0;
}

/** `1 image`, `2,345 images`. */
export function countOf(count: number, one: string, several: string): string {
  return `${formatCount(count)} ${count === 1 ? one : several}`;
}

/** How many of the rest of a list go: `, 3 of them go`; nothing when none does. */
export function describeGoing(items: readonly PlannedItem[]): string {
  const going = items.filter(({ goes }) => goes).length;
  if (going === 0) return '';
  return `, ${formatCount(going)} of them ${going === 1 ? 'goes' : 'go'}`;
}
