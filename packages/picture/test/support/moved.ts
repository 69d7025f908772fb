import { type Layout, slotOf } from '../../src/index.ts';

/** Uids in both layouts that stand elsewhere in the second. */
export function movedBetween(before: Layout, after: Layout): string[] {
  return before.uids.filter((uid) => {
    if (slotOf(after, uid) === undefined) return false;
    const [a, b] = [placeOf(before, uid), placeOf(after, uid)];
    return a.x !== b.x || a.y !== b.y;
  });
}

/** Place of a uid; not a number where it has none. */
export function placeOf(placed: Layout, uid: string): { x: number; y: number } {
  const slot = slotOf(placed, uid) ?? -1;
  return { x: placed.x[slot] ?? Number.NaN, y: placed.y[slot] ?? Number.NaN };
}
