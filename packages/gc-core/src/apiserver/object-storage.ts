import type { ApiObject, ObjectMeta } from '../meta/object-meta.ts';
import type { WatchEventType } from '../meta/watch-event.ts';
import { freezeFlat, freezeJson, freezeParts, isFrozenJson } from './json-value.ts';

/** One stored change. */
export interface StoredEvent {
  readonly type: WatchEventType;
  /** Key of the group/resource, see `groupResource`. */
  readonly resource: string;
  /** As stored, in the preferred apiVersion; its resourceVersion is the event's. For DELETED the last stored state (API-70). */
  readonly object: ApiObject;
  /** What was stored before. */
  readonly previous?: ApiObject;
}

interface Entry {
  readonly object: ApiObject;
  /** Position in creation order over all resources. */
  readonly order: number;
}

/**
 * The objects by group/resource, namespace and name, with one resourceVersion counter over all. Stored objects are deeply
 * immutable and replaced as a whole. Each change is stored before its event is delivered; every listener sees all
 * events in the order of their resourceVersion, also when a listener itself makes the next change.
 */
export class ObjectStorage {
  readonly #resources = new Map<string, Map<string, Entry>>();
  readonly #listeners = new Set<(event: StoredEvent) => void>();
  readonly #undelivered: StoredEvent[] = [];
  #delivering = false;
  #resourceVersion = 0;
  #changes = 0;
  #created = 0;

  /** That of the last change. */
  get resourceVersion(): number {
    return this.#resourceVersion;
  }

  /** Counts what was stored and removed, with and without an event. */
  get changes(): number {
    return this.#changes;
  }

  /** The stored object, if there is one. */
  get(resource: string, namespace: string, name: string): ApiObject | undefined {
    return this.#resources.get(resource)?.get(objectKey(namespace, name))?.object;
  }

  /** The objects of one group/resource in creation order. */
  list(resource: string): ApiObject[] {
    return [...(this.#resources.get(resource)?.values() ?? [])].map((entry) => entry.object);
  }

  /** Every object, in creation order over all resources. */
  all(): ApiObject[] {
    return [...this.#resources.values()]
      .flatMap((entries) => [...entries.values()])
      .sort((a, b) => a.order - b.order)
      .map((entry) => entry.object);
  }

  /** Stores the object under the next resourceVersion, tells the listeners and returns it as stored. */
  write(resource: string, object: ApiObject): ApiObject {
    const { namespace = '', name } = object.metadata;
    const previous = this.get(resource, namespace, name);
    const kept = this.#set(resource, object, String(++this.#resourceVersion));
    this.#deliver(
      previous === undefined
        ? { type: 'ADDED', resource, object: kept }
        : { type: 'MODIFIED', resource, object: kept, previous },
    );
    return kept;
  }

  /**
   * Removes what is stored under the object's name, tells the listeners and returns its last state with the removal's
   * version. That nothing is there any more is tolerated: a listener may have been faster (API-37, API-61).
   */
  delete(resource: string, last: ApiObject): ApiObject {
    const { namespace = '', name } = last.metadata;
    const previous = this.get(resource, namespace, name);
    if (!previous) return last;
    this.discard(resource, namespace, name);
    const resourceVersion = String(++this.#resourceVersion);
    // Without `freezeJson`, which keeps note of what it made: this one is hardly ever stored again.
    const metadata = Object.freeze({ ...previous.metadata, resourceVersion });
    const object = Object.freeze({ ...previous, metadata });
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
    else freezeFlat(this.#set(resource, object, version ?? String(++this.#resourceVersion)));
  }

  /** Takes the object, if it is there, out of the storage without an event. */
  discard(resource: string, namespace: string, name: string): void {
    if (this.#resources.get(resource)?.delete(objectKey(namespace, name))) this.#changes++;
  }

  /** Calls the listener after each change until the returned function is called. */
  subscribe(listener: (event: StoredEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  #set(resource: string, object: ApiObject, version: string): ApiObject {
    return this.#keep(resource, frozenWithVersion(object, version));
  }

  #keep(resource: string, object: ApiObject): ApiObject {
    const entries = this.#resources.get(resource) ?? new Map<string, Entry>();
    this.#resources.set(resource, entries);
    const key = objectKey(object.metadata.namespace ?? '', object.metadata.name);
    this.#changes++;
    entries.set(key, { object, order: entries.get(key)?.order ?? ++this.#created });
    return object;
  }

  /** A change made by a listener waits until the event before it has reached everybody. */
  #deliver(event: StoredEvent): void {
    this.#undelivered.push(event);
    if (this.#delivering) return;
    this.#delivering = true;
    try {
      for (let next = this.#undelivered.shift(); next; next = this.#undelivered.shift()) {
        for (const listener of [...this.#listeners]) listener(next);
      }
    } finally {
      this.#delivering = false;
    }
  }
}

/** A namespace cannot contain a slash. */
function objectKey(namespace: string, name: string): string {
  return `${namespace}/${name}`;
}

function frozenWithVersion(object: ApiObject, resourceVersion: string): ApiObject {
  const { apiVersion, kind, metadata, ...rest } = object;
  const meta = Object.freeze(inOrder(metadata, resourceVersion));
  return Object.freeze({ apiVersion, kind, metadata: meta, ...freezeParts(rest) });
}

/** The metadata in the order in which the API writes them. Field by field: it is done with every change of an object. */
function inOrder(from: ObjectMeta, resourceVersion: string): ObjectMeta {
  const to: { -readonly [K in keyof ObjectMeta]: ObjectMeta[K] } = {
    name: from.name,
  } as ObjectMeta;
  if (from.generateName !== undefined) to.generateName = from.generateName;
  if (from.namespace !== undefined) to.namespace = from.namespace;
  if (from.selfLink !== undefined) to.selfLink = from.selfLink;
  to.uid = from.uid;
  to.resourceVersion = resourceVersion;
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
