import { type ApiResource, groupResource } from '../meta/api-resource.ts';
import type { ApiStatus } from '../meta/api-status-error.ts';
import type { ApiObject, Manifest } from '../meta/object-meta.ts';
import type { RequestTarget } from './api-request.ts';
import { field, mapOf, withoutField } from './json-value.ts';
import { type FieldError, forbidden, invalidValue, methodNotAllowed } from './status-errors.ts';
import { faultsOfFinalizerName } from './validate-object-meta.ts';

/** Storage key of the kind Namespace. */
export const NAMESPACES = '/namespaces';

/** A Namespace as it is created: with the finalizer its controller removes, its name as a label, and active (NS-01). */
export function prepareNewNamespace(object: ApiObject): ApiObject {
  const finalizers = specFinalizers(object);
  return {
    ...labelled(object),
    spec: {
      ...mapOf(object.spec),
      finalizers: finalizers.includes('kubernetes') ? finalizers : [...finalizers, 'kubernetes'],
    },
    status: { phase: 'Active' },
  };
}

/** A Namespace that is put into the storage: one that says nothing of its spec has the usual finalizer (NS-01). */
export function completeNamespace(object: ApiObject): ApiObject {
  return object.spec === undefined ? { ...object, spec: { finalizers: ['kubernetes'] } } : object;
}

/**
 * A Namespace as an update leaves it, `object` being what was sent: `spec.finalizers` comes through `/finalize` only, the
 * status through `/status`, and metadata through each of them (NS-02, NS-19).
 */
export function prepareNamespaceUpdate(
  object: ApiObject,
  stored: ApiObject,
  subresource: string | undefined,
): ApiObject {
  const finalizers = specFinalizers(subresource === 'finalize' ? object : stored);
  const sent = field(mapOf(object.status), 'phase');
  const phase = typeof sent === 'string' && sent !== '' ? sent : 'Active';
  const status = subresource === 'status' ? { ...mapOf(object.status), phase } : stored.status;
  const bare = withoutField(mapOf(object.spec), 'finalizers');
  // An empty list is left out.
  const spec = finalizers.length > 0 ? { ...bare, finalizers } : bare;
  return { ...labelled(object), spec, status };
}

/** Faults of a Namespace that is to replace the stored one, its metadata aside; the phase is that of `/status` (NS-19). */
export function validateNamespaceUpdate(
  object: ApiObject,
  subresource: string | undefined,
): FieldError[] {
  if (subresource === 'status') return validatePhase(object);
  return specFinalizers(object).flatMap((each, index) =>
    faultsOfFinalizerName(each, `spec.finalizers[${index}]`),
  );
}

/** Faults of a new Namespace, its metadata aside (NS-19). */
export function validateNewNamespace(object: ApiObject): FieldError[] {
  return specFinalizers(object).flatMap((each) => faultsOfFinalizerName(each, 'spec.finalizers'));
}

function validatePhase({ metadata, status }: ApiObject): FieldError[] {
  const phase = field(mapOf(status), 'phase');
  const isGoing = metadata.deletionTimestamp !== undefined;
  const wanted = isGoing ? 'Terminating' : 'Active';
  if (phase === undefined || phase === wanted) return [];
  const when = `while the Namespace is ${isGoing ? '' : 'not '}being deleted`;
  return [invalidValue('status.Phase', phase, `must be ${wanted} ${when}`)];
}

/** Whether nothing in its spec holds the Namespace any more (NS-01). */
export function isFinalized(namespace: ApiObject): boolean {
  return specFinalizers(namespace).length === 0;
}

/** The 405 of what is no PUT of `/finalize`, which takes nothing else (NS-02), or `undefined`. */
export function refuseFinalize({ resource, subresource }: RequestTarget): ApiStatus | undefined {
  if (subresource !== 'finalize' || groupResource(resource) !== NAMESPACES) return undefined;
  return methodNotAllowed();
}

/** The 403 of creating something in a terminating namespace, or `undefined` (NS-03). */
export function refuseTerminatingNamespace(
  resource: ApiResource,
  name: string,
  namespace: ApiObject | undefined,
): ApiStatus | undefined {
  if (namespace?.metadata.deletionTimestamp === undefined) return undefined;
  const { name: called } = namespace.metadata;
  const message = `namespace ${called} is being deleted and takes no new objects`;
  const cause = { reason: 'NamespaceTerminating', message, field: 'metadata.namespace' };
  return forbidden(resource, name, message, [cause]);
}

function labelled(object: ApiObject): ApiObject {
  const { name, labels } = object.metadata;
  const metadata = {
    ...object.metadata,
    labels: { ...labels, 'kubernetes.io/metadata.name': name },
  };
  return { ...object, metadata };
}

/** `null` for a string is the empty one. */
function specFinalizers(object: Manifest): readonly string[] {
  const list = field(mapOf(object.spec), 'finalizers');
  return Array.isArray(list) ? list.map((item) => (typeof item === 'string' ? item : '')) : [];
}
