import type { Millis } from '@gcscope/gc-core/wire';
import type { Clock } from '../clock.ts';

/** Counting goes through all kinds and namespaces. */
const COUNT_AGAIN: Millis = 1000;
/** A kind with no more than this part of the objects is always read: leaving it out would hardly help. */
const SMALL = 1 / 20;

/** How many objects all kinds together may have: more end in a kind that is not read, not in a process without memory. */
export class ObjectCap {
  readonly most: number;
  readonly #count: () => number;
  readonly #clock: Clock;
  #counted = 0;
  #at = Number.NEGATIVE_INFINITY;

  constructor(most: number, count: () => number, clock: Clock) {
    this.most = most;
    this.#count = count;
    this.#clock = clock;
  }

  /** What to say of a kind that is left out. */
  get message(): string {
    return `gcscope would hold more than ${this.most} objects with those of this kind, so it leaves them out; give --max-objects a higher number if there is memory for it.`;
  }

  /** So many objects were added. */
  add(objects: number): void {
    this.#counted += objects;
  }

  /** A kind was left out: the objects are counted again. */
  recount(): void {
    this.#at = Number.NEGATIVE_INFINITY;
  }

  /** Whether a kind of this size, of which `more` objects are not counted yet, has to be left out. */
  isExceededBy(size: number, more = 0): boolean {
    const age = this.#clock.now() - this.#at;
    if (age >= COUNT_AGAIN || age < 0) {
      this.#counted = this.#count();
      this.#at = this.#clock.now();
    }
    return this.#counted + more > this.most && size > this.most * SMALL;
  }
}
