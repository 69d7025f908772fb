import type {
  ApiObject,
  ApiServer,
  DeleteOptions,
  Manifest,
  OwnerReference,
  RequestTarget,
} from '@gcscope/gc-core';
import { fields, record } from './fields.ts';

/**
 * The API server as the controllers of the embedded cluster use it: whole objects in, objects out. A request that
 * is refused changes nothing; its controller meets the same state again when it next looks.
 */
export class ClusterClient {
  readonly #apiServer: ApiServer;

  constructor(apiServer: ApiServer) {
    this.#apiServer = apiServer;
  }

  /** Every object of a kind, in all namespaces. A kind that is not served has none. */
  list(apiVersion: string, kind: string): readonly ApiObject[] {
    const resource = this.#apiServer.table.forKind(apiVersion, kind);
    return resource ? this.#apiServer.list(resource).items : [];
  }

  /** Every workload of a kind whose `spec.template` is filled; of the others no Pod can be made. */
  workloads(kind: string): readonly ApiObject[] {
    return this.list('apps/v1', kind).filter(
      (object) => Object.keys(fields(object, ['spec', 'template'])).length > 0,
    );
  }

  /** The object of a name; `undefined` when there is none. */
  get(apiVersion: string, kind: string, namespace: string, name: string): ApiObject | undefined {
    const resource = this.#apiServer.table.forKind(apiVersion, kind);
    if (!resource) return undefined;
    return storedObject(this.#apiServer.get({ resource, namespace, name }));
  }

  /** Creates an object in the namespace of its metadata; `undefined` when it was refused. */
  create(manifest: Manifest): ApiObject | undefined {
    const resource = this.#apiServer.table.forKind(manifest.apiVersion, manifest.kind);
    if (!resource) return undefined;
    const namespace = manifest.metadata.namespace ?? '';
    return storedObject(this.#apiServer.create(resource, namespace, manifest));
  }

  /** Merge patch of anything but the status; the uid in it makes sure that it is still the same object. */
  patch(object: ApiObject, body: { metadata?: object; [field: string]: unknown }): void {
    const { uid } = object.metadata;
    const guarded = { ...body, metadata: { ...body.metadata, uid } };
    const target = this.#targetOf(object);
    if (target) this.#apiServer.patch(target, 'merge', guarded);
  }

  /** Merge patch of the annotations by way of the status, which counts no generation (API-66, API-67). */
  annotate(object: ApiObject, annotations: Readonly<Record<string, string>>): void {
    const { uid } = object.metadata;
    const target = this.#targetOf(object);
    if (!target) return;
    const body = { metadata: { uid, annotations } };
    this.#apiServer.patch({ ...target, subresource: 'status' }, 'merge', body);
  }

  /** Sets fields of the status; nothing is sent when they are as wanted. */
  patchStatus(object: ApiObject, wanted: Readonly<Record<string, unknown>>): void {
    const status = record(object.status);
    const same = Object.entries(wanted).every(
      ([key, value]) => JSON.stringify(status[key]) === JSON.stringify(value),
    );
    if (same) return;
    const target = this.#targetOf(object);
    if (!target) return;
    this.#apiServer.patch({ ...target, subresource: 'status' }, 'merge', { status: wanted });
  }

  /** Deletes this very object, not a later one of the same name. */
  delete(object: ApiObject, options: DeleteOptions = {}): void {
    const { uid } = object.metadata;
    const target = this.#targetOf(object);
    if (target) this.#apiServer.delete(target, { ...options, preconditions: { uid } });
  }

  /** Removes one finalizer. */
  removeFinalizer(object: ApiObject, finalizer: string): void {
    const { finalizers = [], resourceVersion } = object.metadata;
    if (!finalizers.includes(finalizer)) return;
    const rest = finalizers.filter((name) => name !== finalizer);
    this.patch(object, {
      metadata: { resourceVersion, finalizers: rest.length > 0 ? rest : null },
    });
  }

  #targetOf(object: ApiObject): RequestTarget | undefined {
    const { apiVersion, kind, metadata } = object;
    const resource = this.#apiServer.table.forKind(apiVersion, kind);
    return resource && { resource, namespace: metadata.namespace ?? '', name: metadata.name };
  }
}

function storedObject(result: ReturnType<ApiServer['get']>): ApiObject | undefined {
  if (!result.ok) return undefined;
  const { object } = result;
  return 'uid' in object.metadata ? (object as ApiObject) : undefined;
}

/** The reference with which a controller marks what it made. */
export function controllerReference(owner: ApiObject): OwnerReference {
  const { apiVersion, kind, metadata } = owner;
  const { name, uid } = metadata;
  return { apiVersion, kind, name, uid, controller: true, blockOwnerDeletion: true };
}

/** Whether the object was made by this owner. */
export function isControlledBy(object: ApiObject, owner: ApiObject): boolean {
  const references = object.metadata.ownerReferences ?? [];
  return references.some((r) => r.controller === true && r.uid === owner.metadata.uid);
}
