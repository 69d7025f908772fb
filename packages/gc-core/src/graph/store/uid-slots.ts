import { hashWords, hasWords, words } from './uid-words.ts';

/** A slot holds eight bits of a uid's hash, and a position plus one; 0 is a slot that was never used. */
const POSITION = 0xff_ffff;
/** The position of an entry that left: the search goes on behind it. */
const LEFT = POSITION;
/** A uid that finds no slot within this many has none: uids in references are chosen by users. */
const REACH = 64;
const SMALLEST = 512;
/** From here on a table grows eightfold: to enter all its rows again takes longer than others should wait. */
const LARGE = 2 ** 17;

/** Where rows of numbers that begin with the words of a uid are found: open addressing, in a fixed number of slots. */
export class UidSlots {
  readonly #row: number;
  readonly #slots: Int32Array;

  /** `row`: numbers in a row; `capacity`: how many rows there may be. */
  constructor(row: number, capacity: number) {
    this.#row = row;
    this.#slots = new Int32Array(slotsFor(capacity));
  }

  /** Whether there is room for this many rows. */
  hasRoomFor(capacity: number): boolean {
    return slotsFor(capacity) <= this.#slots.length;
  }

  /** Position of the row that begins with the `words`; -1 if there is none, -2 if there may be one without a slot. */
  find(rows: Int32Array): number {
    const hash = hashWords(words, 0);
    const slots = this.#slots;
    const mask = slots.length - 1;
    for (let step = 0; step < REACH; step++) {
      const slot = slots[(hash + step) & mask] ?? 0;
      if (slot === 0) return -1;
      if (((slot ^ hash) & ~POSITION) !== 0) continue;
      const position = (slot & POSITION) - 1;
      if (position + 1 !== LEFT && hasWords(rows, position * this.#row)) return position;
    }
    return -2;
  }

  /** Enters the row that begins with the `words`; false if there is no slot near enough. */
  enter(position: number): boolean {
    if (position + 1 >= LEFT) return false;
    const hash = hashWords(words, 0);
    const mask = this.#slots.length - 1;
    for (let step = 0; step < REACH; step++) {
      const index = (hash + step) & mask;
      if (this.#slots[index] !== 0) continue;
      this.#slots[index] = (hash & ~POSITION) | (position + 1);
      return true;
    }
    return false;
  }

  /** The row at the position leaves; false if it has no slot. */
  leave(rows: Int32Array, position: number): boolean {
    const hash = hashWords(rows, position * this.#row);
    const mask = this.#slots.length - 1;
    for (let step = 0; step < REACH; step++) {
      const index = (hash + step) & mask;
      if (((this.#slots[index] ?? 0) & POSITION) !== position + 1) continue;
      this.#slots[index] = LEFT;
      return true;
    }
    return false;
  }
}

function slotsFor(capacity: number): number {
  let slots = SMALLEST;
  while (slots < capacity * 1.5) slots *= slots < LARGE ? 2 : 8;
  return slots;
}
