import {
  type Coordinates,
  type OwnerReference,
  referenceWith,
  type Uid,
} from '../../meta/object-reference.ts';
import { UidSlots } from './uid-slots.ts';
import { hasWords, readUid, takeWords, WORDS, words } from './uid-words.ts';

/**
 * A row: four words of the uid, number of the type and length of the name in one, the position plus one where the owner
 * was found last, and the bytes of the name.
 */
const ROW = 16;
const TYPE = 4;
const OWNER = 5;
const NAME = 6;
/** Bytes of a word. */
const BYTES = 4;
/** Characters that find room; a longer name is compared as text. */
const LONGEST = (ROW - NAME) * BYTES;
/** Types with a number: eight bits; above them stands the length of the name. */
const TYPES = 256;
const LENGTH = 8;
const SMALLEST = 256;

const NONE: readonly OwnerReference[] = [];

interface Type {
  readonly apiVersion: string;
  readonly kind: string;
}

/** Lists of one reference, for different flags; almost always there is one. */
interface Lists {
  readonly flags: number;
  readonly list: readonly [OwnerReference];
  next: Lists | undefined;
}

/** Lists by the number of their reference. */
export type ReferenceLists = readonly (Lists | undefined)[];

/**
 * Numbers of what references name, beginning with 1: dependents of one owner have the same number, and the same list as
 * long as their flags are equal. What a number stands for is a row of numbers, as long as a line of the processor's
 * cache; as texts it would lie in five.
 */
export class SharedReferences {
  #capacity = SMALLEST;
  #slots = new UidSlots(ROW, SMALLEST);
  #rows = new Int32Array(SMALLEST * ROW);
  #bytes = new Uint8Array(this.#rows.buffer);
  #types: Type[] = [];
  #lists: (Lists | undefined)[] = [undefined];

  /** Number of what the reference names, or -1: a uid that was named otherwise before has no second number. */
  find(reference: Coordinates): number {
    const number = readUid(reference.uid) ? this.#slots.find(this.#rows) : -1;
    return number > 0 && this.#isNamed(number, reference) ? number : -1;
  }

