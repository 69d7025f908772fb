import type { Millis } from '@gcscope/gc-core/wire';
import type { Clock } from '../../base/clock.ts';
import { type ChildController, childController } from './child-controller.ts';

/** A server that does not end a watch by itself gets this much longer. */
const GRACE: Millis = 5_000;

/** Ends a watch from this side: because the caller stops, or because the server did not end it in time. */
export class WatchTimers {
  readonly #clock: Clock;
  readonly #child: ChildController;
  readonly #cancelDeadline: () => void;
  #cancelAlive: () => void = () => undefined;
  #received: Millis | undefined;
  #overdue = false;

  /** The server was asked to end the watch after `duration`. */
  constructor(clock: Clock, caller: AbortSignal, duration: Millis) {
    this.#clock = clock;
    this.#child = childController(caller);
    this.#cancelDeadline = clock.setTimeout(() => {
      this.#overdue = true;
      this.#child.abort();
    }, duration + GRACE);
  }

  get signal(): AbortSignal {
    return this.#child.signal;
  }

  /** Whether the watch was given up with nothing said at the time when the server should have ended it. */
  get silent(): boolean {
    if (!this.#overdue) return false;
    return this.#received === undefined || this.#clock.now() - this.#received > 2 * GRACE;
  }

  received(): void {
    this.#received = this.#clock.now();
  }

  /** Calls `alive` when the watch is still open after this long. */
  afterOpening(delay: Millis, alive: () => void): void {
    this.#cancelAlive = this.#clock.setTimeout(alive, delay);
  }

  stop(): void {
    this.#cancelDeadline();
    this.#cancelAlive();
    this.#child.release();
  }
}
