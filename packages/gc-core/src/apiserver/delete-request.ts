import { type ApiResource, groupResource } from '../meta/api-resource.ts';
import type { ApiStatus } from '../meta/api-status-error.ts';
import type { ApiObject } from '../meta/object-meta.ts';
import type { DeleteOptions } from '../meta/propagation-policy.ts';
import type { ReleaseProfile } from '../meta/releases.ts';
import type { Requester, RequestTarget } from './api-request.ts';
import { type ApiResult, refused, removedStatus, succeeded } from './api-result.ts';
import type { ApiServerOptions } from './api-server-options.ts';
import { decodeDeleteOptions } from './decode-delete-options.ts';
import { type DeletionPlan, planDeletion } from './delete-object.ts';
import { deletionStrategyFor, deletionWarnings } from './deletion-strategies.ts';
import { NAMESPACES, planNamespaceDeletion, refuseProtectedNamespace } from './namespaces.ts';
import { inVersion, type ObjectRegistry } from './object-registry.ts';
import { badRequest } from './status-errors.ts';
import { isNoOp } from './update-object.ts';
import { checkPreconditions, validateDeleteOptions } from './validate-delete-options.ts';
import { isDryRun } from './validate-request.ts';

/** DELETE of one object by somebody who may send it (API-30..47). */
export function deleteRequest(
  registry: ObjectRegistry,
  { release, admit, now }: ApiServerOptions,
  target: RequestTarget,
  given: DeleteOptions,
  by: Requester,
): ApiResult {
  const { resource, name } = target;
  const decoded = decodeDeleteOptions(given, release);
  if (!decoded.ok) return refused(badRequest(decoded.message));
  const { options } = decoded;
  const isNamespace = groupResource(resource) === NAMESPACES;
  const guarded = isNamespace ? refuseProtectedNamespace(resource, name) : undefined;
  if (guarded) return refused(guarded);
  const found = registry.find(target);
  if (!found.ok) return refused(found.status);
  const stored = found.object;
  const status =
    validateDeleteOptions(options) ??
    checkPreconditions(stored, resource, options.preconditions) ??
    admit?.({ operation: 'DELETE', target, oldObject: stored, user: by.user });
  if (status) return refused(status);
  const strategy = deletionStrategyFor(resource, release);
  const plan =
    (isNamespace ? planNamespaceDeletion(stored, now()) : undefined) ??
    planDeletion(stored, options, strategy, now());
  const warnings = deletionWarnings(strategy, options);
  const isStored = !isDryRun(options);
  const marked = storeMark(registry, resource, stored, plan, isStored);
  if (plan.type === 'keep') {
    const code = options.orphanDependents === false ? 202 : 200;
    return succeeded(inVersion(marked, resource), code, warnings);
  }
  const overtaken = refuseOwnUpdate(marked, resource, options, release);
  if (overtaken) return refused(overtaken);
  const isRemoved = isStored && plan.type === 'remove';
  const left = isRemoved ? registry.delete(resource, marked) : marked;
  const answer = strategy.returnsDeletedObject
    ? inVersion(left, resource)
    : removedStatus(resource, stored);
  return succeeded(answer, 200, warnings);
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

/** API-06: the 409 where a precondition does not follow the mark that was stored just now, or `undefined`. */
function refuseOwnUpdate(
  marked: ApiObject,
  resource: ApiResource,
  { preconditions }: DeleteOptions,
  { preconditionFollowsOwnUpdate }: ReleaseProfile,
): ApiStatus | undefined {
  return preconditionFollowsOwnUpdate
    ? undefined
    : checkPreconditions(marked, resource, preconditions);
}
