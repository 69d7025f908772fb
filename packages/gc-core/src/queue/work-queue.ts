import type { Millis } from '../meta/object-meta.ts';
import { RateLimiter } from './rate-limiter.ts';

/**
 * A work queue (QU-02): items wait once, by object identity, first in, first out. An item that is added while it is
 * worked on waits again as soon as the worker is done with it.
 */
export class WorkQueue<T extends object> {
  readonly #now: () => Millis;
  readonly #waited: ((duration: Millis) => void) | undefined;
  /** When those that wait were added, if there is a listener. */
  readonly #since = new Map<T, Millis>();
  readonly #rateLimiter = new RateLimiter<T>();
  readonly #waiting = new Set<T>();
  /** Behind all that was taken: from the beginning each take would pass the gaps that those before it left. */
  #front = this.#waiting.values();
  /** As few as there are workers: a Set of one is made anew whenever it becomes empty. */
  readonly #processing: T[] = [];
  readonly #dirty = new Set<T>();
  readonly #delayed = new Map<T, Millis>();
  #adds = 0;
  #retries = 0;

  /** `waited` is called for each item that is taken, with the time that it waited. */
  constructor(now: () => Millis, waited?: (duration: Millis) => void) {
    this.#now = now;
    this.#waited = waited;
  }

  /** Number of waiting items; delayed ones and those worked on do not count. */
  get size(): number {
    return this.#waiting.size;
  }

  /** Adds that were not there already, and rate-limited adds, since the start. */
  get counts(): { readonly adds: number; readonly retries: number } {
    return { adds: this.#adds, retries: this.#retries };
  }

  /** Waiting items in order. */
  items(): T[] {
    return [...this.#waiting];
  }

  /** Adds an item without delay, or in front of all others. */
  add(item: T, where: 'back' | 'front' = 'back'): void {
    const known = this.#processing.includes(item) ? this.#dirty : this.#waiting;
    if (known.has(item)) return;
    this.#adds++;
    if (this.#waited) this.#since.set(item, this.#now());
    if (where === 'back' || known === this.#dirty) {
      known.add(item);
      return;
    }
    const behind = this.items();
    this.#waiting.clear();
    this.#front = this.#waiting.values();
    for (const each of [item, ...behind]) this.#waiting.add(each);
  }

  /** Puts a waiting item in front of all others; whether it waited. */
  bringForward(item: T): boolean {
    if (!this.#waiting.delete(item)) return false;
    this.add(item, 'front');
    this.#adds--;
    return true;
  }

  /** Adds the item after the rate limiter's delay (QU-03). */
  addRateLimited(item: T): void {
    this.#retries++;
    const due = this.#now() + this.#rateLimiter.when(item, this.#now());
    const known = this.#delayed.get(item);
    if (known === undefined || due < known) this.#delayed.set(item, due);
  }

  /** Takes the front item to work on; `done` must follow. */
  take(): T | undefined {
    let next = this.#front.next();
    if (next.done) {
      this.#front = this.#waiting.values();
      next = this.#front.next();
    }
    if (next.done) return undefined;
    this.#waiting.delete(next.value);
    this.#processing.push(next.value);
    this.#notify(next.value);
    return next.value;
  }

  #notify(item: T): void {
    const since = this.#since.get(item);
    if (since === undefined) return;
    this.#since.delete(item);
    this.#waited?.(this.#now() - since);
  }

  /** The worker is done; an item added meanwhile waits again. */
  done(item: T): void {
    const at = this.#processing.indexOf(item);
    const last = at < 0 ? undefined : this.#processing.pop();
    if (last && last !== item) this.#processing[at] = last;
    if (this.#dirty.delete(item)) this.#waiting.add(item);
  }

  /** Failures of the item no longer count (QU-04). */
  forget(item: T): void {
    this.#rateLimiter.forget(item);
  }

  /** Delayed items with the time they are due, soonest first. */
  delayed(): readonly { readonly item: T; readonly due: Millis }[] {
    const entries = [...this.#delayed].map(([item, due]) => ({ item, due }));
    return entries.sort((a, b) => a.due - b.due);
  }

  /** The item waits no more, neither now nor later, and its failures do not count. */
  drop(item: T): void {
    this.#waiting.delete(item);
    this.#since.delete(item);
    this.#delayed.delete(item);
    this.forget(item);
  }

  /** Moves the delayed items whose time has come to the waiting ones. */
  releaseDue(): void {
    if (this.#delayed.size === 0) return;
    for (const { item, due } of this.delayed()) {
      if (due > this.#now()) return;
      this.release(item);
    }
  }

  /** Ends the delay of one item, or of none when it is not delayed. */
  release(item: T): void {
    if (this.#delayed.delete(item)) this.add(item);
  }
}
