import type { GraphChange, ObjectMeta, ObjectReference, Uid } from '@gcscope/gc-core';

/** The objects of one kind as they were last observed. */
export interface KindObjects {
  readonly size: number;
  /** The uid of the object with this name; the namespace is empty for a cluster-scoped one. */
  uidOf(namespace: string, name: string): Uid | undefined;
  /** The object; also absent where its name is known and nothing else. */
  get(uid: Uid): ObjectMeta | undefined;
  versionOf(uid: Uid): string | undefined;
  /** Its version, if it is known by all of these names. */
  versionAs(identity: ObjectReference): string | undefined;
  uids(): Iterable<Uid>;
  /** Takes over what was observed, unless it comes another way. */
  take(change: GraphChange): void;
}

/** Objects in a map: for a reader without a graph that holds them. */
export class ObjectMap implements KindObjects {
  readonly #objects = new Map<Uid, ObjectMeta>();
  readonly #uids = new Map<string, Uid>();

  get size(): number {
    return this.#objects.size;
  }

  uidOf(namespace: string, name: string): Uid | undefined {
    return this.#uids.get(nameKey(namespace, name));
  }

  get(uid: Uid): ObjectMeta | undefined {
    return this.#objects.get(uid);
  }

  versionOf(uid: Uid): string | undefined {
    return this.#objects.get(uid)?.resourceVersion;
  }

  versionAs({ namespace, name, uid }: ObjectReference): string | undefined {
    return this.uidOf(namespace, name) === uid ? this.versionOf(uid) : undefined;
  }

  uids(): Iterable<Uid> {
    return this.#objects.keys();
  }

  take({ type, identity: { uid }, meta }: GraphChange): void {
    const known = this.#objects.get(uid);
    if (known) this.#drop(known);
    if (type === 'DELETED' || !meta) return;
    this.#objects.set(uid, meta);
    this.#uids.set(nameKey(meta.namespace ?? '', meta.name), uid);
  }

  #drop(meta: ObjectMeta): void {
    this.#objects.delete(meta.uid);
    const key = nameKey(meta.namespace ?? '', meta.name);
    if (this.#uids.get(key) === meta.uid) this.#uids.delete(key);
  }
}

/** The length keeps the two apart whatever they contain. */
function nameKey(namespace: string, name: string): string {
  return `${namespace.length}/${namespace}/${name}`;
}