  /**
   * A new number for what the reference names; -1 if its uid has one, or if its uid or its type is out of the ordinary.
   */
  add(reference: OwnerReference): number {
    const number = this.#lists.length;
    if (number >= this.#capacity) this.#grow();
    const type = this.#typeNumber(reference);
    if (type < 0 || !readUid(reference.uid)) return -1;
    if (this.#slots.find(this.#rows) !== -1 || !this.#slots.enter(number)) return -1;
    return this.#write(reference, type);
  }

  /** Gives the next number to the reference, whose uid stands in `words`. */
  #write(reference: OwnerReference, type: number): number {
    const number = this.#lists.length;
    this.#lists.push({ flags: flagsOf(reference), list: [reference], next: undefined });
    const at = number * ROW;
    for (let word = 0; word < WORDS; word++) this.#rows[at + word] = words[word] ?? 0;
    const length = this.#writeName(at, reference.name) ? reference.name.length : 0;
    this.#rows[at + TYPE] = type | (length << LENGTH);
    this.#rows[at + OWNER] = 0;
    return number;
  }

  /** Numbers start anew; returns the new number of each former one that is asked for. */
  renumber(): (former: number) => number {
    const lists = this.#lists;
    const numbers = new Int32Array(lists.length);
    this.#lists = [undefined];
    this.#types = [];
    this.#slots = new UidSlots(ROW, this.#capacity);
    return (former) => {
      const known = numbers[former] ?? 0;
      const reference = lists[former]?.list[0];
      if (known !== 0 || !reference) return known;
      readUid(reference.uid);
      // In another order one may find no slot near enough that had one: it is not found by its uid any more.
      this.#slots.enter(this.#lists.length);
      numbers[former] = this.#write(reference, this.#typeNumber(reference));
      return numbers[former] ?? -1;
    };
  }

  /** Whether the number is that of what the reference names. */
  isReference(number: number, reference: Coordinates): boolean {
    return (
      readUid(reference.uid) &&
      hasWords(this.#rows, number * ROW) &&
      this.#isNamed(number, reference)
    );
  }

  /** All but the uid. */
  #isNamed(number: number, { name, kind, apiVersion }: Coordinates): boolean {
    const rows = this.#rows;
    const at = number * ROW;
    const both = rows[at + TYPE] ?? 0;
    const type = this.#types[both & (TYPES - 1)];
    if (type === undefined || type.kind !== kind || type.apiVersion !== apiVersion) return false;
    const length = both >>> LENGTH;
    if (length === 0) return this.#lists[number]?.list[0].name === name;
    return length === name.length && this.#hasName(at, name);
  }

  /** The list of the one reference with this number and these flags, the same each time. */
  list(number: number, flags: number): readonly OwnerReference[] {
    return listOf(this.#lists, number, flags);
  }

  /** By number, until numbers start anew. */
  get lists(): ReferenceLists {
    return this.#lists;
  }

  /** Position where the owner with this number was found last, which may have left since; -1 if nowhere. */
  ownerPosition(number: number): number {
    return (this.#rows[number * ROW + OWNER] ?? 0) - 1;
  }

  /** The owner with this number was found there. Positions are forgotten when numbers start anew. */
  setOwnerPosition(number: number, position: number): void {
    this.#rows[number * ROW + OWNER] = position + 1;
  }

  /** The uid as text. */
  uid(number: number): Uid {
    return this.#lists[number]?.list[0].uid ?? '';
  }

  /** The uid of the number is the one that was read last (see `readUid`). */
  readUidOf(number: number): void {
    takeWords(this.#rows, number * ROW);
  }

  #typeNumber({ kind, apiVersion }: Type): number {
    const types = this.#types;
    const known = types.findIndex((type) => type.kind === kind && type.apiVersion === apiVersion);
    if (known >= 0 || types.length >= TYPES) return known;
    return types.push({ kind, apiVersion }) - 1;
  }

  /** False if the name does not find room, or not in bytes. */
  #writeName(at: number, name: string): boolean {
    if (name.length > LONGEST) return false;
    const from = (at + NAME) * BYTES;
    for (let i = 0; i < name.length; i++) this.#bytes[from + i] = name.charCodeAt(i);
    return this.#hasName(at, name);
  }

  #hasName(at: number, name: string): boolean {
    const bytes = this.#bytes;
    const from = (at + NAME) * BYTES;
    for (let i = 0; i < name.length; i++) {
      if (bytes[from + i] !== name.charCodeAt(i)) return false;
    }
    return true;
  }

  #grow(): void {
    const rows = this.#rows;
    this.#capacity = Math.ceil(this.#capacity * 1.5);
    this.#slots = new UidSlots(ROW, this.#capacity);
    this.#rows = new Int32Array(this.#capacity * ROW);
    this.#rows.set(rows);
    this.#bytes = new Uint8Array(this.#rows.buffer);
    for (let number = 1; number < this.#lists.length; number++) {
      takeWords(rows, number * ROW);
      this.#slots.enter(number);
    }
  }
}

/** The list of the one reference with this number and these flags, the same each time. */
export function listOf(
  all: ReferenceLists,
  number: number,
  flags: number,
): readonly OwnerReference[] {
  const first = all[number];
  let lists = first;
  while (lists !== undefined && lists.flags !== flags) lists = lists.next;
  if (lists !== undefined) return lists.list;
  if (first === undefined) return NONE;
  const list: readonly [OwnerReference] = [withFlags(first.list[0], flags)];
  first.next = { flags, list, next: first.next };
  return list;
}

/** Two bits each for `controller` and `blockOwnerDeletion`: absent, false, true. */
export function flagsOf({ controller, blockOwnerDeletion }: OwnerReference): number {
  return flag(controller) | (flag(blockOwnerDeletion) << 2);
}

function flag(value: boolean | undefined): number {
  return value === undefined ? 0 : value ? 2 : 1;
}

/** A reference with these flags. */
export function withFlags(coordinates: Coordinates, flags: number): OwnerReference {
  return referenceWith(coordinates, FLAGS[flags & 3], FLAGS[flags >>> 2]);
}

const FLAGS = [undefined, false, true];
