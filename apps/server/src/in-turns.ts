import type { Millis } from '@gcscope/gc-core/wire';

/** Nobody who waits for the event loop notices a pause of this length. */
const TURN: Millis = 8;

/** Does long work step by step and lets others have their turn in between; whether it came to its end before the signal did. */
export async function inTurns(steps: Iterable<unknown>, signal: AbortSignal): Promise<boolean> {
  let began = performance.now();
  for (const _ of steps) {
    if (performance.now() - began < TURN) continue;
    await new Promise((resolve) => setImmediate(resolve));
    if (signal.aborted) return false;
    began = performance.now();
  }
  return true;
}
