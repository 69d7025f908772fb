import { type ApiResource, groupResource } from '../meta/api-resource.ts';
import type { ApiStatus } from '../meta/api-status-error.ts';
import type { ApiObject, Manifest } from '../meta/object-meta.ts';
import type { DeleteOptions } from '../meta/propagation-policy.ts';
import type { ResourceTable } from '../meta/resource-table.ts';
import type { PatchType, Requester, RequestTarget, WriteOptions } from './api-request.ts';
import { type ApiResult, refused, removedStatus, succeeded } from './api-result.ts';
import type { ApiServerOptions } from './api-server-options.ts';
import { applyPatch, decodePatched, refusePatchType } from './apply-patch.ts';
import { refuseAccess, type Verb } from './authorizer.ts';
import { prepareForCreate } from './create-object.ts';
import { decodeObject } from './decode-object.ts';
import { deleteRequest } from './delete-request.ts';
import { NameSource } from './name-source.ts';
import {
  NAMESPACES,
  namespaceNotFound,
  refuseFinalize,
  refuseTerminatingNamespace,
} from './namespaces.ts';
import { inVersion, ObjectRegistry } from './object-registry.ts';
import type { StoredEvent } from './object-storage.ts';
import { alreadyExists, badRequest, unserved } from './status-errors.ts';
import { UidSource } from './uid-source.ts';
import { isNoOp, isRemovedByUpdate, prepareForUpdate } from './update-object.ts';
import { acceptDeleteOptions } from './validate-delete-options.ts';
import {
  isDryRun,
  missingName,
  refuseResourceVersion,
  requireResourceVersion,
  validateNamed,
  validateNew,
  validatePlace,
  validateResourceVersion,
  validateUid,
  validateUpdate,
  validateWriteOptions,
  writeWarnings,
} from './validate-request.ts';

