import type { ObjectMeta } from '../../meta/object-meta.ts';
import {
  type ObjectReference,
  type OwnerReference,
  sameOwners,
  type Uid,
} from '../../meta/object-reference.ts';
import {
  clearTouched,
  differs,
  flagsAt,
  isDeleted,
  isWritten,
  lastSeenOf,
  markLeft,
  markTouched,
  REFERENCE,
  ROW,
  refreshRow,
  writeRow,
} from './last-seen.ts';
import { ObjectRows } from './object-rows.ts';
import { ObjectTable } from './object-table.ts';
import { Scopes } from './scopes.ts';
import { flagsOf, type SharedReferences, withFlags } from './shared-references.ts';
import { SharedValues } from './shared-values.ts';
import type { Scope, StoredObject } from './stored-object.ts';
import { readUid } from './uid-words.ts';

const NO_OWNERS: readonly OwnerReference[] = [];

/**
 * Objects by uid, in the order in which the uids came. An ordinary one is a row of numbers, and what many have in common
 * is kept once. The store knows which objects changed since the last question.
 */
export class ObjectStore<Item extends StoredObject> {
  readonly #table = new ObjectTable<Item>();
  readonly #scopes = new Scopes();
  readonly #values = new SharedValues((uid) => this.get(uid));
  readonly #references: SharedReferences = this.#values.references;
  #rows = new ObjectRows(this.#table.rows, this.#values);
  /** Positions of objects changed since the last take, each once, and their uids; some have left since. */
  #touched: number[] = [];
  readonly #touchedUids: Uid[] = [];
  /** Uids that objects left since the last take. */
  readonly #left: Uid[] = [];

  get size(): number {
    return this.#table.size;
  }

  get(uid: Uid): Item | undefined {
    return this.#table.get(uid);
  }

  values(): IterableIterator<Item> {
    return this.#table.values();
  }

  /** Type and namespace, the same object each time. */
  scopeOf(identity: ObjectReference): Scope {
    return this.#scopes.share(identity);
  }

