import type {
  GraphChange,
  ObjectMeta,
  ObjectReference,
  Uid,
  WatchEventType,
} from '@gcscope/gc-core';
import { formatApiVersion } from '@gcscope/gc-core';
import { type KindObjects, ObjectMap } from './kind-objects.ts';
import type { MonitoredResource } from './monitored-resource.ts';
import { compareResourceVersions } from './resource-version.ts';

/** Objects that are looked at in one go: far less than a turn of the event loop. */
const SLICE = 500;

/**
 * Keeps the objects of one kind as last observed. Every call answers with the graph changes it amounts to, which have to be
 * passed on before the next call; to replay them makes an equal store. No object ever goes back to an older
 * resourceVersion, save by a consistent list.
 */
export class ResourceStore {
  #resource: MonitoredResource;
  readonly #objects: KindObjects;
  /** Up to here everything was observed: what is older and unknown was deleted meanwhile. */
  #observed = '';
  #identityChanged = false;

  /** `objects`: where they are held. */
  constructor(resource: MonitoredResource, objects: KindObjects = new ObjectMap()) {
    this.#resource = resource;
    this.#objects = objects;
  }

  /** Nothing was ever listed: what a list brings can be taken over as it comes. */
  get isNew(): boolean {
    return !this.isListed && this.size === 0;
  }

  /** Whether a list was complete. */
  get isListed(): boolean {
    return this.#observed !== '';
  }

  /** The resource in the version in which its objects are named. */
  get resource(): MonitoredResource {
    return this.#resource;
  }

  /** Whether its objects are those of the resource in this version; they are not until a list has renamed them. */
  isOf({ version }: Pick<MonitoredResource, 'version'>): boolean {
    return version === this.#resource.version && !this.#identityChanged;
  }

  get size(): number {
    return this.#objects.size;
  }

  /** The object of that name; the namespace is empty for a cluster-scoped one. */
  find(namespace: string, name: string): ObjectMeta | undefined {
    const uid = this.#objects.uidOf(namespace, name);
    return uid === undefined ? undefined : this.#objects.get(uid);
  }

