import type { Millis } from '@gcscope/gc-core/wire';
import type { HealthBook } from './cluster-health.ts';

/** A first list that brings nothing for so long does not keep the others from being judged. */
export const QUIET: Millis = 1000;
/** Fewer are judged in a few ticks, whatever comes after them. */
const MANY = 5000;

/** Judges the objects of many first lists once: before the owners of an object are read, its verdict says nothing. */
export class FirstLists {
  #isCatchingUp = false;
  #isAllDue = false;
  /** When one of them brought something. */
  #brought: Millis = 0;
  readonly #many: number;

  /** Fewer objects than `many` are judged as they come. */
  constructor(many: number = MANY) {
    this.#many = many;
  }

  /** Whether their objects are not judged yet. */
  get isCatchingUp(): boolean {
    return this.#isCatchingUp;
  }

  /** Whether all that there is will be judged once they are read. */
  get isAllDue(): boolean {
    return this.#isAllDue;
  }

  /** One of them has brought something. */
  brought(now: Millis): void {
    this.#brought = now;
  }

  /** Whether more is to come before anything is judged, when the graph has so many objects. */
  areAwaited(health: HealthBook, objects: number, now: Millis): boolean {
    if (!health.isListing || objects < this.#many) return false;
    const isFirst = this.#isCatchingUp || health.current.state === 'syncing';
    if (!isFirst || now - this.#brought >= QUIET) return false;
    if (!this.#isCatchingUp) this.#isAllDue = true;
    this.#isCatchingUp = true;
    return true;
  }

  /** All that there is begins to be judged. */
  begun(): void {
    this.#isAllDue = false;
  }

  /** All of it is judged. */
  judged(): void {
    this.#isCatchingUp = false;
  }
}
