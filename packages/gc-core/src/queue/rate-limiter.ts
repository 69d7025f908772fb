import type { Millis } from '../meta/object-meta.ts';

/** First delay of an item that failed, doubled with each failure (QU-03). */
const BASE_DELAY: Millis = 5;
const MAX_DELAY: Millis = 1_000_000;
/** The bucket all items of a queue share: 10 a second, 100 at once (QU-03). */
const BUCKET_SIZE = 100;
const BUCKET_INTERVAL: Millis = 100;

/** How long an item has to wait before it may be queued again: the longer of its own back-off and the shared bucket's (QU-03). */
export class RateLimiter<T> {
  readonly #failures = new Map<T, number>();
  /** When the bucket would be full again; each taken token moves it on. */
  #bucketFullAt: Millis = 0;

  /** The delay for one more failure of the item, in milliseconds from `now`. */
  when(item: T, now: Millis): Millis {
    const failures = this.#failures.get(item) ?? 0;
    this.#failures.set(item, failures + 1);
    const backoff = Math.min(BASE_DELAY * 2 ** failures, MAX_DELAY);
    this.#bucketFullAt = Math.max(this.#bucketFullAt, now) + BUCKET_INTERVAL;
    const bucket = this.#bucketFullAt - now - BUCKET_SIZE * BUCKET_INTERVAL;
    return Math.max(backoff, bucket, 0);
  }

  /** The item's failures no longer count (QU-04). */
  forget(item: T): void {
    this.#failures.delete(item);
  }
}
