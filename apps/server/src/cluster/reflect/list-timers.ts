import type { Millis } from '@gcscope/gc-core/wire';
import type { Clock } from '../../clock.ts';
import { type ChildController, childController } from './child-controller.ts';

/** A list that takes longer makes room for those of other kinds, and goes on. */
const ROOM: Millis = 5_000;
/** The collector does not wait longer for its first lists either (MO-18). */
const LATE: Millis = 30_000;
/** Enough for 500,000 objects over 30 Mbit/s. */
const DEADLINE: Millis = 300_000;

/** What a list that takes long leads to. */
interface LongList {
  makeRoom(): void;
  late(): void;
}

/** Watches over the time that one list takes. */
export class ListTimers {
  readonly #child: ChildController;
  readonly #cancels: readonly (() => void)[];
  #overdue = false;

  constructor(clock: Clock, caller: AbortSignal, { makeRoom, late }: LongList) {
    this.#child = childController(caller);
    this.#cancels = [
      clock.setTimeout(makeRoom, ROOM),
      clock.setTimeout(late, LATE),
      clock.setTimeout(() => {
        this.#overdue = true;
        this.#child.abort();
      }, DEADLINE),
    ];
  }

  get signal(): AbortSignal {
    return this.#child.signal;
  }

  /** Whether the list was given up because of its deadline. */
  get overdue(): boolean {
    return this.#overdue;
  }

  stop(): void {
    for (const cancel of this.#cancels) cancel();
    this.#child.release();
  }
}
