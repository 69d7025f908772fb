import type { Millis } from '@gcscope/gc-core/wire';

const FIRST: Millis = 800;
const LONGEST: Millis = 30_000;
/** After this long without a failure the next one counts as the first. */
const CALM: Millis = 120_000;

/** Waits after failures in a row: 800 ms doubling to 30 s, each lengthened by up to its own length, as client-go's reflector does. */
export class Backoff {
  readonly #random: () => number;
  #failures = 0;
  #lastFailure: Millis = 0;

  constructor(random: () => number) {
    this.#random = random;
  }

  /** How long to wait after a failure at `now`. */
  next(now: Millis): Millis {
    if (now - this.#lastFailure > CALM) this.#failures = 0;
    const base = Math.min(FIRST * 2 ** this.#failures, LONGEST);
    const wait = base * (1 + this.#random());
    this.#failures++;
    // Count calm time from the end of the wait.
    this.#lastFailure = now + wait;
    return wait;
  }
}
