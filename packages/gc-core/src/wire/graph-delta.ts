import type { Uid } from '../meta/object-reference.ts';
import type { NodeRecord } from './node-record.ts';

/** A change of the graph as plain data: last state of what changed, uids of what is gone. A uid is never in both. */
export interface GraphDelta {
  readonly upserts: readonly NodeRecord[];
  readonly removes: readonly Uid[];
}

/** Applies the delta to `records` in place and returns the delta that undoes it exactly. */
export function applyDelta(records: Map<Uid, NodeRecord>, delta: GraphDelta): GraphDelta {
  const upserts: NodeRecord[] = [];
  const removes: Uid[] = [];
  const remember = (uid: Uid): void => {
    const before = records.get(uid);
    if (before) upserts.push(before);
    else removes.push(uid);
  };
  for (const uid of delta.removes) {
    if (!records.has(uid)) continue;
    remember(uid);
    records.delete(uid);
  }
  for (const record of delta.upserts) {
    remember(record.uid);
    records.set(record.uid, record);
  }
  return { upserts, removes };
}
