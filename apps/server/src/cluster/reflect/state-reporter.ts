import type { KindState, Millis } from '@gcscope/gc-core/wire';
import type { Clock } from '../../base/clock.ts';

/** The state of a kind, as health shows it. */
export interface KindReport {
  readonly state: KindState;
  readonly message?: string | undefined;
  /** For a stale kind: when gcscope last knew that its objects were current. */
  readonly since?: Millis | undefined;
  /** The one namespace that is read. */
  readonly namespace?: string | undefined;
}

/** Reports the state of a kind, and remembers when its store was last known to be current. */
export class StateReporter {
  readonly #clock: Clock;
  readonly #send: (report: KindReport) => void;
  /** When the store was last known to be current; absent before the first list, and after the reflector has given up. */
  #confirmed: Millis | undefined;
  #isStale = false;
  #cancelDoubt: (() => void) | undefined;

  constructor(clock: Clock, send: (report: KindReport) => void) {
    this.#clock = clock;
    this.#send = send;
  }

  /** Whether the store was current once, and gcscope has not given the kind up since. */
  get wasConfirmed(): boolean {
    return this.#confirmed !== undefined;
  }

  report(state: KindState, message?: string, namespace?: string): void {
    this.stop();
    this.#isStale = state === 'stale';
    const since = this.#isStale ? this.#confirmed : undefined;
    this.#send({ state, message, since, namespace });
    if (!this.#isStale) this.#confirmed = undefined;
  }

  /** Reports a state in which the store is current. */
  confirm(state: KindState, message?: string, namespace?: string): void {
    this.report(state, message, namespace);
    this.#confirmed = this.#clock.now();
  }

  /** Calls `report` after `patience`, unless another state is reported before; at once if the kind is stale already. */
  later(patience: Millis, report: () => void): void {
    if (this.#isStale) report();
    else this.#cancelDoubt ??= this.#clock.setTimeout(report, patience);
  }

  /** Cancels the report that is to come later. */
  stop(): void {
    this.#cancelDoubt?.();
    this.#cancelDoubt = undefined;
  }
}
