import { type ApiResource, groupResource } from '../meta/api-resource.ts';
import type { ApiStatus } from '../meta/api-status-error.ts';
import { ORPHAN_FINALIZER } from '../meta/finalizers.ts';
import { type ApiObject, formatTimestamp, type Millis } from '../meta/object-meta.ts';
import type { DeleteOptions } from '../meta/propagation-policy.ts';
import type { ReleaseProfile } from '../meta/releases.ts';
import type { DeletionPlan } from './delete-object.ts';
import { deletionFinalizersForGarbageCollection } from './deletion-finalizers.ts';
import { mapOf } from './json-value.ts';
import { isFinalized, NAMESPACES } from './namespaces.ts';
import { conflict, forbidden } from './status-errors.ts';

/** The namespaces a cluster cannot do without. */
const PROTECTED: ReadonlySet<string> = new Set(['default', 'kube-system', 'kube-public']);

/**
 * Returns the effect on a Namespace of its first DELETE, or of one while it has `spec.finalizers` (NS-02, NS-17); `undefined`:
 * deleted as any object.
 */
export function planNamespaceDeletion(
  stored: ApiObject,
  options: DeleteOptions,
  release: ReleaseProfile,
  now: Millis,
): DeletionPlan | undefined {
  const { finalizers: before = [], ...meta } = stored.metadata;
  if (meta.deletionTimestamp !== undefined) {
    return isFinalized(stored) ? undefined : { type: 'keep', object: stored };
  }
  const finalizers = finalizersAfter(before, options, release);
  const metadata = {
    ...meta,
    deletionTimestamp: formatTimestamp(now),
    ...(finalizers.length > 0 ? { finalizers } : {}),
  };
  const status = { ...mapOf(stored.status), phase: 'Terminating' };
  return { type: 'keep', object: { ...stored, metadata, status } };
}

/** NS-17. The real server puts them into any order when they change; here the new one comes last, as on other objects. */
function finalizersAfter(
  before: readonly string[],
  options: DeleteOptions,
  { namespaceObeysPolicy }: ReleaseProfile,
): readonly string[] {
  const { orphanDependents } = options;
  if (!namespaceObeysPolicy) {
    return orphanDependents === false ? before.filter((each) => each !== ORPHAN_FINALIZER) : before;
  }
  const meant: DeleteOptions =
    orphanDependents === false ? { propagationPolicy: 'Foreground' } : options;
  const after = deletionFinalizersForGarbageCollection(before, meant, 'delete-dependents');
  // A list that changes is a set then.
  return after === before ? before : [...new Set(after)];
}

/** Whether the API server refuses to delete the namespace of the name (NS-03). */
export function isProtectedNamespace(name: string): boolean {
  return PROTECTED.has(name);
}

/** The 403 of deleting a namespace that may not be deleted, or `undefined` (NS-03). */
export function refuseProtectedNamespace(
  resource: ApiResource,
  name: string,
): ApiStatus | undefined {
  if (groupResource(resource) !== NAMESPACES || !isProtectedNamespace(name)) return undefined;
  return forbidden(resource, name, 'this namespace may not be deleted');
}

/** The 409 of a second DELETE while the Namespace is being emptied, where the release refuses it (NS-02). */
export function refuseRepeatedDeletion(
  stored: ApiObject,
  resource: ApiResource,
  { repeatsNamespaceDeletion }: ReleaseProfile,
): ApiStatus | undefined {
  const { name, deletionTimestamp } = stored.metadata;
  if (repeatsNamespaceDeletion || groupResource(resource) !== NAMESPACES) return undefined;
  if (deletionTimestamp === undefined || isFinalized(stored)) return undefined;
  const reason = 'this Namespace is already being deleted; it goes once its content is gone';
  return conflict(resource, resource.resource, name, reason);
}
