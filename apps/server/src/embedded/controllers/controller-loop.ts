import type { ApiServer, CollectorProcess, Millis } from '@gcscope/gc-core';
import type { Clock } from '../../base/clock.ts';
import { type Controller, earliest } from './controller.ts';

/** Delay between a change and the reaction to it, so that people can follow what happens. */
const REACTION: Millis = 40;
/** Steps of the collector in one turn of the event loop. */
const STEPS = 200;

interface Worker {
  readonly controller: Controller;
  readonly watches: ReadonlySet<string>;
  woken: boolean;
  due: Millis | undefined;
}

/** Runs the controllers and the collector: after each change, and when something is due. */
export class ControllerLoop {
  readonly #clock: Clock;
  readonly #collector: CollectorProcess;
  readonly #workers: Worker[];
  readonly #unsubscribe: () => void;
  #cancel: () => void = () => undefined;
  #next: Millis | undefined;
  #stopped = false;

  constructor(
    apiServer: ApiServer,
    clock: Clock,
    collector: CollectorProcess,
    controllers: readonly Controller[],
  ) {
    this.#clock = clock;
    this.#collector = collector;
    this.#workers = controllers.map((controller) => ({
      controller,
      watches: new Set(controller.watches),
      woken: true,
      due: undefined,
    }));
    this.#unsubscribe = apiServer.subscribe(({ resource }) => {
      for (const worker of this.#workers) {
        if (worker.watches.has(resource)) worker.woken = true;
      }
      this.#schedule(this.#clock.now() + REACTION);
    });
    this.#schedule(clock.now());
  }

  /** Stops the controllers and the collector. */
  stop(): void {
    this.#stopped = true;
    this.#cancel();
    this.#unsubscribe();
  }

  #schedule(at: Millis): void {
    if (this.#stopped || (this.#next !== undefined && this.#next <= at)) return;
    this.#cancel();
    this.#next = at;
    const delay = Math.max(0, at - this.#clock.now());
    this.#cancel = this.#clock.setTimeout(() => this.#turn(), delay);
  }

  #turn(): void {
    this.#next = undefined;
    const now = this.#clock.now();
    for (const worker of this.#workers) {
      if (!worker.woken && (worker.due === undefined || worker.due > now)) continue;
      worker.woken = false;
      worker.due = worker.controller.reconcile(now);
    }
    for (let step = 0; step < STEPS && this.#collector.pending(); step++) this.#collector.step();
    const idle = !this.#collector.pending() && this.#workers.every((worker) => !worker.woken);
    if (!idle) this.#schedule(now + REACTION);
    const due = earliest([...this.#workers.map((w) => w.due), this.#collector.nextDue()]);
    if (due !== undefined) this.#schedule(Math.max(due, now + 1));
  }
}
