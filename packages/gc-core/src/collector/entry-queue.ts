import type { Millis } from '../meta/object-meta.ts';
import type { CollectorQueue } from './collector.ts';

/** One entry: made per add, and with the time it was first added, which a retry keeps (PG-01). */
export interface Entry<T> {
  readonly item: T;
  readonly since: Millis;
  /** The one that waits behind it. */
  next?: Entry<T> | undefined;
}

/**
 * A queue of events, and any queue of the Propagator generation: an item that is added twice is there twice, nothing is
 * delayed (PG-01, PG-31).
 */
export class EntryQueue<T> implements CollectorQueue<T> {
  readonly #now: () => Millis;
  readonly #waited: ((duration: Millis) => void) | undefined;
  #first: Entry<T> | undefined;
  #last: Entry<T> | undefined;
  #size = 0;
  #adds = 0;
  #retries = 0;

  /** `waited` is called for each entry that is taken, with the time that it waited. */
  constructor(now: () => Millis, waited?: (duration: Millis) => void) {
    this.#now = now;
    this.#waited = waited;
  }

  get size(): number {
    return this.#size;
  }

  get counts(): { readonly adds: number; readonly retries: number } {
    return { adds: this.#adds, retries: this.#retries };
  }

  items(): T[] {
    return this.#entries().map(({ item }) => item);
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
    const entry: Entry<T> = { item, since: this.#now(), next: undefined };
    if (where === 'back') this.#append(entry);
    else this.#wait([entry, ...this.#entries()]);
  }

  /** Puts the first entry of the item in front of all others; whether there was one. */
  bringForward(item: T): boolean {
    const entries = this.#entries();
    const first = entries.find((entry) => entry.item === item);
    if (first) this.#wait([first, ...entries.filter((entry) => entry !== first)]);
    return first !== undefined;
  }

  drop(item: T): void {
    this.#wait(this.#entries().filter((entry) => entry.item !== item));
  }

  /** The same entry waits again at once, with its old time (PG-31). */
  retry(entry: Entry<T>): void {
    this.#retries++;
    this.#append(entry);
  }

  takeEntry(): Entry<T> | undefined {
    const entry = this.#first;
    if (!entry) return undefined;
    this.#first = entry.next;
    this.#size--;
    this.#waited?.(this.#now() - entry.since);
    return entry;
  }

  take(): T | undefined {
    return this.takeEntry()?.item;
  }

  done(): void {
    // An entry that is worked on is known to its worker only.
  }

  #append(entry: Entry<T>): void {
    entry.next = undefined;
    if (this.#first && this.#last) this.#last.next = entry;
    else this.#first = entry;
    this.#last = entry;
    this.#size++;
  }

  /** These wait, in their order, and no others. */
  #wait(entries: readonly Entry<T>[]): void {
    this.#first = undefined;
    this.#size = 0;
    for (const entry of entries) this.#append(entry);
  }

  #entries(): Entry<T>[] {
    const entries: Entry<T>[] = [];
    for (let entry = this.#first; entry; entry = entry.next) entries.push(entry);
    return entries;
  }
}
