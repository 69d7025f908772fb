import { identityKey, type ObjectReference, sameIdentity } from '../meta/object-reference.ts';

/** The absent-owner cache: identities of owners known not to exist, least recently used out first (AC-01..03). */
export class ReferenceCache {
  /** What an owner is remembered by: by its uid alone until 1.19, whatever its namespace (AC-02, PG-19). */
  readonly keyedBy: 'uid' | 'identity';
  readonly #capacity: number;
  readonly #entries = new Map<string, ObjectReference>();
  /** The most recently used: the dependents of one owner ask one after the other. */
  #latest: ObjectReference | undefined;
  #additions = 0;

  constructor(capacity: number, keyedBy: 'uid' | 'identity' = 'identity') {
    this.#capacity = capacity;
    this.keyedBy = keyedBy;
  }

  /** How often an identity came in that was not there; tells whether anything changed. */
  get additions(): number {
    return this.#additions;
  }

  /** Whether the identity is known to be absent; a hit makes it the most recently used (AC-03). */
  has(identity: ObjectReference): boolean {
    if (this.#latest && sameIdentity(this.#latest, identity)) return true;
    const key = this.#keyOf(identity);
    const entry = this.#entries.get(key);
    if (!entry) return false;
    this.#entries.delete(key);
    this.#latest = entry;
    this.#entries.set(key, entry);
    return true;
  }

  /** Notes the identity as absent, as the most recently used; the least recently used goes when the cache is full. */
  add(identity: ObjectReference): void {
    const { apiVersion, kind, namespace, name, uid } = identity;
    const key = this.#keyOf(identity);
    if (!this.#entries.delete(key)) this.#additions++;
    this.#latest = { apiVersion, kind, namespace, name, uid };
    this.#entries.set(key, this.#latest);
    if (this.#entries.size > this.#capacity) {
      const oldest = this.#entries.keys().next();
      if (!oldest.done) this.#entries.delete(oldest.value);
    }
  }

  /** Identities, least recently used first. */
  entries(): ObjectReference[] {
    return [...this.#entries.values()];
  }

  #keyOf(identity: ObjectReference): string {
    return this.keyedBy === 'uid' ? identity.uid : identityKey(identity);
  }
}
