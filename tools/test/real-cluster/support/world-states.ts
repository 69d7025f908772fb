import type { ObjectMeta, OwnerReference } from '@gcscope/gc-core';
import type {
  StoredObject,
  WorldState,
} from '../../../real-cluster/src/differential/world-state.ts';

/** ConfigMap `shop/<name>` with uid `<name>-uid`. */
export function stored(name: string, more: Partial<ObjectMeta> = {}): StoredObject {
  const named = { namespace: 'shop', name, uid: `${name}-uid` };
  return {
    identity: { apiVersion: 'v1', kind: 'ConfigMap', ...named },
    meta: { ...named, ...more },
    onNode: false,
  };
}

/** References to such ConfigMaps, for an object's metadata. */
export function ownedBy(...names: readonly string[]): Pick<ObjectMeta, 'ownerReferences'> {
  const ownerReferences = names.map((name): OwnerReference => {
    return { apiVersion: 'v1', kind: 'ConfigMap', name, uid: `${name}-uid` };
  });
  return { ownerReferences };
}

/** A world of these objects. */
export function stateOf(...objects: readonly StoredObject[]): WorldState {
  return new Map(objects.map((each) => [each.identity.uid, each]));
}

/** Deleted, and held by a finalizer. */
export const HELD: Partial<ObjectMeta> = {
  deletionTimestamp: '2026-01-01T00:00:00Z',
  finalizers: ['example.com/hold'],
};

/** Namespace `shop`, where all the others live. */
export function storedNamespace(more: Partial<ObjectMeta> = {}): StoredObject {
  const named = { name: 'shop', uid: 'shop-uid' };
  return {
    identity: { apiVersion: 'v1', kind: 'Namespace', namespace: '', ...named },
    meta: { ...named, ...more },
    onNode: false,
    status: { finalizers: ['kubernetes'], conditions: [] },
  };
}
