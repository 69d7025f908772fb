import type { ApiObject, ObjectMeta, WatchEventType, WritableMeta } from '../meta/object-meta.ts';
import { freezeFlat, freezeJson, freezeParts, isFrozenJson } from './json-value.ts';

/** One stored change. */
export interface StoredEvent {
  readonly type: WatchEventType;
  /** Key of the group/resource, see `groupResource`. */
  readonly resource: string;
  /** As stored, in the preferred apiVersion; its resourceVersion is the event's. For DELETED the last stored state (API-70). */
  readonly object: ApiObject;
  /** The object stored before. */
  readonly previous?: ApiObject;
}

interface Entry {
  object: ApiObject;
  /** Position in creation order over all resources. */
  readonly order: number;
}

/**
 * The objects by group/resource, namespace and name, with one resourceVersion counter over all. Stored objects are deeply
 * immutable and replaced as a whole. Each change is stored before its event is delivered; every listener sees all
 * events in the order of their resourceVersion, also when a listener itself makes the next change.
 */
export class ObjectStorage {
  /** By group/resource, namespace and name: a joined key would be made and hashed with every request. */
  readonly #resources = new Map<string, Map<string, Map<string, Entry>>>();
  /** Made anew when one comes or goes: each event goes through those that were there. */
  #listeners: readonly ((event: StoredEvent) => void)[] = [];
  readonly #undelivered: StoredEvent[] = [];
  #delivering = false;
  #resourceVersion = 0;
  #changes = 0;
  #created = 0;

  /** The version of the last change. */
  get resourceVersion(): number {
    return this.#resourceVersion;
  }

  /** Counts what was stored and removed, with and without an event. */
  get changes(): number {
    return this.#changes;
  }

  /** The stored object, if there is one. */
  get(resource: string, namespace: string, name: string): ApiObject | undefined {
    return this.#resources.get(resource)?.get(namespace)?.get(name)?.object;
  }

