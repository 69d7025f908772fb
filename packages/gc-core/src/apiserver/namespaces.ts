import type { ApiResource } from '../meta/api-resource.ts';
import type { ApiStatus } from '../meta/api-status-error.ts';
import {
  type ApiObject,
  formatTimestamp,
  type Manifest,
  type Millis,
} from '../meta/object-meta.ts';
import type { DeletionPlan } from './delete-object.ts';
import { field, isJsonMap, type JsonMap } from './json-value.ts';
import { forbidden, notFound } from './status-errors.ts';

/** Storage key of the kind Namespace. */
export const NAMESPACES = '/namespaces';

/** The namespaces a cluster cannot do without. */
const PROTECTED: ReadonlySet<string> = new Set(['default', 'kube-system', 'kube-public']);

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

/** A Namespace that is put into the storage: one that says nothing of `spec.finalizers` has the usual one (NS-01). */
export function completeNamespace(object: ApiObject): ApiObject {
  if (Array.isArray(field(mapOf(object.spec), 'finalizers'))) return object;
  return { ...object, spec: { ...mapOf(object.spec), finalizers: ['kubernetes'] } };
}

/** A Namespace as an update leaves it: `spec.finalizers` silently stays (NS-02). */
export function prepareNamespaceUpdate(object: ApiObject, stored: ApiObject): ApiObject {
  return {
    ...labelled(object),
    spec: { ...mapOf(object.spec), finalizers: specFinalizers(stored) },
  };
}

/** A Namespace as `/finalize` leaves it: nothing but `spec.finalizers` is taken over (NS-14). */
export function finalizeNamespace(manifest: Manifest, stored: ApiObject): ApiObject {
  return { ...stored, spec: { ...mapOf(stored.spec), finalizers: specFinalizers(manifest) } };
}

/** Whether nothing in its spec holds the Namespace any more (NS-01). */
export function isFinalized(namespace: ApiObject): boolean {
  return specFinalizers(namespace).length === 0;
}

/** What the first DELETE, or one that comes too early, does to a Namespace; `undefined`: deleted as any object (NS-02). */
export function planNamespaceDeletion(stored: ApiObject, now: Millis): DeletionPlan | undefined {
  if (stored.metadata.deletionTimestamp !== undefined) {
    return isFinalized(stored) ? undefined : { type: 'keep', object: stored };
  }
  const metadata = { ...stored.metadata, deletionTimestamp: formatTimestamp(now) };
  const status = { ...mapOf(stored.status), phase: 'Terminating' };
  return { type: 'keep', object: { ...stored, metadata, status } };
}

/** The 403 of deleting a namespace that may not be deleted, or `undefined` (NS-03). */
export function refuseProtectedNamespace(
  resource: ApiResource,
  name: string,
): ApiStatus | undefined {
  if (!PROTECTED.has(name)) return undefined;
  return forbidden(resource, name, 'this namespace may not be deleted');
}

/** The 404 of writing what a vanished namespace has left behind (NS-15). */
export function namespaceNotFound(name: string): ApiStatus {
  const namespaces = { group: '', resource: 'namespaces' };
  return notFound(namespaces, name);
}

/** The 403 of creating something in a terminating namespace, or `undefined` (NS-03). */
export function refuseTerminatingNamespace(
  resource: ApiResource,
  name: string,
  namespace: ApiObject | undefined,
): ApiStatus | undefined {
  if (namespace?.metadata.deletionTimestamp === undefined) return undefined;
  const { name: called } = namespace.metadata;
  return forbidden(
    resource,
    name,
    `unable to create new content in namespace ${called} because it is being terminated`,
    [
      {
        reason: 'NamespaceTerminating',
        message: `namespace ${called} is being terminated`,
        field: 'metadata.namespace',
      },
    ],
  );
}

function labelled(object: ApiObject): ApiObject {
  const { name, labels } = object.metadata;
  const metadata = {
    ...object.metadata,
    labels: { ...labels, 'kubernetes.io/metadata.name': name },
  };
  return { ...object, metadata };
}

function specFinalizers(object: Manifest): readonly string[] {
  const list = field(mapOf(object.spec), 'finalizers');
  return Array.isArray(list) ? list.filter((item) => typeof item === 'string') : [];
}

function mapOf(value: unknown): JsonMap {
  return isJsonMap(value) ? value : {};
}
