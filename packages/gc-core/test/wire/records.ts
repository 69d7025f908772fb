import type { NodeRecord } from '../../src/wire/node-record.ts';

/** The record of Pod `ns/<uid>`, or what differs from it. */
export function record(uid: string, more: Partial<NodeRecord> = {}): NodeRecord {
  return {
    uid,
    apiVersion: 'v1',
    kind: 'Pod',
    namespace: 'ns',
    name: uid,
    owners: [],
    finalizers: [],
    virtual: false,
    beingDeleted: false,
    deletingDependents: false,
    ...more,
  };
}
