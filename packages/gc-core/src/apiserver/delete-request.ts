import { type ApiResource, groupResource } from '../meta/api-resource.ts';
import type { ApiObject } from '../meta/object-meta.ts';
import type { DeleteOptions } from '../meta/propagation-policy.ts';
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
  const left = performDeletion(registry, resource, stored, plan, isDryRun(options));
  if (plan.type === 'keep') {
    const code = options.orphanDependents === false ? 202 : 200;
    return succeeded(inVersion(left, resource), code, warnings);
  }
  const answer = strategy.returnsDeletedObject
    ? inVersion(left, resource)
    : removedStatus(resource, stored);
  return succeeded(answer, 200, warnings);
}

/** Performs the plan, unless it is a dry run; the object as it is then, or as it was last. */
function performDeletion(
  registry: ObjectRegistry,
  resource: ApiResource,
  stored: ApiObject,
  plan: DeletionPlan,
  dryRun: boolean,
): ApiObject {
  if (plan.type === 'pending') return stored;
  const marked = plan.type === 'keep' ? plan.object : (plan.marked ?? stored);
  if (dryRun) return marked;
  const left = isNoOp(stored, marked) ? stored : registry.write(resource, marked);
  return plan.type === 'keep' ? left : registry.delete(resource, left);
}
