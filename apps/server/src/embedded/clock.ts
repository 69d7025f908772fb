import type { Millis } from '@gcscope/gc-core';

/** Time as the embedded cluster sees it; tests hand in one that they move by hand. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): Millis;
  /** Runs `action` once, `delay` milliseconds from now; the answer cancels it. */
  after(delay: Millis, action: () => void): () => void;
}

/** The machine's clock. Its timers do not keep the process alive: the listening socket does. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after: (delay, action) => {
    const timer = setTimeout(action, delay);
    timer.unref();
    return () => clearTimeout(timer);
  },
};
