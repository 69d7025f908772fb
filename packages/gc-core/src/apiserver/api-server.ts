import type { ApiObject, Manifest, Millis } from '../meta/object-meta.ts';
import type { Uid } from '../meta/object-reference.ts';
import type { DeleteOptions } from '../meta/propagation-policy.ts';
import type { ReleaseProfile } from '../meta/releases.ts';
import { type ApiResource, groupResource, type ResourceTable } from '../meta/resource-table.ts';
import type { Admit, PatchType, RequestTarget, WriteOptions } from './api-request.ts';
import { type ApiResult, refused, removedStatus, succeeded } from './api-result.ts';
import { applyPatch, refusePatchType } from './apply-patch.ts';
import { generatedName, prepareForCreate } from './create-object.ts';
import { decodeDeleteOptions } from './decode-delete-options.ts';
import { decodeObject } from './decode-object.ts';
import { type DeletionPlan, planDeletion } from './delete-object.ts';
import { deletionStrategyFor, deletionWarnings } from './deletion-strategies.ts';
import {
  NAMESPACES,
  planNamespaceDeletion,
  refuseProtectedNamespace,
  refuseTerminatingNamespace,
} from './namespaces.ts';
import { inVersion, ObjectRegistry } from './object-registry.ts';
import type { StoredEvent } from './object-storage.ts';
import { alreadyExists, badRequest, invalid, requiredValue, unserved } from './status-errors.ts';
import { UidSource } from './uid-source.ts';
import { isNoOp, isRemovedByUpdate, prepareForUpdate } from './update-object.ts';
import { checkPreconditions, validateDeleteOptions } from './validate-delete-options.ts';
import {
  isDryRun,
  validateIdentity,
  validateNew,
  validatePlace,
  validateResourceVersion,
  validateUpdate,
  validateWriteOptions,
  writeWarnings,
} from './validate-request.ts';

export type { PatchType, RequestTarget, WriteOptions } from './api-request.ts';
export type { ApiResult } from './api-result.ts';
export type { StoredEvent } from './object-storage.ts';

/** What a simulated API server is made of. */
export interface ApiServerOptions {
  readonly release: ReleaseProfile;
  readonly table: ResourceTable;
  /** The time of the simulated cluster. */
  readonly now: () => Millis;
  /** Names new objects; by default `<kind>-<name>-<n>` in lower case. */
  readonly newUid?: (resource: ApiResource, name: string) => Uid;
  readonly admit?: Admit;
}

/**
 * A Kubernetes API server without the network: create, update, patch and delete as a real one decides them, one request
 * at a time. Objects are deeply immutable values. Manifests, patches and options may be any JSON: a request never throws,
 * a refusal is a `Status`.
 */
