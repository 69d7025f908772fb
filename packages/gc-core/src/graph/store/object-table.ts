import { InvariantError } from '../../meta/invariant.ts';
import type { Uid } from '../../meta/object-reference.ts';
import { ROW } from './last-seen.ts';
import type { StoredObject } from './stored-object.ts';
import { UidSlots } from './uid-slots.ts';
import { readUid, takeWords, WORDS, words } from './uid-words.ts';

const SMALLEST = 256;
/** From this many objects on, memory counts more than how often all move. */
const LARGE = 100_000;

/**
 * A map from uid to object, in the order in which the uids came, with a row of numbers for each (see `last-seen.ts`).
 * Finding one of half a million texts in a `Map` reads six far places of memory; this reads two, for a uid of the form
 * that the API server gives is kept as four numbers.
 */
export class ObjectTable<Item extends StoredObject> {
  rows: Int32Array = new Int32Array(SMALLEST * ROW);
  #items: (Item | undefined)[] = [];
  #slots = new UidSlots(ROW, SMALLEST);
  /** Positions of uids of another form, or from a crowded neighbourhood. */
  #others = new Map<Uid, number>();
  #size = 0;
  /** One change asks for its uid several times in a row: what was found last, and where. */
  #lastUid: Uid | undefined;
  #lastPosition = -1;

  get size(): number {
    return this.#size;
  }

  at(position: number): Item | undefined {
    return position < 0 ? undefined : this.#items[position];
  }

  get(uid: Uid): Item | undefined {
    return this.at(this.find(uid));
  }

  /** Whether the next new uid moves every object to another position. */
  get isFull(): boolean {
    return this.#items.length * ROW >= this.rows.length;
  }

  /** Puts the object in place of the one with the same uid. */
  replace(position: number, item: Item): void {
    this.#items[position] = item;
  }

  /** The object at the position, with this uid, leaves. */
  delete(position: number, uid: Uid): void {
    this.#items[position] = undefined;
    this.#size--;
    this.#lastUid = undefined;
    if (this.#others.size > 0 && this.#others.delete(uid)) return;
    if (!this.#slots.leave(this.rows, position)) {
      throw new InvariantError('a uid that is not kept as text has a slot');
    }
  }

  /** The objects there are now. */
  values(): IterableIterator<Item> {
    return this.#items.filter((item) => item !== undefined).values();
  }

  /** Position of the uid, or -1. */
  find(uid: Uid): number {
    if (uid === this.#lastUid) return this.#lastPosition;
    const position = readUid(uid) ? this.#slots.find(this.rows) : -2;
    this.#lastUid = uid;
    this.#lastPosition = position === -2 ? (this.#others.get(uid) ?? -1) : position;
    return this.#lastPosition;
  }

  /** Position of the uid that `readUid` read last; -1 if there is none, -2 if it may be kept as text. */
  findRead(): number {
    return this.#slots.find(this.rows);
  }

  /** Where to look for uids. */
  get slots(): UidSlots {
    return this.#slots;
  }

  /** Puts an object with a new uid behind all others; returns its position. */
  append(item: Item): number {
    return this.#append(item, readUid(item.uid));
  }

  /** `hasWords`: its uid stands in `words`. */
  #append(item: Item, hasWords: boolean): number {
    const position = this.#items.length;
    this.#items.push(item);
    this.#size++;
    this.#lastUid = undefined;
    if (!hasWords || !this.#enter(position)) this.#others.set(item.uid, position);
    return position;
  }

  /** Enters the uid that stands in `words`; false if there is no slot near enough. */
  #enter(position: number): boolean {
    const at = position * ROW;
    for (let word = 0; word < WORDS; word++) this.rows[at + word] = words[word] ?? 0;
    return this.#slots.enter(position);
  }

  /** Whether enough objects left: closing the gaps then makes room. */
  get hasManyGaps(): boolean {
    return (this.#items.length - this.#size) * 8 > this.#items.length;
  }

  /** Makes room for a quarter more, and moves no object to another position. */
  grow(): void {
    const capacity = capacityFor(this.#items.length);
    const rows = new Int32Array(capacity * ROW);
    rows.set(this.rows);
    this.rows = rows;
    if (this.#slots.hasRoomFor(capacity)) return;
    this.#slots = new UidSlots(ROW, capacity);
    for (const [position, item] of this.#items.entries()) {
      if (!item || (this.#others.size > 0 && this.#others.has(item.uid))) continue;
      takeWords(rows, position * ROW);
      if (!this.#slots.enter(position)) this.#others.set(item.uid, position);
    }
  }

  /** Closes the gaps and makes room for a quarter more; returns the new position of each old one, -1 for a gap. */
  rebuild(): Int32Array {
    const [items, rows, others] = [this.#items, this.rows, this.#others];
    const capacity = capacityFor(this.#size);
    this.#slots = new UidSlots(ROW, capacity);
    this.rows = new Int32Array(capacity * ROW);
    this.#items = [];
    this.#others = new Map();
    this.#size = 0;
    const moved = new Int32Array(items.length).fill(-1);
    for (const [position, item] of items.entries()) {
      if (!item) continue;
      // Reading the words from the row takes a tenth of the time of reading the text again.
      const isText = others.size > 0 && others.has(item.uid);
      if (!isText) takeWords(rows, position * ROW);
      const to = this.#append(item, !isText || readUid(item.uid));
      moved[position] = to;
      for (let word = WORDS; word < ROW; word++) {
        this.rows[to * ROW + word] = rows[position * ROW + word] ?? 0;
      }
    }
    return moved;
  }
}

function capacityFor(items: number): number {
  const room = items < LARGE ? 1.6 : 1.25;
  return Math.max(SMALLEST, Math.ceil(items * room));
}
