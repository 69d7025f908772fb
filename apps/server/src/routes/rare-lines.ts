import type { Millis } from '@gcscope/gc-core/wire';
import type { Clock } from '../clock.ts';

/** So long after a line the next one of the same key waits. */
const PAUSE: Millis = 60_000;

/** Decides which of many like events get a line in the log: who causes them on purpose must not fill the disk. */
export class RareLines {
  readonly #clock: Clock;
  readonly #last = new Map<string, { at: Millis; unsaid: number }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** How many events the line that is due stands for; `undefined` when it is too soon for one. Keys are few and our own. */
  due(key: string): number | undefined {
    const now = this.#clock.now();
    const last = this.#last.get(key);
    if (last && Math.abs(now - last.at) < PAUSE) {
      last.unsaid++;
      return undefined;
    }
    this.#last.set(key, { at: now, unsaid: 0 });
    return (last?.unsaid ?? 0) + 1;
  }
}
