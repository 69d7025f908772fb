import { type ApiResource, groupResource } from '../meta/api-resource.ts';
import type { ApiStatus } from '../meta/api-status-error.ts';
import type { ApiObject, Manifest } from '../meta/object-meta.ts';
import type { DeleteOptions } from '../meta/propagation-policy.ts';
import type { ResourceTable } from '../meta/resource-table.ts';
import type { PatchType, Requester, RequestTarget, WriteOptions } from './api-request.ts';
import { type ApiResult, type CollectionResult, refused, succeeded, warned } from './api-result.ts';
import type { ApiServerOptions } from './api-server-options.ts';
import { applyPatch, refusePatchType } from './apply-patch.ts';
import { refuseAccess, type Verb } from './authorizer.ts';
import { repetitionWarnings } from './create-object.ts';
import { type CreateContext, createRequest, isCreatedByUpdate } from './create-request.ts';
import { type DecodedWrite, decodePatched, decodeWrite } from './decode-write.ts';
import { deleteRequest } from './delete-request.ts';
import { deletionStrategyFor, deletionWarnings } from './deletion-strategies.ts';
import { NameSource, UidSource } from './name-source.ts';
import { NAMESPACES, refuseFinalize } from './namespaces.ts';
import { inVersion, ObjectRegistry } from './object-registry.ts';
import type { StoredEvent } from './object-storage.ts';
import { methodNotAllowed } from './status-errors.ts';
import { replaceRequest } from './update-object.ts';
import { acceptDeleteOptions } from './validate-delete-options.ts';
import {
  refuseMissing,
  requireResourceVersion,
  validateNamed,
  validatePlace,
  validateUid,
  validateWriteOptions,
} from './validate-request.ts';

export type { PatchType, Requester, RequestTarget, WriteOptions } from './api-request.ts';
export type { ApiResult, CollectionResult } from './api-result.ts';
export type { ApiServerOptions } from './api-server-options.ts';
export type { StoredEvent } from './object-storage.ts';

/**
 * A Kubernetes API server without the network: create, update, patch and delete as a real one decides them, one request
 * at a time. Objects are deeply immutable values. Manifests, patches and options may be any JSON: a request never throws,
 * a refusal is a `Status`.
 */
export class ApiServer {
  readonly #options: ApiServerOptions;
  readonly #registry: ObjectRegistry;
  readonly #uids = new UidSource();
  readonly #creating: CreateContext;

  constructor(options: ApiServerOptions) {
    this.#options = options;
    this.#registry = new ObjectRegistry(options.table);
    const names = new NameSource();
    this.#creating = { registry: this.#registry, uids: this.#uids, names, options };
  }

  /** The resources served now. Objects of a resource that is no longer served stay in the storage, unreachable. */
  get table(): ResourceTable {
    return this.#registry.table;
  }

  set table(table: ResourceTable) {
    this.#registry.table = table;
  }

  /** The version of the last stored change; one counter for all objects. */
  get resourceVersion(): number {
    return this.#registry.storage.resourceVersion;
  }

  /** Counts all changes of the storage, also those without an event. */
  get changes(): number {
    return this.#registry.storage.changes;
  }

  /** GET of an object, in the requested version. */
  get(target: RequestTarget): ApiResult {
    const unfit = refuseFinalize(target);
    if (unfit) return refused(unfit);
    const found = this.#registry.find(target);
    return found.ok ? succeeded(inVersion(found.object, target.resource)) : refused(found.status);
  }

  /** The objects of a resource, in one namespace or in all, in creation order and in the requested version. */
  list(
    resource: ApiResource,
    namespace: string = '',
  ): { readonly items: ApiObject[]; readonly resourceVersion: number } {
    return {
      items: this.#registry.list(resource, namespace),
      resourceVersion: this.resourceVersion,
    };
  }