export type { PatchType, Requester, RequestTarget, WriteOptions } from './api-request.ts';
export type { ApiResult } from './api-result.ts';
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
  readonly #names = new NameSource();

  constructor(options: ApiServerOptions) {
    this.#options = options;
    this.#registry = new ObjectRegistry(options.table);
  }

  /** What is served now. Objects of a resource that is no longer served stay in the storage, unreachable. */
  get table(): ResourceTable {
    return this.#registry.table;
  }

  set table(table: ResourceTable) {
    this.#registry.table = table;
  }

  /** That of the last stored change; one counter for all objects. */
  get resourceVersion(): number {
    return this.#registry.resourceVersion;
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
    const denied = this.#deny('create', { resource, namespace, name: '' }, options);
    if (denied) return refused(denied);
    if (!this.#registry.isServed(resource)) return refused(unserved());
    const decoded = decodeObject(resource, manifest);
    if (!decoded.ok) return refused(badRequest(decoded.message));
    const misplaced =
      validatePlace(resource, namespace, decoded.manifest) ?? this.#refuseLostNamespace(namespace);
    if (misplaced) return refused(misplaced);
    const name = this.#names.nameFor(decoded.manifest, (each) =>
      this.#registry.has(resource, namespace, each),
    );
    if (name === undefined) return refused(missingName(resource));
    const home = this.#registry.stored(NAMESPACES, '', namespace);
    const closed = refuseTerminatingNamespace(resource, name, home);
    if (closed) return refused(closed);
    const uid = this.#options.newUid?.(resource, name) ?? this.#uids.propose(resource, name);
    const identity = { name, namespace, uid };
    const { now, release } = this.#options;
    const object = prepareForCreate(resource, decoded.manifest, identity, now(), release);
    const warnings = writeWarnings(resource, decoded.manifest, release);
    const target = { resource, namespace, name };
    const status =
      validateWriteOptions('CreateOptions', options) ??
      validateNew(resource, object) ??
      this.#options.admit?.({ operation: 'CREATE', target, object, user: options.user }) ??
      refuseResourceVersion(decoded.manifest);
    if (status) return refused(status, warnings);
    const existing = this.#registry.stored(groupResource(resource), namespace, name);
    if (existing) {
      const isBeingDeleted = existing.metadata.deletionTimestamp !== undefined;
      return refused(alreadyExists(resource, name, isBeingDeleted), warnings);
    }
    if (isDryRun(options)) return succeeded(inVersion(object, resource), 201, warnings);
    this.#uids.take(uid);
    return succeeded(inVersion(this.#registry.write(resource, object), resource), 201, warnings);
  }

  /** PUT. Without a resourceVersion the stored version does not matter; custom resources need one (VA-09). */
  update(target: RequestTarget, manifest: Manifest, options: WriteOptions = {}): ApiResult {
    const denied = this.#deny('update', target, options);
    if (denied) return refused(denied);
    const { resource, namespace, name } = target;
    if (!this.#registry.isServed(resource)) return refused(unserved());
    const decoded = decodeObject(resource, manifest);
    if (!decoded.ok) return refused(badRequest(decoded.message));
    const misnamed =
      validatePlace(resource, namespace, decoded.manifest) ?? validateNamed(name, decoded.manifest);
    if (misnamed) return refused(misnamed);
    const found = this.#registry.find(target);
    if (!found.ok) return refused(found.status);
    const status =
      validateUid(target, found.object, decoded.manifest) ??
      requireResourceVersion(resource, found.object, decoded.manifest);
    if (status) return refused(status);
    return this.#replace(target, found.object, decoded.manifest, options, 'UpdateOptions');
  }

  /** PATCH. A body with another uid is refused with 422, so the uid is a precondition (PA-02). */
  patch(
    target: RequestTarget,
    type: PatchType,
    body: unknown,
    options: WriteOptions = {},
  ): ApiResult {
    const unfit =
      this.#deny('patch', target, options) ??
      refuseFinalize(target) ??
      refusePatchType(target.resource, type);
    if (unfit) return refused(unfit);
    const found = this.#registry.find(target);
    if (!found.ok) return refused(found.status);
    const patched = applyPatch(inVersion(found.object, target.resource), type, body);
    if (!patched.ok) return refused(patched.status);
    const decoded = decodePatched(target.resource, target.name, patched.body);
    if (!decoded.ok) return refused(decoded.status);
    const misnamed =
      validatePlace(target.resource, target.namespace, decoded.manifest) ??
      validateNamed(target.name, decoded.manifest);
    if (misnamed) return refused(misnamed);
    return this.#replace(target, found.object, decoded.manifest, options, 'PatchOptions');
  }

  /** DELETE (API-30..47). */
  delete(target: RequestTarget, given: DeleteOptions = {}, by: Requester = {}): ApiResult {
    const denied = this.#deny('delete', target, by);
    if (denied) return refused(denied);
    return deleteRequest(this.#registry, this.#options, target, given, by);
  }

  /** DELETE of all objects of a resource that pass the filter, one after the other; the first refusal ends it (API-49). */
  deleteCollection(
    resource: ApiResource,
    namespace: string,
    options: DeleteOptions = {},
    filter: (object: ApiObject) => boolean = () => true,
    by: Requester = {},
  ): ApiResult {
    const denied = this.#deny('deletecollection', { resource, namespace, name: '' }, by);
    if (denied) return refused(denied);
    if (!this.#registry.isServed(resource)) return refused(unserved());
    const accepted = acceptDeleteOptions(options, this.#options.release);
    if (!accepted.ok) return refused(accepted.status);
    const warnings = new Set<string>();
    for (const object of this.list(resource, namespace).items.filter(filter)) {
      const { name, namespace: home = '' } = object.metadata;
      const target = { resource, namespace: home, name };
      const result = deleteRequest(this.#registry, this.#options, target, options, by);
      for (const warning of result.warnings) warnings.add(warning);
      if (!result.ok && result.status.reason !== 'NotFound') return result;
    }
    return succeeded(removedStatus(resource), 200, [...warnings]);
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
    return this.#registry.all();
  }

  /** Calls the listener synchronously after each stored change, in order, until the returned function is called. */
  subscribe(listener: (event: StoredEvent) => void): () => void {
    return this.#registry.subscribe(listener);
  }

  /** The rest of a PUT or PATCH, once it is clear what the object is to become. */
  #replace(
    target: RequestTarget,
    stored: ApiObject,
    manifest: Manifest,
    options: WriteOptions,
    optionsKind: 'UpdateOptions' | 'PatchOptions',
  ): ApiResult {
    const { resource, subresource } = target;
    const homeless = this.#refuseLostNamespace(target.namespace);
    if (homeless) return refused(homeless);
    const { release } = this.#options;
    const updated = prepareForUpdate(resource, stored, manifest, subresource, release);
    const warnings = subresource === undefined ? writeWarnings(resource, manifest, release) : [];
    const status =
      validateWriteOptions(optionsKind, options) ??
      validateResourceVersion(resource, stored, manifest) ??
      validateUpdate(resource, stored, updated) ??
      this.#options.admit?.({
        operation: 'UPDATE',
        target,
        object: updated,
        oldObject: stored,
        user: options.user,
      });
    if (status) return refused(status, warnings);
    if (isRemovedByUpdate(resource, stored, updated)) {
      if (!isDryRun(options)) this.#registry.delete(resource, stored);
      return succeeded(inVersion(updated, resource), 200, warnings);
    }
    const isStored = !isDryRun(options) && !isNoOp(stored, updated);
    const answer = isStored ? this.#registry.write(resource, updated) : updated;
    return succeeded(inVersion(answer, resource), 200, warnings);
  }

  /** NS-15. A DELETE is let through: nobody asks for the namespace of what goes. */
  #refuseLostNamespace(namespace: string): ApiStatus | undefined {
    return this.#registry.hasLostNamespace(namespace) ? namespaceNotFound(namespace) : undefined;
  }

  /** The 403 of a request that its user may not send, or `undefined`. */
  #deny(verb: Verb, target: RequestTarget, { user }: Requester): ApiStatus | undefined {
    return refuseAccess(this.#options.authorize, verb, target, user);
  }
}
