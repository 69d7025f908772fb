import { type ObjectReference, sameIdentity, type Uid } from '../meta/object-reference.ts';

/** The absent-owner cache: identities of owners known not to exist, least recently used out first (AC-01..03). */
export class ReferenceCache {
  /** The key of a remembered owner: until 1.19 its uid alone, whatever its namespace (AC-02, PG-19). */
  readonly keyedBy: 'uid' | 'identity';
  readonly #capacity: number;
  /** Least recently used first. */
  readonly #entries = new Set<ObjectReference>();
  /**
   * The same entries by uid: making one text of an identity for each lookup takes longer than comparing it with the few identities of its
   * uid.
   */
  readonly #byUid = new Map<Uid, readonly ObjectReference[]>();
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
    const entry = this.#find(identity);
    if (!entry || entry === this.#latest) return entry !== undefined;
    this.#entries.delete(entry);
    this.#entries.add(entry);
    this.#latest = entry;
    return true;
  }

  /** Notes the identity as absent, as the most recently used; the least recently used goes when the cache is full. */
  add(identity: ObjectReference): void {
    const known = this.#find(identity);
    if (known) this.#remove(known);
    else this.#additions++;
    const { apiVersion, kind, namespace, name, uid } = identity;
    const entry = { apiVersion, kind, namespace, name, uid };
    this.#entries.add(entry);
    this.#byUid.set(uid, [...(this.#byUid.get(uid) ?? []), entry]);
    this.#latest = entry;
    const [oldest] = this.#entries;
    if (oldest && this.#entries.size > this.#capacity) this.#remove(oldest);
  }

  /** Identities, least recently used first. */
  entries(): ObjectReference[] {
    return [...this.#entries];
  }

  #find(identity: ObjectReference): ObjectReference | undefined {
    const entries = this.#byUid.get(identity.uid);
    return this.keyedBy === 'uid'
      ? entries?.[0]
      : entries?.find((entry) => sameIdentity(entry, identity));
  }

  #remove(entry: ObjectReference): void {
    this.#entries.delete(entry);
    const others = this.#byUid.get(entry.uid)?.filter((each) => each !== entry) ?? [];
    if (others.length > 0) this.#byUid.set(entry.uid, others);
    else this.#byUid.delete(entry.uid);
  }
}
