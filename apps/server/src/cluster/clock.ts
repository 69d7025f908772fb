import type { Millis } from '@gcscope/gc-core/wire';

/** Time as an argument. `now` never goes back when the machine's clock is set. */
export interface Clock {
  /** Milliseconds since the Unix epoch, as of the start of the process plus the time run since. */
  now(): Millis;
  /** Calls `run` once after `delay`; the answer cancels it. */
  setTimeout(run: () => void, delay: Millis): () => void;
}

/** The clock of the machine, monotonic: suspended time counts, a corrected wall clock does not. */
export const systemClock: Clock = {
  now: () => Math.round(performance.timeOrigin + performance.now()),
  setTimeout: (run, delay) => {
    const timer = setTimeout(run, delay);
    return () => clearTimeout(timer);
  },
};

/** Resolves after `delay`, or at once when the signal is or becomes aborted; never rejects. */
export function sleep(clock: Clock, delay: Millis, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted || delay <= 0) {
      resolve();
      return;
    }
    const finish = (): void => {
      cancel();
      signal.removeEventListener('abort', finish);
      resolve();
    };
    const cancel = clock.setTimeout(finish, delay);
    signal.addEventListener('abort', finish, { once: true });
  });
}
