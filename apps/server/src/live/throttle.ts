import type { Millis } from '@gcscope/gc-core/wire';
import type { Clock } from '../base/clock.ts';

/** After the first change, so that what belongs together travels together. */
const TICK_DELAY: Millis = 15;
/** Between two ticks: a frame each would cost a system call per browser. */
const TICK_SPACING: Millis = 50;

/** Runs `work` soon after it was asked for, once for all who asked meanwhile, and not too often. */
export class Throttle {
  readonly #clock: Clock;
  readonly #work: () => void;
  #last: Millis = Number.NEGATIVE_INFINITY;
  /** When what is due was asked for first, and the same of what is being done. */
  #asked: Millis | undefined;
  #begun: Millis = 0;
  #cancel: (() => void) | undefined;
  /** Whether what is due may be brought forward. */
  #isPatient = false;

  constructor(clock: Clock, work: () => void) {
    this.#clock = clock;
    this.#work = work;
  }

  /** For how long the work that is being done has been asked for. */
  get age(): Millis {
    return Math.max(0, this.#clock.now() - this.#begun);
  }

  schedule(): void {
    if (this.#cancel && !this.#isPatient) return;
    this.#cancel?.();
    this.#isPatient = false;
    this.#asked ??= this.#clock.now();
    const left = this.#last + TICK_SPACING - this.#clock.now();
    // More may be left only where the machine's clock was set back.
    const delay = Math.min(TICK_SPACING, Math.max(TICK_DELAY, left));
    this.#cancel = this.#clock.setTimeout(() => this.#run(), delay);
  }

  /** Not before that much time has passed, unless it is asked for meanwhile. */
  scheduleIn(delay: Millis): void {
    if (this.#cancel) return;
    this.#isPatient = true;
    this.#cancel = this.#clock.setTimeout(() => this.#run(), delay);
  }

  /** The work is not done yet: goes on with it when others had their turn. */
  goOn(): void {
    this.#cancel?.();
    this.#isPatient = false;
    this.#asked = this.#begun;
    this.#cancel = this.#clock.setTimeout(() => this.#run(), 0);
  }

  /** Does what is due now, instead of waiting. */
  flush(): void {
    if (!this.#cancel) return;
    this.#cancel();
    this.#run();
  }

  /** Cancels the work that is due. */
  stop(): void {
    this.#cancel?.();
    this.#cancel = undefined;
  }

  #run(): void {
    this.#cancel = undefined;
    this.#last = this.#clock.now();
    this.#begun = this.#asked ?? this.#last;
    this.#asked = undefined;
    this.#work();
  }
}