  /** POST. Refused in a terminating namespace (NS-03); a namespace needs no object of its own to be used. */
  create(
    resource: ApiResource,
    namespace: string,
    manifest: Manifest,
    options: WriteOptions = {},
  ): ApiResult {
    const target = { resource, namespace, name: '' };
    const decoded = this.#decode('create', target, manifest, options);
    if (!decoded.ok) return refused(decoded.status);
    const result = createRequest(this.#creating, resource, namespace, decoded.manifest, options);
    return warned(result, decoded.warnings);
  }

  /** PUT. Without a resourceVersion the stored version does not matter; custom resources need one (VA-09). */
  update(target: RequestTarget, manifest: Manifest, options: WriteOptions = {}): ApiResult {
    const decoded = this.#decode('update', target, manifest, options);
    if (!decoded.ok) return refused(decoded.status);
    const result = this.#update(target, decoded.manifest, options);
    return warned(result, decoded.warnings);
  }

  /** PATCH. A body with another uid is refused with 422, so the uid is a precondition (PA-02). */
  patch(
    target: RequestTarget,
    type: PatchType,
    body: unknown,
    options: WriteOptions = {},
  ): ApiResult {
    const { release } = this.#options;
    const unfit =
      this.#deny('patch', target, options) ??
      refuseFinalize(target) ??
      refusePatchType(target.resource, type) ??
      validateWriteOptions('PatchOptions', options, release);
    if (unfit) return refused(unfit);
    const found = this.#registry.find(target);
    if (!found.ok) return refused(found.status);
    const patched = applyPatch(inVersion(found.object, target.resource), type, body);
    if (!patched.ok) return refused(patched.status);
    const decoded = decodePatched(target.resource, patched, { release, options });
    if (!decoded.ok) return refused(decoded.status);
    const { manifest, warnings } = decoded;
    const misnamed =
      validatePlace(target.resource, target.namespace, manifest) ??
      validateNamed(target.name, manifest);
    if (misnamed) return refused(misnamed, warnings);
    const { object } = found;
    const result = replaceRequest(
      this.#registry,
      this.#options,
      target,
      object,
      manifest,
      options,
      'patch',
    );
    return warned(result, warnings);
  }

  /** Deletes an object, or marks it as being deleted (API-30..47). */
  delete(target: RequestTarget, given: DeleteOptions = {}, by: Requester = {}): ApiResult {
    const denied = this.#deny('delete', target, by);
    if (denied) return refused(denied);
    return deleteRequest(this.#registry, this.#options, target, given, by);
  }

  /**
   * DELETE of all objects of a resource that pass the filter, one after the other by name; the first refusal ends it. The
   * answer lists them as they were (API-49).
   */
  deleteCollection(
    resource: ApiResource,
    namespace: string,
    options: DeleteOptions = {},
    filter: (object: ApiObject) => boolean = () => true,
    by: Requester = {},
  ): CollectionResult {
    const denied = this.#deny('deletecollection', { resource, namespace, name: '' }, by);
    if (denied) return refused(denied);
    if (groupResource(resource) === NAMESPACES) return refused(methodNotAllowed());
    const { release } = this.#options;
    const accepted = acceptDeleteOptions(options, release);
    if (!accepted.ok) return refused(accepted.status);
    const warnings = deletionWarnings(deletionStrategyFor(resource, release), accepted.options);
    const { items, resourceVersion } = this.list(resource, namespace);
    const chosen = items.filter(filter).toSorted(byName);
    for (const { metadata } of chosen) {
      const target = { resource, namespace: metadata.namespace ?? '', name: metadata.name };
      const result = deleteRequest(this.#registry, this.#options, target, options, by);
      if (!result.ok && result.status.reason !== 'NotFound') return result;
    }
    return { ok: true, code: 200, items: chosen, resourceVersion, warnings };
  }

  /** Puts objects into the storage as they are: no checks, no events. Their kinds must be in the table. */
  put(objects: readonly ApiObject[]): void {
    for (const object of objects) {
      this.#uids.take(object.metadata.uid);
      this.#registry.put(object);
    }
  }

  /** Takes objects out of the storage: no checks, no events. What is not there is passed over. */
  remove(targets: readonly RequestTarget[]): void {
    for (const target of targets) this.#registry.discard(target);
  }

  /** Everything stored, in preferred versions and creation order. */
  all(): Iterable<ApiObject> {
    return this.#registry.storage.all();
  }

  /** Calls the listener synchronously after each stored change, in order, until the returned function is called. */
  subscribe(listener: (event: StoredEvent) => void): () => void {
    return this.#registry.storage.subscribe(listener);
  }

  /** The object that a POST or PUT wants to store, if its user may send it and it can be read. */
  #decode(
    verb: 'create' | 'update',
    target: RequestTarget,
    manifest: Manifest,
    options: WriteOptions,
  ): DecodedWrite {
    const { release } = this.#options;
    const kind = verb === 'create' ? 'CreateOptions' : 'UpdateOptions';
    const status =
      this.#deny(verb, target, options) ?? validateWriteOptions(kind, options, release);
    if (status) return { ok: false, status };
    return decodeWrite(target.resource, manifest, { release, options });
  }

  /** A PUT of some kinds creates what is not there (API-65). */
  #createByUpdate(target: RequestTarget, manifest: Manifest, options: WriteOptions): ApiResult {
    const { resource, namespace } = target;
    const refusal = this.#deny('create', target, options) ?? validateUid(target, '', manifest);
    if (refusal) return refused(refusal, repetitionWarnings(manifest, this.#options.release));
    return createRequest(this.#creating, resource, namespace, manifest, options, 'update');
  }

  /** The rest of a PUT that could be read. */
  #update(target: RequestTarget, manifest: Manifest, options: WriteOptions): ApiResult {
    const { resource, namespace, name } = target;
    const { release } = this.#options;
    const misnamed = validatePlace(resource, namespace, manifest) ?? validateNamed(name, manifest);
    if (misnamed) return refused(misnamed);
    const repetitions = repetitionWarnings(manifest, release);
    const found = this.#registry.find(target);
    if (!found.ok) {
      return isCreatedByUpdate(target)
        ? this.#createByUpdate(target, manifest, options)
        : refused(refuseMissing(target, found.status, manifest, release), repetitions);
    }
    const status =
      validateUid(target, found.object.metadata.uid, manifest) ??
      requireResourceVersion(resource, found.object, manifest);
    if (status) return refused(status, repetitions);
    return replaceRequest(this.#registry, this.#options, target, found.object, manifest, options);
  }

  /** The 403 of a request that its user may not send, the 404 or 405 of one that is not served, or `undefined`. */
  #deny(verb: Verb, target: RequestTarget, { user }: Requester): ApiStatus | undefined {
    return (
      refuseAccess(this.#options.authorize, verb, target, user) ??
      this.#registry.refuseVerb(target.resource, verb)
    );
  }
}

/** The order in which the objects of a collection, which is of one namespace, are listed and deleted. */
function byName({ metadata: a }: ApiObject, { metadata: b }: ApiObject): number {
  return a.name < b.name ? -1 : 1;
}
