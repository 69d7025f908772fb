import { counted, formatCount, type NodeRecord } from '@gcscope/gc-core/wire';
import type { GraphStore } from './graph-store.ts';

/** Number of objects among some records, and apart from them of owners known from references only. */
export interface Tally {
  readonly objects: number;
  readonly neverSeen: number;
}

/** The tally of these records. */
export function tallyOf(records: readonly NodeRecord[]): Tally {
  let neverSeen = 0;
  for (const record of records) if (record.virtual) neverSeen += 1;
  return { objects: records.length - neverSeen, neverSeen };
}

/** The tally of a whole graph, as its counts have it. */
export function tallyOfGraph({ counts }: GraphStore): Tally {
  return { objects: counts.objects, neverSeen: counts.states.get('virtual') ?? 0 };
}

/** Number of records that a tally stands for. */
export function tallied({ objects, neverSeen }: Tally): number {
  return objects + neverSeen;
}

/** `237 objects and 3 owners that were never seen`; without owners if there are none. */
export function formatTally({ objects, neverSeen }: Tally): string {
  const seen = counted(objects, 'object');
  return neverSeen === 0 ? seen : `${seen} and ${formatOwners(neverSeen)}`;
}

/** `1 of 237 objects`, and of the owners that were never seen only where some are among them. */
export function formatPart(part: Tally, whole: Tally): string {
  const seen = `${formatCount(part.objects)} of ${counted(whole.objects, 'object')}`;
  return part.neverSeen === 0
    ? seen
    : `${seen} and ${formatCount(part.neverSeen)} of ${formatOwners(whole.neverSeen)}`;
}

/** Says that no object passes the filters. */
export function formatNone({ objects }: Pick<Tally, 'objects'>): string {
  return objects === 1
    ? 'The only object does not match the filters.'
    : `None of the ${formatCount(objects)} objects matches the filters.`;
}

function formatOwners(count: number): string {
  return counted(count, 'owner that was never seen', 'owners that were never seen');
}
