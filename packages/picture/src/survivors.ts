import type { Forest } from './forest.ts';
import type { Size } from './geometry.ts';
import type { Layout, Slot } from './positions.ts';
import { rowsByUid } from './rows.ts';

/** The new slots seen from the old layout. */
export interface Survivors {
  readonly previous: Layout;
  /** Slot in `previous`, or -1 for a newcomer; index = new slot. */
  readonly before: Int32Array;
}

/** The objects of the forest that were in the previous layout, in the same namespace. */
export function findSurvivors({ rows }: Forest, previous: Layout): Survivors {
  const { uids, namespaces, namespace } = rows;
  const former = rowsByUid(previous.uids);
  const before = new Int32Array(uids.length).fill(-1);
  uids.forEach((uid, slot) => {
    const old = former.get(uid);
    if (old === undefined) return;
    const frame = previous.namespaces[previous.frames[old] ?? -1];
    // A virtual owner's namespace is a guess: the real object may turn up in another one.
    if (frame?.namespace === namespaces[namespace[slot] as number]) before[slot] = old;
  });
  return { previous, before };
}

/** A tree that fills less of its room than this gives it back. */
const LEAST_FILL = 1 / 4;

/**
 * The room of the tree below a root, which now needs this size: it keeps what it had at its largest, because it will need that again, at
 * the next rollout or run. `undefined` for a new tree, and for one that needs much less than it has.
 */
export function formerRoom(
  { previous, before }: Survivors,
  root: number,
  { width, height }: Size,
): Slot | undefined {
  const old = before[root] ?? -1;
  if (old < 0 || previous.parents[old] !== -1) return undefined;
  const room = previous.reserved[previous.trees[old] ?? -1];
  if (room?.columns !== 0) return undefined;
  return width * height < room.width * room.height * LEAST_FILL ? undefined : room;
}
