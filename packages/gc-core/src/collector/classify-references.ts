import type { ApiResource } from '../meta/api-resource.ts';
import { FOREGROUND_FINALIZER } from '../meta/finalizers.ts';
import type { ObjectMeta } from '../meta/object-meta.ts';
import type { ObjectReference, OwnerReference } from '../meta/object-reference.ts';
import { DEFAULT_RELEASE, RELEASES, type ReleaseProfile } from '../meta/releases.ts';
import type { RestMapper } from './object-client.ts';

/** What a reference is worth: its owner lives, waits for its dependents in a foreground deletion, or does not exist. */
export type ReferenceClass = 'solid' | 'waiting' | 'dangling';

/** Where an owner is to be looked up, or why it cannot be. */
export type OwnerLookup =
  | { readonly type: 'ask'; readonly resource: ApiResource; readonly namespace: string }
  | { readonly type: 'unmapped'; readonly rule: 'CL-03' }
  | { readonly type: 'cluster-child'; readonly rule: 'CL-04'; readonly resource: ApiResource };

/** A reference names no namespace: a namespaced owner is looked for in the dependent's (CL-03..05, CL-12, CL-13). */
export function lookupOwner(
  reference: OwnerReference,
  dependent: ObjectReference,
  mapper: RestMapper,
  release: ReleaseProfile = RELEASES[DEFAULT_RELEASE],
): OwnerLookup {
  const resource = mapper.forKind(reference.apiVersion, reference.kind);
  if (!resource) return { type: 'unmapped', rule: 'CL-03' };
  if (!resource.namespaced) return { type: 'ask', resource, namespace: '' };
  if (dependent.namespace === '' && release.leavesNamespacedOwnersOfClusterScopedAlone) {
    return { type: 'cluster-child', rule: 'CL-04', resource };
  }
  return { type: 'ask', resource, namespace: dependent.namespace };
}

/** Class of a reference given what lives under the owner's name, or nothing (CL-05, CL-07..09). */
export function classifyOwner(
  reference: OwnerReference,
  owner: ObjectMeta | undefined,
): { readonly class: ReferenceClass; readonly rule: 'CL-05' | 'CL-07' | 'CL-08' | 'CL-09' } {
  if (!owner) return { class: 'dangling', rule: 'CL-05' };
  if (owner.uid !== reference.uid) return { class: 'dangling', rule: 'CL-07' };
  if (isWaiting(owner)) return { class: 'waiting', rule: 'CL-08' };
  return { class: 'solid', rule: 'CL-09' };
}

/** Whether the object is a waiting owner: being deleted in the foreground. */
function isWaiting(owner: ObjectMeta): boolean {
  return (
    owner.deletionTimestamp !== undefined &&
    (owner.finalizers?.includes(FOREGROUND_FINALIZER) ?? false)
  );
}
