import type { NodeRecord, OwnerReference, Uid } from '@gcscope/gc-core/wire';

/** A record with everything left out that a test does not speak of. */
export function record(fields: Partial<NodeRecord> & { readonly uid: Uid }): NodeRecord {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
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

/** A reference to the record, as its controller unless said otherwise. */
export function ownedBy(owner: NodeRecord, fields: Partial<OwnerReference> = {}): OwnerReference {
  const { apiVersion, kind, name, uid } = owner;
  return { apiVersion, kind, name, uid, controller: true, blockOwnerDeletion: true, ...fields };
}