  /** The objects of one group/resource in creation order. */
  list(resource: string): ApiObject[] {
    return inOrder(this.#resources.get(resource)?.values() ?? []);
  }

  /** Every object, in creation order over all resources. */
  all(): ApiObject[] {
    return inOrder([...this.#resources.values()].flatMap((places) => [...places.values()]));
  }

  /** Stores the object under the next resourceVersion, notifies the listeners and returns it as stored. */
  write(resource: string, written: ApiObject): ApiObject {
    const object = frozenWithVersion(written, String(++this.#resourceVersion));
    const previous = this.#keep(resource, object);
    this.#deliver(
      previous === undefined
        ? { type: 'ADDED', resource, object }
        : { type: 'MODIFIED', resource, object, previous },
    );
    return object;
  }

  /**
   * Removes what is stored under the object's name, notifies the listeners and returns its last state with the removal's
   * version. That nothing is there any more is tolerated: a listener may have been faster (API-37, API-61).
   */
  delete(resource: string, last: ApiObject): ApiObject {
    const { namespace = '', name } = last.metadata;
    const previous = this.discard(resource, namespace, name);
    if (!previous) return last;
    const object = frozenWithVersion(previous, String(++this.#resourceVersion));
    this.#deliver({ type: 'DELETED', resource, object, previous });
    return object;
  }

  /** Puts the object into the storage as it is, without an event; one without resourceVersion is given the next. */
  put(resource: string, object: ApiObject): void {
    const version = object.metadata.resourceVersion;
    const given = Number(version ?? Number.NaN);
    if (Number.isSafeInteger(given) && given > this.#resourceVersion) this.#resourceVersion = given;
    const isKept = version !== undefined && isFrozenJson(object);
    // As it was put into another storage: kept as it is, so that many can begin with the same objects.
    if (isKept) this.#keep(resource, object);
    else {
      const next = version ?? String(++this.#resourceVersion);
      this.#keep(resource, freezeFlat(frozenWithVersion(object, next)));
    }
  }

  /** Takes the object, if it is there, out of the storage without an event; returns what was stored. */
  discard(resource: string, namespace: string, name: string): ApiObject | undefined {
    const entries = this.#resources.get(resource)?.get(namespace);
    const entry = entries?.get(name);
    if (!entry) return undefined;
    entries?.delete(name);
    this.#changes++;
    return entry.object;
  }

  /** Calls the listener after each change until the returned function is called. */
  subscribe(listener: (event: StoredEvent) => void): () => void {
    this.#listeners = [...this.#listeners, listener];
    return () => {
      this.#listeners = this.#listeners.filter((each) => each !== listener);
    };
  }

  /** Stores the object as it is; returns what was stored before. */
  #keep(resource: string, object: ApiObject): ApiObject | undefined {
    const { namespace = '', name } = object.metadata;
    const entries = mapAt(mapAt(this.#resources, resource), namespace);
    this.#changes++;
    const entry = entries.get(name);
    if (!entry) {
      entries.set(name, { object, order: ++this.#created });
      return undefined;
    }
    const previous = entry.object;
    entry.object = object;
    return previous;
  }

  /** A change made by a listener waits until the event before it has reached every listener. */
  #deliver(event: StoredEvent): void {
    this.#undelivered.push(event);
    if (this.#delivering) return;
    this.#delivering = true;
    try {
      for (let next = this.#undelivered.shift(); next; next = this.#undelivered.shift()) {
        for (const listener of this.#listeners) listener(next);
      }
    } finally {
      this.#delivering = false;
    }
  }
}

function inOrder(places: Iterable<ReadonlyMap<string, Entry>>): ApiObject[] {
  const entries: Entry[] = [];
  for (const place of places) for (const entry of place.values()) entries.push(entry);
  return entries.sort((a, b) => a.order - b.order).map(({ object }) => object);
}

/** The map under the key, which is made if there is none. */
function mapAt<T>(maps: Map<string, Map<string, T>>, key: string): Map<string, T> {
  let map = maps.get(key);
  if (!map) {
    map = new Map();
    maps.set(key, map);
  }
  return map;
}

function frozenWithVersion(object: ApiObject, resourceVersion: string): ApiObject {
  const metadata = Object.freeze(orderedMetadata(object.metadata, resourceVersion));
  return Object.freeze(withMetadata(object, metadata));
}

/** The object with other metadata; what else it has is made immutable. */
export function withMetadata(object: ApiObject, metadata: ObjectMeta): ApiObject {
  const { apiVersion, kind } = object;
  return freezeParts(object, { apiVersion, kind, metadata });
}

/**
 * A copy of the metadata in the order in which the API writes them, with immutable parts. Field by field: it is done with
 * every change of an object, and to spread what is frozen takes three times as long.
 */
export function orderedMetadata(
  from: ObjectMeta,
  resourceVersion: string | undefined = from.resourceVersion,
): WritableMeta {
  const to = { name: from.name } as WritableMeta;
  if (from.generateName !== undefined) to.generateName = from.generateName;
  if (from.namespace !== undefined) to.namespace = from.namespace;
  if (from.selfLink !== undefined) to.selfLink = from.selfLink;
  to.uid = from.uid;
  if (resourceVersion !== undefined) to.resourceVersion = resourceVersion;
  if (from.generation !== undefined) to.generation = from.generation;
  if (from.creationTimestamp !== undefined) to.creationTimestamp = from.creationTimestamp;
  if (from.deletionTimestamp !== undefined) to.deletionTimestamp = from.deletionTimestamp;
  const grace = from.deletionGracePeriodSeconds;
  if (grace !== undefined) to.deletionGracePeriodSeconds = grace;
  if (from.labels !== undefined) to.labels = freezeJson(from.labels);
  if (from.annotations !== undefined) to.annotations = freezeJson(from.annotations);
  if (from.ownerReferences !== undefined) to.ownerReferences = freezeJson(from.ownerReferences);
  if (from.finalizers !== undefined) to.finalizers = freezeJson(from.finalizers);
  return to;
}
