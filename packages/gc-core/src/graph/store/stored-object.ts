import type { ObjectMeta, Timestamp, WritableMeta } from '../../meta/object-meta.ts';
import type { ObjectReference, OwnerReference, Uid } from '../../meta/object-reference.ts';
import { type LastSeen, writeFields } from './last-seen.ts';
import type { ObjectRows } from './object-rows.ts';
import { unpackTimestamp } from './packed-texts.ts';

const NO_OWNERS: readonly OwnerReference[] = [];
const NO_FINALIZERS: readonly string[] = [];

/** The type and the namespace, which many objects share. */
export interface Scope {
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace: string;
}

/** The fields that an object holds itself; if a store has a row for it, only those of a deletion. */
interface Beside {
  readonly owners: readonly OwnerReference[];
  readonly finalizers: readonly string[];
  readonly seen: LastSeen | undefined;
}

/** Names of an object and what was last seen of it: a view of its row in a store, as long as it has one. */
export class StoredObject implements ObjectReference {
  readonly #scope: Scope;
  readonly name: string;
  readonly uid: Uid;
  /** The last observed fields that are in no row. */
  #beside: Beside | undefined = undefined;
  /** The rows of the store that holds the object, or held it last. */
  #rows: ObjectRows | undefined = undefined;
  #position = -1;

  /** `scope`: type and namespace of the identity, shared with other objects. */
  constructor(identity: ObjectReference, scope: Scope = scopeOf(identity)) {
    this.#scope = scope;
    this.name = identity.name;
    this.uid = identity.uid;
  }

  get apiVersion(): string {
    return this.#scope.apiVersion;
  }

  get kind(): string {
    return this.#scope.kind;
  }

  get namespace(): string {
    return this.#scope.namespace;
  }

  /** The five names alone. */
  get identity(): ObjectReference {
    const { apiVersion, kind, namespace, name, uid } = this;
    return { apiVersion, kind, namespace, name, uid };
  }

  /** As last seen, order and duplicates kept (DM-04); empty before (DM-08). */
  get owners(): readonly OwnerReference[] {
    return this.#rows?.ownersAt(this.#position) ?? this.#beside?.owners ?? NO_OWNERS;
  }

  set owners(owners: readonly OwnerReference[]) {
    const { finalizers } = this;
    this.#keep({ owners, finalizers, seen: this.#seen() });
  }

  /** The references that the object really has: not every update of them reaches `owners` (GB-12). */
  get references(): readonly OwnerReference[] {
    return this.#beside?.seen?.references ?? this.owners;
  }

  /** As last seen, in order; empty before. */
  get finalizers(): readonly string[] {
    return this.#rows?.finalizersAt(this.#position) ?? this.#beside?.finalizers ?? NO_FINALIZERS;
  }

  /** The last observed metadata; absent before the first observation. Shown, but no decision uses it. */
  get meta(): ObjectMeta | undefined {
    const seen = this.#seen();
    if (!seen) return undefined;
    const { name, namespace, uid, references, finalizers } = this;
    const meta: WritableMeta = namespace === '' ? { name, uid } : { name, namespace, uid };
    writeFields(meta, seen);
    if (seen.generation !== undefined) meta.generation = seen.generation;
    if (references.length > 0) meta.ownerReferences = references;
    if (finalizers.length > 0) meta.finalizers = finalizers;
    return meta;
  }

  /** When the object was created, as far as it was seen. */
  get created(): Timestamp | undefined {
    const created = this.#seen()?.creationTimestamp;
    return typeof created === 'number' ? unpackTimestamp(created) : created;
  }

  /** The version that was seen last. */
  get resourceVersion(): string | undefined {
    const version = this.#seen()?.resourceVersion;
    return version === undefined ? undefined : String(version);
  }

  /** The last observed fields of its deletion, if it is being deleted. */
  get deletion(): Pick<LastSeen, 'deletionTimestamp' | 'deletionGracePeriodSeconds'> | undefined {
    return this.#beside?.seen;
  }

  /** Writes version and times that were seen into a record. */
  writeSeen(to: Partial<WritableMeta>): void {
    const seen = this.#seen();
    if (seen) writeFields(to, seen);
  }

  /** Knows from now on what is known of the other, beside its names. */
  protected takeOver(other: StoredObject): void {
    const { owners, finalizers } = other;
    this.#keep({ owners, finalizers, seen: other.#seen() });
  }

  #seen(): LastSeen | undefined {
    const beside = this.#beside?.seen;
    return this.#rows?.lastSeen(this.#position, beside) ?? beside;
  }

  /** Where a store keeps the object; -1 while none does. */
  get position(): number {
    return this.#rows?.hasLeft(this.#position) === false ? this.#position : -1;
  }

  /** A store says where it keeps the object. */
  enter(rows: ObjectRows, position: number): void {
    this.#rows = rows;
    this.#position = position;
  }

  /** The object is in no store, and its row, which may be that of another now, says nothing about it. */
  takeOut(): void {
    const seen = this.#rows?.lastSeen(this.#position, this.#beside?.seen);
    if (seen) {
      const { owners, finalizers } = this;
      this.#keep({ owners, finalizers, seen });
    }
    this.#rows = undefined;
  }

  /** The store says what was seen beside the owners; its row says nothing. */
  see(finalizers: readonly string[], seen: LastSeen): void {
    this.#keep({ owners: this.owners, finalizers, seen });
  }

  /** The store says that its row has all that was seen, but of a deletion. */
  pack(deletion: LastSeen | undefined): void {
    this.#beside = deletion && { owners: NO_OWNERS, finalizers: NO_FINALIZERS, seen: deletion };
  }

  /** Whether the metadata speaks of the deletion that was last seen, or of none as none was. */
  hasDeletion({ deletionTimestamp, deletionGracePeriodSeconds }: ObjectMeta): boolean {
    const seen = this.#beside?.seen;
    return (
      seen?.deletionTimestamp === deletionTimestamp &&
      seen?.deletionGracePeriodSeconds === deletionGracePeriodSeconds
    );
  }

  #keep(beside: Beside): void {
    this.#beside = beside;
    this.#rows?.forget(this.#position);
  }
}

function scopeOf({ apiVersion, kind, namespace }: ObjectReference): Scope {
  return { apiVersion, kind, namespace };
}
