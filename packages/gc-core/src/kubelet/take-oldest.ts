import type { DecisionNote } from './decision.ts';
import type { NanoTime } from './nano-time.ts';

/** What has an age. */
interface Aged {
  readonly id: string;
  readonly attempt: number;
  readonly createdAt: NanoTime;
}

/** One that goes: the lower the rank, the earlier; equal ranks in any order. */
export interface Taken<T> {
  readonly item: T;
  readonly rank: number;
  readonly notes: readonly DecisionNote[];
}

/** The newest first; of the same age the higher attempt, then the higher id, so that a plan is stable (C-11). */
export function newestFirst<T extends Aged>(items: readonly T[]): T[] {
  return items.toSorted((a, b) => {
    if (a.createdAt !== b.createdAt) return a.createdAt > b.createdAt ? -1 : 1;
    if (a.attempt !== b.attempt) return b.attempt - a.attempt;
    return a.id > b.id ? -1 : Number(a.id < b.id);
  });
}

/**
 * Splits off the oldest `surplus` of a list, the oldest first; `tied` are the kept that could as well have gone (C-11). If
 * nothing is kept, newer releases do not put the list in order: what goes first is then not determined.
 */
export function takeOldest<T extends Aged>(
  items: readonly T[],
  surplus: number,
  alwaysSorts: boolean,
): {
  readonly kept: readonly T[];
  readonly taken: readonly Taken<T>[];
  readonly tied: readonly T[];
} {
  if (surplus >= items.length && !alwaysSorts) {
    const notes: readonly DecisionNote[] = items.length > 1 ? ['order-unknown'] : [];
    return {
      kept: [],
      taken: items.toReversed().map((item) => ({ item, rank: 0, notes })),
      tied: [],
    };
  }
  const sorted = newestFirst(items);
  const kept = sorted.slice(0, Math.max(0, items.length - surplus));
  const leaving = sorted.slice(kept.length).toReversed();
  const border = kept.at(-1)?.createdAt;
  const isTie = border !== undefined && leaving.at(-1)?.createdAt === border;
  let rank = 0;
  const taken = leaving.map((item, index): Taken<T> => {
    if (index > 0 && leaving[index - 1]?.createdAt !== item.createdAt) rank = index;
    return { item, rank, notes: isTie && item.createdAt === border ? ['tie'] : [] };
  });
  return { kept, taken, tied: isTie ? kept.filter((item) => item.createdAt === border) : [] };
}
