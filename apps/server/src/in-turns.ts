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

/** Does long work that has an answer step by step, and lets others have their turn in between. */
export async function answerInTurns<Answer>(steps: Generator<unknown, Answer>): Promise<Answer> {
  for (let began = performance.now(); ; ) {
    const step = steps.next();
    if (step.done) return step.value;
    if (performance.now() - began < TURN) continue;
    await new Promise((resolve) => setImmediate(resolve));
    began = performance.now();
  }
}
