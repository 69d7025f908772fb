import type { NodeRecord, OwnerReference } from '@gcscope/gc-core/wire';
import fc from 'fast-check';

/** A record with everything a test does not care about filled in. */
export function record(fields: Partial<NodeRecord> & { readonly uid: string }): NodeRecord {
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    namespace: 'shop',
    name: fields.uid,
    owners: [],
    finalizers: [],
    virtual: false,
    beingDeleted: false,
    deletingDependents: false,
    ...fields,
  };
}

/** A reference to an owner by uid. */
export function reference(uid: string, fields: Partial<OwnerReference> = {}): OwnerReference {
  return { apiVersion: 'v1', kind: 'ConfigMap', name: uid, uid, ...fields };
}

/** Summary of an object that is blocked for good. */
export const BLOCKED = { verdict: 'waits', rule: 'API-35', blockedBy: 'x' } as const;

const UIDS = ['__proto__', 'constructor', 'toString', ...Array.from('abcdefghijklmnopqrstuvwxyz')];

const references: fc.Arbitrary<OwnerReference> = fc.record(
  {
    apiVersion: fc.constant('v1'),
    kind: fc.constant('ConfigMap'),
    name: fc.constant('owner'),
    uid: fc.constantFrom(...UIDS, 'never seen'),
    controller: fc.boolean(),
    blockOwnerDeletion: fc.boolean(),
  },
  { requiredKeys: ['apiVersion', 'kind', 'name', 'uid'] },
);

/** Clusters as ugly as they come: cycles, self-owners, duplicate references and uids, odd uids. */
export const uglyWorlds: fc.Arbitrary<NodeRecord[]> = fc.array(
  fc
    .record({
      uid: fc.oneof(fc.constantFrom(...UIDS), fc.nat(300).map(String)),
      kind: fc.constantFrom('Pod', 'ReplicaSet', '__proto__'),
      namespace: fc.constantFrom('', 'shop', '__proto__', 'cluster-scoped'),
      name: fc.constantFrom('web', '', 'x'.repeat(253)),
      owners: fc.array(references, { maxLength: 4 }),
    })
    .map(record),
  { maxLength: 120 },
);
