import { expectUids, UID_LENGTH, WORDS } from './uid-words.ts';

/** Of every platform there is, but not of the language. */
declare const TextEncoder: new () => {
  encodeInto(text: string, bytes: Uint8Array): { read: number; written: number };
};

/** Takes the place of a text that is no uid. */
const BLANK = ' '.repeat(UID_LENGTH);
const PAIRS = UID_LENGTH / 2;
const HYPHEN = 0x2d;
/** Beside its digit, a pair says on which side of it the hyphen stands. */
const HYPHEN_FIRST = 0x100;
const HYPHEN_LAST = 0x200;

/** By the two bytes of a pair of characters: the number of their digits; -1 if they are none. */
const DIGITS = new Int16Array(65_536).fill(-1);
const codeOf = (digit: number): number => digit.toString(16).charCodeAt(0);
const pair = new Uint8Array(2);
const pairNumber = new Uint16Array(pair.buffer);
function enter(first: number, last: number, value: number): void {
  pair[0] = first;
  pair[1] = last;
  DIGITS[pairNumber[0] ?? 0] = value;
}
for (let digit = 0; digit < 16; digit++) {
  enter(HYPHEN, codeOf(digit), HYPHEN_FIRST | digit);
  enter(codeOf(digit), HYPHEN, HYPHEN_LAST | digit);
  for (let next = 0; next < 16; next++) enter(codeOf(digit), codeOf(next), (digit << 4) | next);
}

function digitsOf(pairs: Uint16Array, at: number): number {
  return DIGITS[pairs[at] ?? 0] ?? -1;
}

/**
 * Uids that are read in one go. Their texts become bytes together: to ask each for its characters takes twice as long.
 */
export class UidBatch {
  readonly #encoder = new TextEncoder();
  readonly #bytes: Uint8Array;
  readonly #pairs: Uint16Array;
  /** Four of each uid; any of a text that is none. */
  readonly words: Int32Array;
  /** 1 of each text that is a uid. */
  readonly #isUid: Uint8Array;
  #size = 0;
  #text = '';

  /** `capacity`: how many at most. */
  constructor(capacity: number) {
    this.#bytes = new Uint8Array(capacity * UID_LENGTH);
    this.#pairs = new Uint16Array(this.#bytes.buffer);
    this.words = new Int32Array(capacity * WORDS);
    this.#isUid = new Uint8Array(capacity);
  }

  /** Makes room for others. */
  clear(): void {
    expectUids('', 0, '', 0, this.words);
    this.#size = 0;
    this.#text = '';
  }

  /** Adds what may be a uid. */
  add(uid: string | undefined): void {
    const isLong = uid?.length === UID_LENGTH;
    this.#isUid[this.#size++] = isLong ? 1 : 0;
    this.#text += isLong ? uid : BLANK;
  }

  /** Reads all that were added. */
  read(): void {
    const { read, written } = this.#encoder.encodeInto(this.#text, this.#bytes);
    // A character that takes more than one byte moves all behind it.
    const isPlain = read === this.#text.length && read === written;
    for (let index = 0; index < this.#size; index++) {
      if (!isPlain || !this.#read(index * PAIRS, index * WORDS)) this.#isUid[index] = 0;
    }
    this.#text = '';
  }

  /** Whether the text with this index is a uid. */
  isUid(index: number): boolean {
    return this.#isUid[index] === 1;
  }

  /** `readUid` is about to be asked for these two, which were added with this index and the next. */
  expect(index: number, uid: string, next: string): void {
    const at = index * WORDS;
    const [known, nextKnown] = [this.isUid(index), this.isUid(index + 1)];
    expectUids(known ? uid : '', at, nextKnown ? next : '', at + WORDS, this.words);
  }

  /** False for anything but a uid as `readUid` knows it, and for the nil one. */
  #read(from: number, to: number): boolean {
    const pairs = this.#pairs;
    const a = digitsOf(pairs, from);
    const b = digitsOf(pairs, from + 1);
    const c = digitsOf(pairs, from + 2);
    const d = digitsOf(pairs, from + 3);
    const e = digitsOf(pairs, from + 4) ^ HYPHEN_FIRST;
    const f = digitsOf(pairs, from + 5);
    const g = digitsOf(pairs, from + 6) ^ HYPHEN_LAST;
    const h = digitsOf(pairs, from + 7);
    const i = digitsOf(pairs, from + 8);
    const j = digitsOf(pairs, from + 9) ^ HYPHEN_FIRST;
    const k = digitsOf(pairs, from + 10);
    const l = digitsOf(pairs, from + 11) ^ HYPHEN_LAST;
    const m = digitsOf(pairs, from + 12);
    const n = digitsOf(pairs, from + 13);
    const o = digitsOf(pairs, from + 14);
    const p = digitsOf(pairs, from + 15);
    const q = digitsOf(pairs, from + 16);
    const r = digitsOf(pairs, from + 17);
    const two = a | b | c | d | f | h | i | k | m | n | o | p | q | r;
    const one = e | g | j | l;
    const first = (a << 24) | (b << 16) | (c << 8) | d;
    const second = (e << 28) | (f << 20) | (g << 16) | (h << 8) | i;
    const third = (j << 28) | (k << 20) | (l << 16) | (m << 8) | n;
    const fourth = (o << 24) | (p << 16) | (q << 8) | r;
    const { words } = this;
    words[to] = first;
    words[to + 1] = second;
    words[to + 2] = third;
    words[to + 3] = fourth;
    // Nothing but zeros stands in the row of a node whose uid is a text, too: that node is another.
    if ((first | second | third | fourth) === 0) return false;
    return (two & ~255) === 0 && (one & ~15) === 0;
  }
}
