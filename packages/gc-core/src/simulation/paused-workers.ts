import type { WorkerPass, WorkerQueueName } from '../collector/collector.ts';

/** Workers that take from a queue at the same time; two are enough for every interleaving of a pair. */
export const WORKERS = 2;

/** A worker pass under way, and the version of the world when it began. */
export interface PassUnderWay {
  readonly pass: WorkerPass;
  readonly version: number;
}

/** The workers that are paused between two requests of a pass while others go on; each queue has two workers in all. */
export class PausedWorkers {
  #passes: PassUnderWay[] = [];

  /** The pass of the worker that has been paused longest. */
  get longest(): PassUnderWay | undefined {
    return this.#passes[0];
  }

  /** The passes over items of the queue, the longest first. */
  of(queue: WorkerQueueName): readonly PassUnderWay[] {
    return this.#passes.filter(({ pass }) => pass.queue === queue);
  }

  /** Whether a worker of the queue could take an item: none can while all are paused. */
  hasFree(queue: WorkerQueueName): boolean {
    return this.#passes.length < WORKERS || this.of(queue).length < WORKERS;
  }

  has(pass: PassUnderWay): boolean {
    return this.#passes.includes(pass);
  }

  add(pass: PassUnderWay): void {
    this.#passes.push(pass);
  }

  /** The pass is over; nothing if it was none of these. */
  remove(pass: PassUnderWay): void {
    this.#passes = this.#passes.filter((each) => each !== pass);
  }

  clear(): void {
    this.#passes = [];
  }
}
