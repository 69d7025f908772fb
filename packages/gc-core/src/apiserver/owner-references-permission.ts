import type { ApiStatus } from '../meta/api-status-error.ts';
import { referencesOf } from '../meta/object-meta.ts';
import { isBlocking, type OwnerReference } from '../meta/object-reference.ts';
import type { ResourceTable } from '../meta/resource-table.ts';
import type { AdmissionRequest, Admit } from './api-request.ts';
import type { Authorizer } from './authorizer.ts';
import { sameJson } from './json-value.ts';
import { forbidden } from './status-errors.ts';

/**
 * The admission plugin OwnerReferencesPermissionEnforcement (AM-01..08): a user who sets an owner reference must be able to
 * delete the object, and a user who lets it block must be able to change the owner's finalizers. A server has it only when
 * it is asked for. Requests without a user pass.
 */
export function ownerReferencesPermissionEnforcement(
  table: () => ResourceTable,
  authorize: Authorizer,
): Admit {
  return (request) => {
    const { operation, user } = request;
    if (user === undefined || operation === 'DELETE' || isPodStatus(request)) return undefined;
    const references = referencesOf(request.object);
    const before = referencesOf(request.oldObject);
    if (isUnchanged(references, before)) return undefined;
    return (
      (operation === 'CREATE' ? undefined : refuseChange(request, user, authorize)) ??
      refuseBlocking(request, user, newlyBlocking(references, before), table(), authorize)
    );
  };
}

/** AM-02: a kubelet writes the status of Pods, which carries their metadata. */
function isPodStatus({ target: { resource, subresource } }: AdmissionRequest): boolean {
  return resource.group === '' && resource.resource === 'pods' && subresource === 'status';
}

/** The same references in the same order need no permission (AM-03). */
function isUnchanged(
  references: readonly OwnerReference[],
  before: readonly OwnerReference[],
): boolean {
  return (
    references.length === before.length &&
    references.every((reference, index) => sameJson(reference, before[index]))
  );
}

/** AM-05. Of several old references with one uid the last one counts. */
function newlyBlocking(
  references: readonly OwnerReference[],
  before: readonly OwnerReference[],
): OwnerReference[] {
  const old = new Map(before.map((reference) => [reference.uid, reference]));
  return references.filter((reference) => {
    const known = old.get(reference.uid);
    return isBlocking(reference) && !(known && isBlocking(known));
  });
}

/** Refuses a user who may not delete the object whose owners the request changes (AM-04). */
function refuseChange(
  { target }: AdmissionRequest,
  user: string,
  authorize: Authorizer,
): ApiStatus | undefined {
  const { resource, namespace, name, subresource = '' } = target;
  const { group, version, resource: plural } = resource;
  const place = { group, version, resource: plural, subresource, namespace, name };
  if (authorize({ user, verb: 'delete', ...place })) return undefined;
  const reason = 'to change its owner references, you must be allowed to delete it';
  return forbidden(resource, name, reason);
}

/** AM-06 to AM-08. The mapper is the collector's: lists and kinds in lower case have a mapping (KM-02, KM-03). */
function refuseBlocking(
  { target }: AdmissionRequest,
  user: string,
  references: readonly OwnerReference[],
  table: ResourceTable,
  authorize: Authorizer,
): ApiStatus | undefined {
  const refuse = (reason: string): ApiStatus => forbidden(target.resource, target.name, reason);
  const update = { user, verb: 'update', subresource: 'finalizers' };
  const everything = { group: '*', version: '*', resource: '*', namespace: '', name: '*' };
  if (references.length === 0 || authorize({ ...update, ...everything })) return undefined;
  for (const { apiVersion, kind, name } of references) {
    const mappings = table.mappings(apiVersion, kind);
    if (mappings.length === 0) {
      return refuse(`it cannot block an owner of an unknown kind: ${apiVersion} ${kind}`);
    }
    for (const { group, version, resource, namespaced } of mappings) {
      const namespace = namespaced ? target.namespace : '';
      if (authorize({ ...update, group, version, resource, namespace, name })) continue;
      return refuse(
        `to block its owner ${kind} ${name}, you must be allowed to update the owner's finalizers`,
      );
    }
  }
  return undefined;
}
