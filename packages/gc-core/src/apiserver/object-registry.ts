import {
  type ApiResource,
  allowsVerb,
  apiVersionOf,
  groupResource,
  isGettable,
} from '../meta/api-resource.ts';
import type { ApiStatus } from '../meta/api-status-error.ts';
import { invariant } from '../meta/invariant.ts';
import type { ApiObject } from '../meta/object-meta.ts';
import type { ResourceTable } from '../meta/resource-table.ts';
import type { RequestTarget } from './api-request.ts';
import type { Verb } from './authorizer.ts';
import { freezeJson } from './json-value.ts';
import { completeNamespace, NAMESPACES } from './namespaces.ts';
import { ObjectStorage } from './object-storage.ts';
import { servesSubresource } from './spec-and-status.ts';
import { methodNotAllowed, notFound, unserved } from './status-errors.ts';

/** The answer to a read: the object as stored, or the 404. */
export type Found =
  | { readonly ok: true; readonly object: ApiObject }
  | { readonly ok: false; readonly status: ApiStatus };

/** The storage as the served resources see it: several versions share their objects, what is not served is not found. */
export class ObjectRegistry {
  /** Everything, served or not. */
  readonly storage: ObjectStorage = new ObjectStorage();
  /** Names of Namespaces that are or were stored; one that never was needs no object to be used. */
  readonly #namespaces = new Set<string>();
  #table: ResourceTable;

  constructor(table: ResourceTable) {
    this.#table = table;
  }

  /** The resources served now. Objects of a resource that is no longer served stay in the storage, unreachable. */
  get table(): ResourceTable {
    return this.#table;
  }

  set table(table: ResourceTable) {
    this.#table = table;
    // Objects are stored in the preferred version, also after another version becomes the preferred one.
    for (const object of this.storage.all()) {
      const resource = this.#preferredFor(object);
      if (resource && apiVersionOf(resource) !== object.apiVersion) this.put(object);
    }
  }

  /** Whether the resource is served in its version and has objects. Bindings and reviews have none (KM-05). */
  isServed(resource: ApiResource): boolean {
    const served = this.table.served(resource);
    return served !== undefined && isGettable(served);
  }

  /** The 404 or 405 of a verb that the server does not offer for the resource, or `undefined`. */
  refuseVerb(resource: ApiResource, verb: Verb): ApiStatus | undefined {
    const served = this.table.served(resource);
    if (!served || !isGettable(served)) return unserved();
    // Until 1.21 Services had no `deletecollection`: the namespace controller deleted them one by one, with the same result.
    const needed = verb === 'deletecollection' ? 'delete' : verb;
    return allowsVerb(served, needed) ? undefined : methodNotAllowed();
  }

  /** The stored object that the target names. */
  find(target: RequestTarget): Found {
    const { resource, name } = target;
    const isServed = this.isServed(resource) && servesSubresource(resource, target.subresource);
    if (!isServed) return { ok: false, status: unserved() };
    const object = this.stored(groupResource(resource), target.namespace, name);
    return object ? { ok: true, object } : { ok: false, status: notFound(resource, name) };
  }

  /** The object stored under a key of `groupResource`, served or not. */
  stored(key: string, namespace: string, name: string): ApiObject | undefined {
    return this.storage.get(key, namespace, name);
  }

  /** The objects of a served resource, in one namespace or (empty) in all, in creation order and the asked version. */
  list(resource: ApiResource, namespace: string): ApiObject[] {
    const stored = this.isServed(resource) ? this.storage.list(groupResource(resource)) : [];
    return stored
      .filter((object) => namespace === '' || object.metadata.namespace === namespace)
      .map((object) => inVersion(object, resource));
  }

  /** The 404 of writing into a Namespace that was there and is no more, or `undefined`; a DELETE is let through (NS-15). */
  refuseLostNamespace(name: string): ApiStatus | undefined {
    const isLost = this.#namespaces.has(name) && this.stored(NAMESPACES, '', name) === undefined;
    return isLost ? notFound({ group: '', resource: 'namespaces' }, name) : undefined;
  }

  /** Stores the object as a change and returns it as stored. */
  write(resource: ApiResource, object: ApiObject): ApiObject {
    this.#rememberNamespace(resource, object);
    const preferred = this.#preferredFor(object) ?? resource;
    return this.storage.write(groupResource(resource), underVersion(object, preferred));
  }

  /** Removes the stored object as a change and returns its last state. */
  delete(resource: ApiResource, stored: ApiObject): ApiObject {
    return this.storage.delete(groupResource(resource), stored);
  }

  /** Puts the object into the storage as it is, without an event; its kind must be in the table. */
  put(object: ApiObject): void {
    const resource = this.#preferredFor(object);
    const { apiVersion, kind } = object;
    invariant(resource, `the resource table does not know ${apiVersion} ${kind}`);
    this.#rememberNamespace(resource, object);
    const isNamespace = groupResource(resource) === NAMESPACES;
    const stored = isNamespace ? completeNamespace(object) : object;
    this.storage.put(groupResource(resource), underVersion(stored, resource));
  }

  /** Takes an object out of the storage without an event, if it is there. */
  discard({ resource, namespace, name }: RequestTarget): void {
    this.storage.discard(groupResource(resource), namespace, name);
  }

  #rememberNamespace(resource: ApiResource, object: ApiObject): void {
    if (groupResource(resource) === NAMESPACES) this.#namespaces.add(object.metadata.name);
  }

  #preferredFor({ apiVersion, kind }: ApiObject): ApiResource | undefined {
    return (
      this.table.preferredFor(apiVersion, kind) ??
      this.table.preferredForGroupKind(apiVersion, kind)
    );
  }
}

/** The object as the resource's version shows it; all versions of a kind hold the same. */
export function inVersion(object: ApiObject, resource: ApiResource): ApiObject {
  const versioned = underVersion(object, resource);
  // Stored objects are deeply immutable; any other object was just made.
  return Object.isFrozen(versioned) ? versioned : freezeJson(versioned);
}

function underVersion(object: ApiObject, resource: ApiResource): ApiObject {
  const apiVersion = apiVersionOf(resource);
  return object.apiVersion === apiVersion ? object : { ...object, apiVersion };
}
