import type { Millis } from '../meta/object-meta.ts';
import type { CollectorQueue } from './collector.ts';

/** One entry: made per add, and with the time it was first added, which a retry keeps (PG-01). */
export interface Entry<T> {
  readonly item: T;
  readonly since: Millis;
}

/** A queue of the Propagator generation: an item that is added twice is there twice, nothing is delayed (PG-01, PG-31). */
export class EntryQueue<T> implements CollectorQueue<T> {
  readonly #now: () => Millis;
  readonly #entries: Entry<T>[] = [];
  #adds = 0;
  #retries = 0;

  constructor(now: () => Millis) {
    this.#now = now;
  }

  get size(): number {
    return this.#entries.length;
  }

  get counts(): { readonly adds: number; readonly retries: number } {
    return { adds: this.#adds, retries: this.#retries };
  }

  items(): T[] {
    return this.#entries.map(({ item }) => item);
  }

  delayed(): readonly [] {
    return [];
  }

  releaseDue(): void {
    // Nothing is ever delayed.
  }

  /** Adds a new entry for the item behind all others, or in front of them. */
  add(item: T, where: 'back' | 'front' = 'back'): void {
    this.#adds++;
    const entry = { item, since: this.#now() };
    if (where === 'back') this.#entries.push(entry);
    else this.#entries.unshift(entry);
  }

  /** Puts the first entry of the item in front of all others; whether there was one. */
  bringForward(item: T): boolean {
    const at = this.#entries.findIndex((entry) => entry.item === item);
    if (at < 0) return false;
    this.#entries.unshift(...this.#entries.splice(at, 1));
    return true;
  }

  drop(item: T): void {
    const others = this.#entries.filter((entry) => entry.item !== item);
    this.#entries.splice(0, this.#entries.length, ...others);
  }

  /** The same entry waits again at once, with its old time (PG-31). */
  retry(entry: Entry<T>): void {
    this.#retries++;
    this.#entries.push(entry);
  }

  /** Takes the front entry. */
  takeEntry(): Entry<T> | undefined {
    return this.#entries.shift();
  }

  /** Takes the item of the front entry. */
  take(): T | undefined {
    return this.takeEntry()?.item;
  }

  done(): void {
    // An entry that is worked on is known to nobody but its worker.
  }
}
