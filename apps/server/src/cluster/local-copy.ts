import type {
  GraphChange,
  ObjectMeta,
  ObjectReference,
  Uid,
  WatchEventType,
} from '@gcscope/gc-core';
import { formatApiVersion } from '@gcscope/gc-core';
import type { MonitoredResource } from './monitor-events.ts';
import { compareResourceVersions } from './resource-version.ts';

/**
 * The objects of one kind as last observed, keyed by uid. Every call answers with the graph changes it amounts to;
 * a copy that replays them equals this one. No object ever goes back to an older resourceVersion, save by a consistent list.
 */
export class LocalCopy {
  #resource: MonitoredResource;
  readonly #objects = new Map<Uid, ObjectMeta>();
  readonly #uidByName = new Map<string, Uid>();
  /** Up to here everything was observed: what is older and unknown was deleted meanwhile. */
  #observed = '';
  #identityChanged = false;

  constructor(resource: MonitoredResource) {
    this.#resource = resource;
  }

  /** The resource in the version in which its objects are named. */
  get resource(): MonitoredResource {
    return this.#resource;
  }

  get size(): number {
    return this.#objects.size;
  }

  /** The object of that name; the namespace is empty for a cluster-scoped one. */
  find(namespace: string, name: string): ObjectMeta | undefined {
    const uid = this.#uidByName.get(nameKey(namespace, name));
    return uid === undefined ? undefined : this.#objects.get(uid);
  }

  /** The kind is served in another version or under another kind from now on: the next list renames every object. */
  rename(resource: MonitoredResource): void {
    this.#identityChanged ||=
      resource.version !== this.#resource.version || resource.kind !== this.#resource.kind;
    this.#resource = resource;
  }

  /** Everything up to this version was observed. */
  observe(resourceVersion: string): void {
    if (isNewer(resourceVersion, this.#observed) || this.#observed === '') {
      this.#observed = resourceVersion;
    }
  }

  /** A watch event; no change when it is not newer than what is known (GB-38). */
  apply(type: WatchEventType, meta: ObjectMeta): readonly GraphChange[] {
    return type === 'DELETED' ? this.#applyDelete(meta) : this.#applyUpsert(meta);
  }

  /**
   * A whole list at `resourceVersion`; the changes are the differences only, deletions first.
   * A list that is not `consistent` may be older than the copy: what the copy knows better stays.
   */
  replace(
    list: readonly ObjectMeta[],
    resourceVersion: string,
    consistent: boolean,
  ): readonly GraphChange[] {
    const listed = new Map(list.map((meta) => [meta.uid, meta]));
    const vanished = [...this.#objects.values()].filter(
      (meta) =>
        !listed.has(meta.uid) && (consistent || !isNewer(meta.resourceVersion, resourceVersion)),
    );
    const isBehind = !consistent && isNewer(this.#observed, resourceVersion);
    const changes = vanished.map((meta) => this.#remove(meta));
    for (const meta of listed.values()) {
      const known = this.#objects.get(meta.uid);
      const isKnown = consistent
        ? known !== undefined && known.resourceVersion === meta.resourceVersion
        : this.#isStale(meta) || (isBehind && this.#isLate(meta));
      if (!isKnown) changes.push(...this.#store(meta));
      else if (known && this.#identityChanged) changes.push(this.#change('MODIFIED', known, known));
    }
    this.#identityChanged = false;
    if (consistent) this.#observed = resourceVersion;
    else this.observe(resourceVersion);
    return changes;
  }

  /** Forgets what is known, except in this namespace. */
  forget(except?: string): readonly GraphChange[] {
    const forgotten = [...this.#objects.values()].filter(({ namespace }) => namespace !== except);
    return forgotten.map((meta) => this.#remove(meta));
  }

  #applyDelete(meta: ObjectMeta): readonly GraphChange[] {
    const known = this.#objects.get(meta.uid);
    // Servers before 1.13 gave a deletion the version of the last update, so an equal one counts.
    if (!known || isNewer(known.resourceVersion, meta.resourceVersion ?? '')) return [];
    this.#drop(known);
    return [this.#change('DELETED', meta, known)];
  }

  #applyUpsert(meta: ObjectMeta): readonly GraphChange[] {
    if (this.#isStale(meta) || this.#isLate(meta)) return [];
    const namesake = this.find(meta.namespace ?? '', meta.name);
    if (!namesake || namesake.uid === meta.uid) return this.#store(meta);
    // Deleted and created again, and the deletion was not observed: one of the two is the older one.
    if (isNewer(namesake.resourceVersion, meta.resourceVersion ?? '')) return [];
    return [this.#remove(namesake), ...this.#store(meta)];
  }

  #isStale(meta: ObjectMeta): boolean {
    const version = this.#objects.get(meta.uid)?.resourceVersion;
    if (version === undefined || meta.resourceVersion === undefined) return false;
    const order = compareResourceVersions(meta.resourceVersion, version);
    return order === undefined ? meta.resourceVersion === version : order <= 0;
  }

  /** An unknown object that was there when everything was observed, and is no longer. */
  #isLate(meta: ObjectMeta): boolean {
    if (this.#objects.has(meta.uid)) return false;
    const order = compareResourceVersions(meta.resourceVersion ?? '', this.#observed);
    return order !== undefined && order <= 0;
  }

  #store(meta: ObjectMeta): readonly GraphChange[] {
    const known = this.#objects.get(meta.uid);
    if (known) this.#drop(known);
    this.#objects.set(meta.uid, meta);
    this.#uidByName.set(nameKey(meta.namespace ?? '', meta.name), meta.uid);
    return [this.#change(known ? 'MODIFIED' : 'ADDED', meta, known)];
  }

  #remove(meta: ObjectMeta): GraphChange {
    this.#drop(meta);
    return this.#change('DELETED', meta, meta);
  }

  #drop(meta: ObjectMeta): void {
    this.#objects.delete(meta.uid);
    const key = nameKey(meta.namespace ?? '', meta.name);
    if (this.#uidByName.get(key) === meta.uid) this.#uidByName.delete(key);
  }

  #change(type: WatchEventType, meta: ObjectMeta, oldMeta: ObjectMeta | undefined): GraphChange {
    const identity = this.#identity(meta);
    return { type, identity, meta, ...(oldMeta ? { oldMeta } : {}) };
  }

  /** Kind and apiVersion are the monitor's (DM-01). */
  #identity(meta: ObjectMeta): ObjectReference {
    const { group, version, kind } = this.#resource;
    return {
      apiVersion: formatApiVersion(group, version),
      kind,
      name: meta.name,
      namespace: meta.namespace ?? '',
      uid: meta.uid,
    };
  }
}

/** Whether `a` is the later version; `false` where nobody can tell. */
export function isNewer(a: string | undefined, b: string): boolean {
  return a !== undefined && (compareResourceVersions(a, b) ?? 0) > 0;
}

/** The length keeps the two apart whatever they contain. */
function nameKey(namespace: string, name: string): string {
  return `${namespace.length}/${namespace}/${name}`;
}