  /** Puts the object under its uid, in place of another one if there is one. */
  put(item: Item): void {
    item.takeOut();
    const position = this.#table.find(item.uid);
    this.#table.at(position)?.takeOut();
    if (position >= 0) this.#table.replace(position, item);
    else if (this.#table.isFull) this.#makeRoom();
    item.enter(this.#rows, position < 0 ? this.#table.append(item) : position);
    this.touch(item);
  }

  /** The object leaves; false if it is not there. It keeps what was seen of it. */
  remove(item: Item): boolean {
    const { position, uid } = item;
    if (this.#table.at(position) !== item) return false;
    markLeft(this.#table.rows, position * ROW);
    this.#table.delete(position, uid);
    this.#left.push(uid);
    return true;
  }

  /** The objects that its references name, as far as they are here. */
  ownersOf(item: Item): Item[] {
    const { rows } = this.#table;
    const at = item.position * ROW;
    const number = isWritten(rows, at) ? (rows[at + REFERENCE] ?? 0) : -1;
    if (number === 0) return [];
    if (number < 0) return item.owners.flatMap(({ uid }) => this.get(uid) ?? []);
    const owner = this.#ownerNumbered(number);
    return owner ? [owner] : [];
  }

  /** The object that references with this number name: the row of a reference is in the cache, its texts are not. */
  #ownerNumbered(number: number): Item | undefined {
    // An object that left leaves a gap, which no other object fills until all move.
    const known = this.#table.at(this.#references.ownerPosition(number));
    if (known) return known;
    this.#references.readUidOf(number);
    const position = this.#table.findRead();
    if (position === -2) return this.get(this.#references.uid(number));
    this.#references.setOwnerPosition(number, position);
    return this.#table.at(position);
  }

  /** Notes that the object changed, if it is here. */
  touch(item: Item): void {
    const { position } = item;
    if (position < 0 || !markTouched(this.#table.rows, position * ROW)) return;
    this.#touched.push(position);
    this.#touchedUids.push(item.uid);
  }

  /** Uids changed since the last take, each once; taking forgets them. Cost: proportional to their number. */
  takeTouched(): Uid[] {
    const gone = this.#takeLeft();
    return gone.concat(this.#takeMarked());
  }

  /** Takes the uids that changed since the last take and are gone; it forgets all. */
  takeGone(): Uid[] {
    this.#takeMarked();
    return this.#takeLeft();
  }

  /** Uids that objects left; one that is back has a touched object. */
  #takeLeft(): Uid[] {
    return [...new Set(this.#left.splice(0))].filter((uid) => !this.get(uid));
  }

  #takeMarked(): Uid[] {
    const { rows } = this.#table;
    // An object that left has no row, and so no mark.
    const uids = this.#touchedUids.filter((_, index) =>
      clearTouched(rows, (this.#touched[index] ?? -1) * ROW),
    );
    this.#touched.length = 0;
    this.#touchedUids.length = 0;
    return uids;
  }

  /**
   * Takes over an update of an ordinary object whose reference, if any, names the same owner, by its row alone; returns the
   * references that it had. Any other update returns `undefined` and changes nothing.
   */
  refresh(item: Item, meta: ObjectMeta): readonly OwnerReference[] | undefined {
    const deleted = isDeleted(meta);
    if (deleted && !item.hasDeletion(meta)) return undefined;
    const flags = refreshRow(this.#table.rows, item.position * ROW, meta, deleted, this.#values);
    if (flags < 0) return undefined;
    const { ownerReferences = NO_OWNERS } = meta;
    const [reference] = ownerReferences;
    const isSame = reference === undefined || flagsOf(reference) === flags;
    return isSame ? ownerReferences : [withFlags(reference, flags)];
  }

  /** Whether an update shows something new, and not only a later resourceVersion or generation. */
  differs(item: Item, meta: ObjectMeta): boolean {
    const { position } = item;
    return position < 0 || differs(this.#table.rows, position * ROW, meta, this.#values);
  }

  /** Takes over what was seen of an object, beside its owners. */
  see(item: Item, meta: ObjectMeta): void {
    if (this.#writeRow(item, meta)) {
      item.pack(isDeleted(meta) ? lastSeenOf(meta) : undefined);
    } else {
      item.owners = this.#shareOwners(item.owners);
      const { ownerReferences = NO_OWNERS } = meta;
      const isSame = sameOwners(ownerReferences, item.owners);
      const seen = lastSeenOf(meta);
      item.see(
        this.#values.shareFinalizers(meta.finalizers),
        isSame ? seen : { ...seen, references: ownerReferences },
      );
    }
    this.touch(item);
  }

  /** False for an object that is not here or is out of the ordinary. */
  #writeRow(item: Item, meta: ObjectMeta): boolean {
    const { position } = item;
    if (position < 0) return false;
    const { rows } = this.#table;
    const at = position * ROW;
    const finalizers = this.#values.finalizersNumber(meta.finalizers);
    if (isWritten(rows, at)) {
      const reference = rows[at + REFERENCE] ?? 0;
      return writeRow(rows, at, meta, reference, flagsAt(rows, at), finalizers);
    }
    const { owners } = item;
    if (owners.length > 1) return false;
    const [reference] = owners;
    const flags = reference ? flagsOf(reference) : 0;
    return writeRow(rows, at, meta, this.#referenceNumber(reference), flags, finalizers);
  }

  /** Equal references that share what they can with others. */
  #shareOwners(owners: readonly OwnerReference[]): readonly OwnerReference[] {
    const reference = owners.length === 1 ? owners[0] : undefined;
    const number = this.#referenceNumber(reference);
    return reference && number > 0
      ? this.#references.list(number, flagsOf(reference))
      : this.#values.owners(owners);
  }

  /** Number of what a reference names, 0 for none; -1 if it has none, because it is out of the ordinary or disputed. */
  #referenceNumber(reference: OwnerReference | undefined): number {
    if (!reference) return 0;
    const known = this.#references.find(reference);
    if (known > 0 || !readUid(reference.uid)) return known;
    return this.#references.add(this.#values.owner(reference));
  }

  #makeRoom(): void {
    if (this.#table.hasManyGaps) {
      this.#rebuild();
      return;
    }
    // Half a million objects take a while to move.
    this.#table.grow();
    this.#rows.moveTo(this.#table.rows);
  }

  #rebuild(): void {
    const moved = this.#table.rebuild();
    this.#touched = this.#touched.map((position) => moved[position] ?? -1);
    const numberNow = this.#references.renumber();
    const { rows } = this.#table;
    this.#rows = new ObjectRows(rows, this.#values);
    for (let position = 0; position < this.#table.size; position++) {
      this.#table.at(position)?.enter(this.#rows, position);
      const at = position * ROW;
      if (isWritten(rows, at)) rows[at + REFERENCE] = numberNow(rows[at + REFERENCE] ?? 0);
    }
  }
}
