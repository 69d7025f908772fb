import { type ApiResource, groupResource } from '../meta/api-resource.ts';
import type { ApiStatus } from '../meta/api-status-error.ts';
import type { ApiObject } from '../meta/object-meta.ts';
import type { DeleteOptions } from '../meta/propagation-policy.ts';
import type { ReleaseProfile } from '../meta/releases.ts';
import type { Requester, RequestTarget } from './api-request.ts';
import { type ApiResult, refused, removedStatus, succeeded } from './api-result.ts';
import type { ApiServerOptions } from './api-server-options.ts';
import { type DeletionPlan, planDeletion } from './delete-object.ts';
import { deletionStrategyFor, deletionWarnings } from './deletion-strategies.ts';
import {
  planNamespaceDeletion,
  refuseProtectedNamespace,
  refuseRepeatedDeletion,
} from './namespace-deletion.ts';
import { NAMESPACES } from './namespaces.ts';
import { inVersion, type ObjectRegistry } from './object-registry.ts';
import { conflict } from './status-errors.ts';
import { isNoOp } from './update-object.ts';
import { acceptDeleteOptions, checkPreconditions } from './validate-delete-options.ts';
import { isDryRun } from './validate-request.ts';

/** DELETE of one object by somebody who may send it (API-30..47). */
export function deleteRequest(
  registry: ObjectRegistry,
  server: ApiServerOptions,
  target: RequestTarget,
  given: DeleteOptions,
  by: Requester,
): ApiResult {
  const { release, now } = server;
  const { resource } = target;
  const accepted = acceptDeleteOptions(given, release);
  if (!accepted.ok) return refused(accepted.status);
  const { options } = accepted;
  const isNamespace = groupResource(resource) === NAMESPACES;
  const strategy = deletionStrategyFor(resource, release);
  const warnings = deletionWarnings(strategy, options);
  const found = registry.find(target);
  if (!found.ok) return refused(found.status, warnings);
  const stored = found.object;
  const status =
    checkPreconditions(stored, resource, options.preconditions) ??
    refuseProtectedNamespace(resource, stored.metadata.name) ??
    server.admit?.({ operation: 'DELETE', target, oldObject: stored, user: by.user }) ??
    refuseRepeatedDeletion(stored, resource, release);
  if (status) return refused(status, warnings);
  const plan =
    (isNamespace ? planNamespaceDeletion(stored, options, release, now()) : undefined) ??
    planDeletion(stored, options, strategy, now(), release);
  const isStored = !isDryRun(options);
  const marked = storeMark(registry, resource, stored, plan, isStored);
  const isRemoval = plan.type === 'remove';
  const code = !isRemoval && options.orphanDependents === false ? 202 : 200;
  if (plan.type === 'keep') return succeeded(inVersion(marked, resource), code, warnings);
  const overtaken = isRemoval
    ? refuseRemoval(stored, marked, resource, options, release)
    : undefined;
  if (overtaken) return refused(overtaken, warnings);
  const left = isRemoval && isStored ? registry.delete(resource, marked) : marked;
  const answer = strategy.returnsDeletedObject
    ? inVersion(left, resource)
    : removedStatus(resource, stored);
  return succeeded(answer, code, warnings);
}

/** The object as the plan marks it, stored if that changes it (API-39); without a mark as it was. */
function storeMark(
  registry: ObjectRegistry,
  resource: ApiResource,
  stored: ApiObject,
  plan: DeletionPlan,
  isStored: boolean,
): ApiObject {
  if (plan.type === 'pending') return stored;
  const marked = plan.type === 'keep' ? plan.object : (plan.marked ?? stored);
  if (!isStored) return marked;
  return isNoOp(stored, marked) ? stored : registry.write(resource, marked);
}

/**
 * The 409 of a removal whose precondition is not met any more, or `undefined`: it does not follow the mark that was stored
 * just now (API-06), or follows an update that was left out where the DELETE took the last finalizers (API-68).
 */
function refuseRemoval(
  stored: ApiObject,
  marked: ApiObject,
  resource: ApiResource,
  { preconditions }: DeleteOptions,
  { preconditionFollowsOwnUpdate }: ReleaseProfile,
): ApiStatus | undefined {
  if (!preconditionFollowsOwnUpdate) return checkPreconditions(marked, resource, preconditions);
  const { name, finalizers = [] } = stored.metadata;
  const isHeld = marked === stored && finalizers.length > 0;
  if (!isHeld || preconditions?.resourceVersion === undefined) return undefined;
  const reason =
    'this DELETE removes the last finalizers, which breaks its own precondition on the resourceVersion';
  return conflict(resource, resource.resource, name, reason);
}