export class ApiServer {
  readonly #options: ApiServerOptions;
  readonly #registry: ObjectRegistry;
  readonly #uids = new UidSource();
  #generatedNames = 0;

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
    const found = this.#registry.find(target);
    return found.ok ? succeeded(inVersion(found.object, target.resource)) : refused(found.status);
  }

  /** The objects of a resource, in one namespace or in all, in creation order and in the requested version. */
  list(
    resource: ApiResource,
    namespace: string = '',
  ): { readonly items: ApiObject[]; readonly resourceVersion: number } {
    const items = this.#registry.list(resource, namespace);
    return { items, resourceVersion: this.resourceVersion };
  }

  /** POST. Refused in a terminating namespace (NS-03); a namespace needs no object of its own to be used. */
  create(
    resource: ApiResource,
    namespace: string,
    manifest: Manifest,
    options: WriteOptions = {},
  ): ApiResult {
    if (!this.#registry.isServed(resource)) return refused(unserved());
    const decoded = decodeObject(resource, manifest);
    if (!decoded.ok) return refused(badRequest(decoded.message));
    const misplaced = validatePlace(resource, namespace, decoded.manifest);
    if (misplaced) return refused(misplaced);
    const name = this.#nameFor(resource, namespace, decoded.manifest);
    if (name === undefined) {
      const missing = requiredValue('metadata.name', 'name or generateName is required');
      return refused(invalid(resource, '', [missing]));
    }
    const home = this.#registry.stored(NAMESPACES, '', namespace);
    const closed = refuseTerminatingNamespace(resource, name, home);
    if (closed) return refused(closed);
    const uid = this.#options.newUid?.(resource, name) ?? this.#uids.propose(resource, name);
    const identity = { name, namespace, uid };
    const object = prepareForCreate(resource, decoded.manifest, identity, this.#options.now());
    const warnings = writeWarnings(resource, decoded.manifest);
    const target = { resource, namespace, name };
    const status =
      validateWriteOptions('CreateOptions', options) ??
      validateNew(resource, object) ??
      this.#options.admit?.({ operation: 'CREATE', target, object });
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

  /** PUT. Without a resourceVersion in the manifest the stored version does not matter. */
  update(target: RequestTarget, manifest: Manifest, options: WriteOptions = {}): ApiResult {
    const found = this.#registry.find(target);
    if (!found.ok) return refused(found.status);
    const { resource, namespace } = target;
    const decoded = decodeObject(resource, manifest);
    if (!decoded.ok) return refused(badRequest(decoded.message));
    const status =
      validatePlace(resource, namespace, decoded.manifest) ??
      validateIdentity(target, found.object, decoded.manifest);
    if (status) return refused(status);
    return this.#replace(target, found.object, decoded.manifest, options, 'UpdateOptions');
  }

  /** PATCH. A body that changes what identifies the object is refused with 422, so its uid is a precondition (PA-02). */
  patch(
    target: RequestTarget,
    type: PatchType,
    body: unknown,
    options: WriteOptions = {},
  ): ApiResult {
    const unsupported = refusePatchType(target.resource, type);
    if (unsupported) return refused(unsupported);
    const found = this.#registry.find(target);
    if (!found.ok) return refused(found.status);
    const patched = applyPatch(inVersion(found.object, target.resource), type, body);
    if (!patched.ok) return refused(patched.status);
    const decoded = decodeObject(target.resource, patched.body);
    if (!decoded.ok) return refused(badRequest(decoded.message));
    return this.#replace(target, found.object, decoded.manifest, options, 'PatchOptions');
  }

  /** DELETE (API-30..47). */
  delete(target: RequestTarget, given: DeleteOptions = {}): ApiResult {
    const { resource, name } = target;
    const decoded = decodeDeleteOptions(given);
    if (!decoded.ok) return refused(badRequest(decoded.message));
    const { options } = decoded;
    const isNamespace = groupResource(resource) === NAMESPACES;
    const guarded = isNamespace ? refuseProtectedNamespace(resource, name) : undefined;
    if (guarded) return refused(guarded);
    const found = this.#registry.find(target);
    if (!found.ok) return refused(found.status);
    const stored = found.object;
    const status =
      validateDeleteOptions(options) ??
      checkPreconditions(stored, resource, options.preconditions) ??
      this.#options.admit?.({ operation: 'DELETE', target, oldObject: stored });
    if (status) return refused(status);
    const strategy = deletionStrategyFor(resource);
    const now = this.#options.now();
    const plan =
      (isNamespace ? planNamespaceDeletion(stored, now) : undefined) ??
      planDeletion(stored, options, strategy, now);
    const warnings = deletionWarnings(strategy, options);
    const left = this.#performDeletion(resource, stored, plan, isDryRun(options));
    if (plan.type === 'keep') {
      const code = options.orphanDependents === false ? 202 : 200;
      return succeeded(inVersion(left, resource), code, warnings);
    }
    const answer = strategy.returnsDeletedObject
      ? inVersion(left, resource)
      : removedStatus(resource, stored);
    return succeeded(answer, 200, warnings);
  }

  /** DELETE of all objects of a resource that pass the filter, one after the other; the first refusal ends it (API-49). */
  deleteCollection(
    resource: ApiResource,
    namespace: string,
    options: DeleteOptions = {},
    filter: (object: ApiObject) => boolean = () => true,
  ): ApiResult {
    if (!this.#registry.isServed(resource)) return refused(unserved());
    const decoded = decodeDeleteOptions(options);
    const faulty = decoded.ok
      ? validateDeleteOptions(decoded.options)
      : badRequest(decoded.message);
    if (faulty) return refused(faulty);
    const warnings = new Set<string>();
    for (const object of this.list(resource, namespace).items.filter(filter)) {
      const { name, namespace: home = '' } = object.metadata;
      const result = this.delete({ resource, namespace: home, name }, options);
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

  /** The manifest's name, or the next free one that its `generateName` gives. */
  #nameFor(resource: ApiResource, namespace: string, manifest: Manifest): string | undefined {
    const { name, generateName } = manifest.metadata;
    if (name !== undefined || generateName === undefined) return name;
    let generated: string;
    do generated = generatedName(generateName, ++this.#generatedNames);
    while (this.#registry.stored(groupResource(resource), namespace, generated));
    return generated;
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
    const updated = prepareForUpdate(resource, stored, manifest, subresource);
    const warnings = subresource === undefined ? writeWarnings(resource, manifest) : [];
    const status =
      validateWriteOptions(optionsKind, options) ??
      validateResourceVersion(resource, stored, manifest) ??
      validateUpdate(resource, stored, updated) ??
      this.#options.admit?.({ operation: 'UPDATE', target, object: updated, oldObject: stored });
    if (status) return refused(status, warnings);
    if (isRemovedByUpdate(resource, stored, updated)) {
      if (!isDryRun(options)) this.#registry.delete(resource, stored);
      return succeeded(inVersion(updated, resource), 200, warnings);
    }
    const isStored = !isDryRun(options) && !isNoOp(stored, updated);
    const answer = isStored ? this.#registry.write(resource, updated) : updated;
    return succeeded(inVersion(answer, resource), 200, warnings);
  }

  /** Performs the plan; the object as it is then, or as it was last. */
  #performDeletion(
    resource: ApiResource,
    stored: ApiObject,
    plan: DeletionPlan,
    dryRun: boolean,
  ): ApiObject {
    if (plan.type === 'pending') return stored;
    const marked = plan.type === 'keep' ? plan.object : (plan.marked ?? stored);
    if (dryRun) return marked;
    const left = isNoOp(stored, marked) ? stored : this.#registry.write(resource, marked);
    return plan.type === 'keep' ? left : this.#registry.delete(resource, left);
  }
}
