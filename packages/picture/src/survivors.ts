import type { Draft } from './draft.ts';
import type { Layout } from './positions.ts';
import { rowsByUid } from './rows.ts';

/** The new slots seen from the old layout. */
export interface Survivors {
  readonly previous: Layout;
  /** Slot in `previous`, or -1 for a newcomer; index = new slot. */
  readonly before: Int32Array;
}

/** The objects of the draft that were in the previous layout, in the same namespace. */
export function findSurvivors({ forest }: Draft, previous: Layout): Survivors {
  const { uids, namespaces, namespace } = forest.rows;
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
