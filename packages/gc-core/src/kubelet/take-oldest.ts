import type { NanoTime } from './nano-time.ts';

/** An item with an age. */
interface Aged {
  readonly id: string;
  readonly attempt: number;
  readonly createdAt: NanoTime;
}

/** The items that a cut keeps, and those that it takes. */
export interface Cut<T> {
  readonly kept: readonly T[];
  /** The oldest first, unless their order is open. */
  readonly taken: readonly T[];
  readonly isOpen: boolean;
  /** The age at which one goes and another stays, if there is one. */
  readonly border?: NanoTime;
}

/** Up to this many are put in order one by one: a sort makes a kilobyte of notes for itself each time. */
const FEW = 16;

/** The newest first; of the same age the higher attempt, then the higher id, so that a plan is stable (C-11). */
export function newestFirst<T extends Aged>(items: readonly T[]): T[] {
  if (items.length > FEW) return items.toSorted(compare);
  const sorted: T[] = [];
  for (const item of items) {
    let at = sorted.length;
    for (let other = sorted[at - 1]; other && compare(other, item) > 0; other = sorted[at - 1]) {
      sorted[at--] = other;
    }
    sorted[at] = item;
  }
  return sorted;
}

function compare(a: Aged, b: Aged): number {
  if (a.createdAt !== b.createdAt) return a.createdAt > b.createdAt ? -1 : 1;
  if (a.attempt !== b.attempt) return b.attempt - a.attempt;
  return a.id > b.id ? -1 : Number(a.id < b.id);
}

/**
 * Splits off the oldest of a list beyond `limit` (C-11). If nothing is kept, newer releases do not put the list in order: what
 * goes first is then open.
 */
export function takeOldest<T extends Aged>(
  items: readonly T[],
  limit: number,
  alwaysSorts: boolean,
): Cut<T> {
  if (limit <= 0 && !alwaysSorts) {
    return { kept: [], taken: items.toReversed(), isOpen: items.length > 1 };
  }
  const sorted = newestFirst(items);
  const kept = sorted.slice(0, Math.max(0, limit));
  const taken = sorted.slice(kept.length).reverse();
  const border = kept.at(-1)?.createdAt;
  const isTie = border !== undefined && taken.at(-1)?.createdAt === border;
  return { kept, taken, isOpen: false, ...(isTie ? { border } : {}) };
}

/** Ranks of what is taken: of the same age the same, and all the same where the order is open. */
export function ranksOf<T extends Aged>({ taken, isOpen }: Cut<T>, from: number): number[] {
  let rank = from;
  return taken.map((item, index) => {
    if (!isOpen && taken[index - 1]?.createdAt !== item.createdAt) rank = from + index;
    return rank;
  });
}
