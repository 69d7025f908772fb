/**
 * Groups rows by three whole numbers. It makes no object for a row or a lonely one: a `Map` of arrays takes ten times as long
 * where it runs once, before the first picture.
 */
export class Groups {
  /** By hash: 1 + the first row of a group. The length is a power of two. */
  readonly #table: Int32Array;
  readonly #keys: Int32Array;
  /** By row: the first row of its group, or -1. */
  readonly #firsts: Int32Array;
  /** By first row: the size of its group. */
  readonly #counts: Int32Array;

  /** Takes rows below `size`. */
  constructor(size: number) {
    this.#table = new Int32Array(2 ** Math.ceil(Math.log2(2 * size + 2)));
    this.#keys = new Int32Array(3 * size);
    this.#firsts = new Int32Array(size).fill(-1);
    this.#counts = new Int32Array(size);
  }

  /** Adds the row to the group of the row `first`, which may be itself. */
  add(row: number, first: number): void {
    this.#firsts[row] = first;
    this.#counts[first] = (this.#counts[first] as number) + 1;
  }

  /** The first row that was asked for with these numbers; the row itself if none was. */
  firstLike(row: number, a: number, b: number, c: number): number {
    const last = this.#table.length - 1;
    let at = Math.imul(Math.imul(Math.imul(a, MIX) ^ b, MIX) ^ c, MIX);
    at = (at ^ (at >>> 15)) & last;
    for (let first = this.#table[at] as number; first > 0; first = this.#table[at] as number) {
      if (this.#isLike(3 * (first - 1), a, b, c)) return first - 1;
      at = (at + 1) & last;
    }
    this.#table[at] = row + 1;
    this.#keys[3 * row] = a;
    this.#keys[3 * row + 1] = b;
    this.#keys[3 * row + 2] = c;
    return row;
  }

  /** The groups of at least so many rows, in the order of their first rows; rows in ascending order. */
  of(least: number): number[][] {
    const groups: number[][] = [];
    const places = new Int32Array(this.#firsts.length).fill(-1);
    for (let row = 0; row < this.#firsts.length; row++) {
      const first = this.#firsts[row] as number;
      if (first < 0 || (this.#counts[first] as number) < least) continue;
      if (places[first] === -1) places[first] = groups.push([]) - 1;
      groups[places[first] as number]?.push(row);
    }
    return groups;
  }

  #isLike(at: number, a: number, b: number, c: number): boolean {
    const keys = this.#keys;
    return keys[at] === a && keys[at + 1] === b && keys[at + 2] === c;
  }
}

/** Odd and without pattern: the golden ratio in 32 bits. */
const MIX = 0x9e3779b1;
