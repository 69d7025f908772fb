import type { Millis } from '@gcscope/gc-core/wire';
import type { Clock } from '../../base/clock.ts';
import type { ObjectCount } from './count-objects.ts';
import { compareResourceVersions } from './resource-version.ts';

/** How often the server is asked how many objects there are. */
const PERIOD: Millis = 600_000;
/** Each time half to one and a half of it, so that kinds spread. */
const LONGEST: Millis = 1.5 * PERIOD;
/** Counts before a whole list, which also finds a lost change of an object. */
const COUNTS = 12;

/** Decides when a store is compared with the server, and compares the two: API servers have lost events, and every watch missed them. */
export class StoreAudit {
  readonly #clock: Clock;
  readonly #random: () => number;
  #next: Millis;
  #counts = 0;
  #counted: ObjectCount | undefined;

  constructor(clock: Clock, random: () => number) {
    this.#clock = clock;
    this.#random = random;
    this.#next = this.#later();
  }

  /** The check that is due now; each is returned once. */
  take(): 'count' | 'list' | undefined {
    const left = this.#next - this.#clock.now();
    // The machine's clock was set back: it would be hours until then.
    if (left > LONGEST) this.#next = this.#later();
    if (left > 0) return undefined;
    this.#next = this.#later();
    this.#counts = (this.#counts + 1) % COUNTS;
    return this.#counts === 0 ? 'list' : 'count';
  }

  /** The server's count has arrived; it is compared once the store has observed the same version. */
  counted(count: ObjectCount | undefined): void {
    this.#counted = count;
  }

  /** The store was replaced by a list: an earlier count says nothing about it. */
  forget(): void {
    this.#counted = undefined;
  }

  /**
   * With `size` objects the store is up to date as of the server's count, or ahead of it; the difference if they do not agree.
   * `next` is the version that was observed, or that is about to be: an event brings the version that it makes.
   */
  compare(next: string, isEvent: boolean, size: number): string | undefined {
    const counted = this.#counted;
    if (!counted) return undefined;
    const order = compareResourceVersions(next, counted.resourceVersion);
    if (order !== undefined && (isEvent ? order <= 0 : order < 0)) return undefined;
    this.#counted = undefined;
    if (order === undefined || counted.count === size) return undefined;
    return `gcscope has ${size} objects and the API server ${counted.count}: changes were lost`;
  }

  #later(): Millis {
    return this.#clock.now() + PERIOD * (0.5 + this.#random());
  }
}
