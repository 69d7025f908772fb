import { BLOCKING, CONTROLLER, type Edges, FURTHER, INVALID, WAITED } from './rows.ts';

const UNKNOWN = -1;
const NO_ROW = -2;

/** Collects the references of one row after the other. */
export class EdgeColumns {
  readonly #firsts: Int32Array;
  readonly #owners: Int32Array;
  readonly #traits: Uint8Array;
  #row = 0;
  #first = 0;
  #end = 0;
  /** Position of the primary owner of the current row: the controller, else the first. */
  #primary = UNKNOWN;
  #hasController = false;

  /** Takes so many rows with so many references. */
  constructor(rows: number, references: number) {
    this.#firsts = new Int32Array(rows + 1);
    this.#owners = new Int32Array(references);
    this.#traits = new Uint8Array(references);
  }

  /** The only reference of the current row, and its end. Most rows have no more than one. */
  addOnly(owner: number, traits: number): void {
    if (owner >= 0) {
      this.#owners[this.#end] = owner;
      this.#traits[this.#end++] = traits;
    }
    this.#first = this.#end;
    this.#firsts[++this.#row] = this.#end;
  }

  /** A reference of the current row. `owner` is -1 for one that is no row. */
  add(owner: number, traits: number): void {
    let at = this.#first;
    while (at < this.#end && this.#owners[at] !== owner) at++;
    if (owner < 0) at = NO_ROW;
    else if (at === this.#end) this.#end++;
    if (owner >= 0) {
      this.#owners[at] = owner;
      this.#traits[at] = (this.#traits[at] as number) | traits;
    }
    const isController = (traits & CONTROLLER) !== 0;
    if (this.#primary !== UNKNOWN && (!isController || this.#hasController)) return;
    this.#primary = at;
    this.#hasController = isController;
  }

  /** Ends the current row: all its references were added. */
  endRow(): void {
    for (let at = this.#first; at < this.#end; at++) {
      if (at !== this.#primary) this.#traits[at] = (this.#traits[at] as number) | FURTHER;
    }
    this.#first = this.#end;
    this.#firsts[++this.#row] = this.#end;
    this.#primary = UNKNOWN;
    this.#hasController = false;
  }

  /** The edges; `waiting` are the owners whose foreground deletion waits for dependents. No owner waits for a row that `isGone`. */
  finish(waiting: ReadonlySet<number>, isGone: (row: number) => boolean = () => false): Edges {
    for (let row = 0; waiting.size > 0 && row < this.#row; row++) {
      const end = isGone(row) ? 0 : (this.#firsts[row + 1] as number);
      for (let at = this.#firsts[row] as number; at < end; at++) {
        const traits = this.#traits[at] as number;
        if ((traits & BLOCKING) === 0 || !waiting.has(this.#owners[at] as number)) continue;
        this.#traits[at] = traits | WAITED;
      }
    }
    return { firsts: this.#firsts, owners: this.#owners, traits: this.#traits };
  }
}

/** The traits of a reference, added up. */
export function edgeTraits(controller: boolean, blocking: boolean, invalid: boolean): number {
  return (controller ? CONTROLLER : 0) + (blocking ? BLOCKING : 0) + (invalid ? INVALID : 0);
}
