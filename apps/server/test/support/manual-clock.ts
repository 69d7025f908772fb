import type { Clock } from '../../src/base/clock.ts';

interface Timer {
  readonly due: number;
  readonly delay: number;
  readonly run: () => void;
}

/** A clock that stands still until it is moved. */
export class ManualClock implements Clock {
  #now: number;
  #jumped = 0;
  readonly #timers = new Set<Timer>();

  constructor(start = '2026-01-01T00:00:00Z') {
    this.#now = Date.parse(start);
  }

  now(): number {
    return this.#now + this.#jumped;
  }

  setTimeout(run: () => void, delay: number): () => void {
    const timer = { due: this.#now + delay, delay, run };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  /** The delays that are being waited for, shortest first. */
  get delays(): readonly number[] {
    return [...this.#timers].map((timer) => timer.delay).sort((a, b) => a - b);
  }

  /** The time of day moves and no wait does, as when the machine was suspended. */
  jump(by: number): void {
    this.#jumped += by;
  }

  /** Moves on and runs what falls due, in order. */
  advance(by: number): void {
    const end = this.#now + by;
    for (;;) {
      const [next] = [...this.#timers].filter((t) => t.due <= end).sort((a, b) => a.due - b.due);
      if (!next) break;
      this.#timers.delete(next);
      this.#now = Math.max(this.#now, next.due);
      next.run();
    }
    this.#now = end;
  }
}

/** Moves the clock second by second, with turns of the event loop between, until then; how long that took on the clock. */
export async function pass(clock: ManualClock, done: () => boolean): Promise<number> {
  const begin = clock.now();
  while (!done()) {
    clock.advance(1000);
    for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
    if (clock.now() - begin > 18_000_000)
      throw new Error('Five hours are over, and it has not come.');
  }
  return clock.now() - begin;
}

/** A clock on which every wait shorter than a minute, or `never`, is over at once; the longer ones (watchdogs, deadlines) never come. */
export class HastyClock implements Clock {
  #now = Date.parse('2026-01-01T00:00:00Z');
  readonly #never: number;

  constructor(never = 60_000) {
    this.#never = never;
  }

  now(): number {
    return this.#now;
  }

  setTimeout(run: () => void, delay: number): () => void {
    if (delay >= this.#never) return () => undefined;
    const immediate = setImmediate(() => {
      this.#now += delay;
      run();
    });
    return () => clearImmediate(immediate);
  }
}
