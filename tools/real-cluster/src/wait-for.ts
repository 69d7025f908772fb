import { setTimeout as delay } from 'node:timers/promises';

const POLL = 40;

/** Options of {@link waitFor}; times in milliseconds. */
export interface WaitOptions {
  readonly within?: number;
  /** Asked before every look; a text ends the waiting with that text as the error. */
  readonly hopeless?: () => string | undefined;
}

/**
 * Resolves with the first value of `look` that is not undefined. Rejects with
 * `Waited 60.0 s for <what>.` when there is none in time; errors of `look` pass through.
 */
export async function waitFor<Value>(
  what: string,
  look: () => Promise<Value | undefined> | Value | undefined,
  options: WaitOptions = {},
): Promise<Value> {
  const { within = 60_000, hopeless } = options;
  const deadline = performance.now() + within;
  for (;;) {
    const end = hopeless?.();
    if (end !== undefined) throw new Error(end);
    const value = await look();
    if (value !== undefined) return value;
    if (performance.now() > deadline) {
      throw new Error(`Waited ${(within / 1000).toFixed(1)} s for ${what}.`);
    }
    await delay(POLL);
  }
}