  /** The kind is served in another version or under another kind from now on: the next list renames every object. */
  rename(resource: MonitoredResource): void {
    this.#identityChanged ||=
      this.size > 0 &&
      (resource.version !== this.#resource.version || resource.kind !== this.#resource.kind);
    this.#resource = resource;
  }

  /** Everything up to this version was observed. */
  observe(resourceVersion: string): void {
    if (isNewer(resourceVersion, this.#observed) || this.#observed === '') {
      this.#observed = resourceVersion;
    }
  }

  /** A part of the first list. */
  add(objects: readonly ObjectMeta[]): readonly GraphChange[] {
    return objects.map((meta) => this.#changed('ADDED', meta, undefined));
  }

  /** A watch event; no change when it is not newer than what is known (GB-38). */
  apply(type: WatchEventType, meta: ObjectMeta): readonly GraphChange[] {
    return type === 'DELETED' ? this.#applyDelete(meta) : this.#applyUpsert(meta);
  }

  /**
   * A whole list at `resourceVersion`; the changes are the differences only, deletions first.
   * A list that is not `consistent` may be older than the store: what the store knows better stays.
   * The work is done slice by slice, and may be left off after each of them; the next list completes it.
   */
  *replace(
    list: readonly ObjectMeta[],
    resourceVersion: string,
    consistent: boolean,
  ): Generator<readonly GraphChange[]> {
    yield* sliced(this.#differences(list, resourceVersion, consistent));
    this.#identityChanged = false;
    if (consistent) this.#observed = resourceVersion;
    else this.observe(resourceVersion);
  }

  /** A change, or nothing, for each object that is looked at. */
  *#differences(
    list: readonly ObjectMeta[],
    resourceVersion: string,
    consistent: boolean,
  ): Generator<GraphChange | undefined> {
    if (this.#objects.size > 0) yield* this.#removals(list, resourceVersion, consistent);
    const isBehind = !consistent && isNewer(this.#observed, resourceVersion);
    for (const meta of list) {
      const version = this.#objects.versionOf(meta.uid);
      const isKnown = consistent
        ? version !== undefined && version === meta.resourceVersion
        : isSeen(meta, version) || (isBehind && this.#isLate(meta));
      if (!isKnown) yield this.#put(meta, version);
      else yield this.#identityChanged ? this.#rename(meta.uid) : undefined;
    }
  }

  *#removals(
    list: readonly ObjectMeta[],
    resourceVersion: string,
    consistent: boolean,
  ): Generator<GraphChange | undefined> {
    const listed = new Set<Uid>();
    for (const { uid } of list) {
      listed.add(uid);
      yield undefined;
    }
    for (const uid of this.#objects.uids()) {
      const isGone =
        !listed.has(uid) && (consistent || !isNewer(this.#objects.versionOf(uid), resourceVersion));
      yield isGone ? this.#remove(uid) : undefined;
    }
  }

  /** Forgets what is known, except in this namespace, slice by slice. When all is forgotten, the next list is a first one. */
  *forget(except?: string): Generator<readonly GraphChange[]> {
    if (except === undefined) this.#observed = '';
    yield* sliced(this.#forgotten(except));
  }

  *#forgotten(except: string | undefined): Generator<GraphChange | undefined> {
    for (const uid of this.#objects.uids()) {
      const known = this.#objects.get(uid);
      const isKept = !known || (except !== undefined && known.namespace === except);
      yield isKept ? undefined : this.#changed('DELETED', known, known);
    }
  }

  #applyDelete(meta: ObjectMeta): readonly GraphChange[] {
    const identity = this.#identity(meta);
    const known = this.#objects.versionAs(identity);
    if (known === undefined && !this.#has(meta)) return [];
    // Servers before 1.13 gave a deletion the version of the last update, so an equal one counts.
    const version = known ?? this.#objects.versionOf(meta.uid);
    if (isNewer(version, meta.resourceVersion ?? '')) return [];
    return [this.#changed('DELETED', meta, undefined, identity)];
  }

  #applyUpsert(meta: ObjectMeta): readonly GraphChange[] {
    // Most events are heartbeats of what is known.
    const identity = this.#identity(meta);
    const known = this.#objects.versionAs(identity);
    if (known !== undefined) return isSeen(meta, known) ? [] : [this.#put(meta, known, identity)];
    const version = this.#objects.versionOf(meta.uid);
    if (isSeen(meta, version) || this.#isLate(meta)) return [];
    const namesake = this.#objects.uidOf(meta.namespace ?? '', meta.name);
    if (namesake === undefined || namesake === meta.uid) return [this.#put(meta, version)];
    // Deleted and created again, and the deletion was not observed: one of the two is the older one.
    if (isNewer(this.#objects.versionOf(namesake), meta.resourceVersion ?? '')) return [];
    const removed = this.#remove(namesake);
    const stored = this.#put(meta, version);
    return removed ? [removed, stored] : [stored];
  }

  /** An unknown object that was there when everything was observed, and is no longer. */
  #isLate(meta: ObjectMeta): boolean {
    if (this.#has(meta)) return false;
    const order = compareResourceVersions(meta.resourceVersion ?? '', this.#observed);
    return order !== undefined && order <= 0;
  }

  /** Also where nothing but the name is known any more: an object that is served in two groups was deleted in the other one. */
  #has({ uid, namespace = '', name }: ObjectMeta): boolean {
    return this.#objects.uidOf(namespace, name) === uid || this.#objects.get(uid) !== undefined;
  }

  /** The former state is of use only where a deletion may begin (GB-35, GB-36). */
  #put(meta: ObjectMeta, version: string | undefined, identity?: ObjectReference): GraphChange {
    if (version !== undefined && meta.deletionTimestamp === undefined) {
      return this.#changed('MODIFIED', meta, undefined, identity);
    }
    const known = this.#objects.get(meta.uid);
    return this.#changed(known ? 'MODIFIED' : 'ADDED', meta, known, identity);
  }

  #rename(uid: Uid): GraphChange | undefined {
    const known = this.#objects.get(uid);
    return known && this.#changed('MODIFIED', known, known);
  }

  #remove(uid: Uid): GraphChange | undefined {
    const known = this.#objects.get(uid);
    return known && this.#changed('DELETED', known, known);
  }

  #changed(
    type: WatchEventType,
    meta: ObjectMeta,
    oldMeta: ObjectMeta | undefined,
    identity: ObjectReference = this.#identity(meta),
  ): GraphChange {
    const change = { type, identity, meta, ...(oldMeta ? { oldMeta } : {}) };
    this.#objects.take(change);
    return change;
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

/** The changes of one slice of what is looked at after the other. */
function* sliced(looks: Iterable<GraphChange | undefined>): Generator<readonly GraphChange[]> {
  let changes: GraphChange[] = [];
  let looked = 0;
  for (const change of looks) {
    if (change) changes.push(change);
    looked++;
    if (looked % SLICE > 0) continue;
    yield changes;
    changes = [];
  }
  yield changes;
}

/** Whether the object is no newer than the `version` of it that is known. */
function isSeen({ resourceVersion }: ObjectMeta, version: string | undefined): boolean {
  if (version === undefined || resourceVersion === undefined) return false;
  const order = compareResourceVersions(resourceVersion, version);
  return order === undefined ? resourceVersion === version : order <= 0;
}

/** Whether `a` is the later version; `false` where versions cannot be compared. */
export function isNewer(a: string | undefined, b: string): boolean {
  return a !== undefined && (compareResourceVersions(a, b) ?? 0) > 0;
}
