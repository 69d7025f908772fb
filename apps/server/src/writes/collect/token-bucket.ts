import type { Millis } from '@gcscope/gc-core/wire';
import { type Clock, sleep } from '../../base/clock.ts';

/** Limits requests to a rate a second, and to a number at once after a pause; 0 a second is no limit. */
export class TokenBucket {
  readonly #clock: Clock;
  readonly #interval: Millis;
  readonly #burst: number;
  /** When the bucket would be full again; each token that is taken moves it on. */
  #fullAt: Millis = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock, perSecond: number, burst: number) {
    this.#clock = clock;
    this.#interval = perSecond > 0 ? 1000 / perSecond : 0;
    this.#burst = Math.max(1, burst);
  }

  /** Resolves when the next request may be sent, in the order of asking, or when the signal is aborted. */
  take(signal: AbortSignal): Promise<void> {
    const now = this.#clock.now();
    this.#fullAt = Math.max(this.#fullAt, now) + this.#interval;
    return sleep(this.#clock, this.#fullAt - now - this.#burst * this.#interval, signal);
  }
}
