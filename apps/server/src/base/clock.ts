import { once } from 'node:events';
import type { Millis } from '@gcscope/gc-core/wire';

/** Time as an argument. */
export interface Clock {
  /** Milliseconds since the Unix epoch. May jump when the machine's clock is set: good for showing and for forgetting, not for waiting. */
  now(): Millis;
  /** Calls `run` once after `delay`; the answer cancels it. */
  setTimeout(run: () => void, delay: Millis): () => void;
}

/** The clock of the machine; its waits do not depend on the wall clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
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

/** Resolves when the signal is aborted. */
export async function aborted(signal: AbortSignal): Promise<undefined> {
  if (!signal.aborted) await once(signal, 'abort');
}
