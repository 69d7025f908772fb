import type { Clock } from '../../../src/embedded/clock.ts';

interface Timer {
  readonly at: number;
  readonly order: number;
  readonly action: () => void;
}

/** A clock that moves only when it is told to. */
export class ManualClock implements Clock {
  #now: number;
  #order = 0;
  readonly #timers = new Set<Timer>();

  constructor(start: string = '2026-11-21T14:00:03Z') {
    this.#now = Date.parse(start);
  }

  now(): number {
    return this.#now;
  }

  after(delay: number, action: () => void): () => void {
    const timer = { at: this.#now + delay, order: this.#order++, action };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  /** Runs everything that is due within the span, each at its own time. */
  advance(span: number): void {
    const end = this.#now + span;
    for (let timer = this.#first(); timer && timer.at <= end; timer = this.#first()) {
      this.#timers.delete(timer);
      this.#now = Math.max(this.#now, timer.at);
      timer.action();
    }
    this.#now = end;
  }

  #first(): Timer | undefined {
    return [...this.#timers].sort((a, b) => a.at - b.at || a.order - b.order)[0];
  }
}
