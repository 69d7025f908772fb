import type { Uid } from '../../meta/object-reference.ts';

/** Uids found by keys: a uid may have several, a key may find several. */
export class KeyedUids {
  readonly #uids = new Map<string, Set<Uid>>();
  readonly #keysOf = new Map<Uid, readonly string[]>();

  /** Replaces the keys that find the uid; without any it is forgotten. */
  set(uid: Uid, keys: readonly string[]): void {
    for (const key of this.#keysOf.get(uid) ?? []) {
      const uids = this.#uids.get(key);
      uids?.delete(uid);
      if (uids?.size === 0) this.#uids.delete(key);
    }
    if (keys.length > 0) this.#keysOf.set(uid, keys);
    else this.#keysOf.delete(uid);
    for (const key of keys) {
      const uids = this.#uids.get(key);
      if (uids) uids.add(uid);
      else this.#uids.set(key, new Set([uid]));
    }
  }

  /** The uids that the key finds. */
  of(key: string): Iterable<Uid> {
    return this.#uids.get(key) ?? [];
  }

  /** Whether no key finds anything. */
  get isEmpty(): boolean {
    return this.#uids.size === 0;
  }
}
