import type { Millis } from '@gcscope/gc-core/wire';

/** Other work does not notice a pause of this length. */
export const TURN: Millis = 8;
/** When long work began in this turn of the event loop; an immediate that ends the turn is due then. */
let began: Millis | undefined;
/** Work that goes on in later turns, one in each. */
const waiting: (() => void)[] = [];

/** Whether work that takes turns may go on in this turn of the event loop. */
function hasTime(): boolean {
  if (began !== undefined) return performance.now() - began < TURN;
  began = performance.now();
  setImmediate(nextTurn);
  return true;
}

function nextTurn(): void {
  const next = waiting.shift();
  began = next && performance.now();
  if (!next) return;
  setImmediate(nextTurn);
  next();
}

/** Resolves in a later turn of the event loop, which no other work has begun. Call it after `hasTime` has said no. */
function laterTurn(): Promise<void> {
  return new Promise((resolve) => waiting.push(resolve));
}

/** Does long work step by step and lets others have their turn in between; whether it came to its end before the signal did. */
export async function inTurns(steps: Iterable<unknown>, signal: AbortSignal): Promise<boolean> {
  if (!hasTime()) await laterTurn();
  if (signal.aborted) return false;
  for (const _ of steps) {
    if (hasTime()) continue;
    await laterTurn();
    if (signal.aborted) return false;
  }
  return true;
}

/** Does long work that has an answer step by step, and lets others have their turn in between. */
export async function answerInTurns<Answer>(steps: Generator<unknown, Answer>): Promise<Answer> {
  for (;;) {
    if (!hasTime()) await laterTurn();
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** The items as they come, each when there is time for what is done with it: many streams at once would leave others none. */
export async function* takenInTurns<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item> {
  for await (const item of items) {
    if (!hasTime()) await laterTurn();
    yield item;
  }
}
