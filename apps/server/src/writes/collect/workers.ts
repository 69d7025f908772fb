import {
  type ApiAnswer,
  type ApiRequest,
  type GarbageCollector,
  logLines,
  type Note,
  noteLines,
  type Orphaning,
  type Processed,
  type QueueName,
  type Release,
  type WorkerPass,
  type WorkerQueueName,
} from '@gcscope/gc-core';
import type { Millis } from '@gcscope/gc-core/wire';
import type { Clock } from '../../base/clock.ts';
import type { CollectorLog } from './collector-log.ts';

/** Sends what a worker asks for; `undefined`: the process is stopping, and the pass is given up. */
type SendRequest = (request: ApiRequest) => Promise<ApiAnswer | undefined>;

export interface WorkersOptions {
  readonly collector: GarbageCollector;
  readonly release: Release;
  readonly send: SendRequest;
  readonly clock: Clock;
  readonly log: CollectorLog;
  /** Each queue has this many workers (CO-04). */
  readonly perQueue: number;
  /** Hears how long the work on each item took. */
  readonly worked?: (queue: QueueName, duration: Millis) => void;
}

const QUEUES: readonly WorkerQueueName[] = ['attemptToDelete', 'attemptToOrphan'];
/** Other work does not notice a pause of this length. */
const TURN: Millis = 8;
/** Dependents of one orphaned owner at once. More would only wait for a connection. */
export const DEPENDENTS_AT_ONCE = 32;

/** The threads of the collector: one processes graph changes; for each queue, several work on its items. */
export class Workers {
  readonly #options: WorkersOptions;
  /** When each pass began that is under way. */
  readonly #busy: Readonly<Record<WorkerQueueName, Map<object, Millis>>> = {
    attemptToDelete: new Map(),
    attemptToOrphan: new Map(),
  };
  readonly #workers = new Set<Promise<void>>();
  #notes: Note[] | undefined;
  #isStarted = false;
  #isStopped = false;
  #isWoken = false;
  #cancelTimer: () => void = () => undefined;
  #retries = 0;

  constructor(options: WorkersOptions) {
    this.#options = options;
  }

  /** From now on items are worked on; graph changes are processed from the beginning (MO-18). */
  start(): void {
    this.#isStarted = true;
    this.wake();
  }

  /** Something may wait in a queue. */
  wake(): void {
    if (this.#isWoken || this.#isStopped) return;
    this.#isWoken = true;
    setImmediate(() => {
      this.#isWoken = false;
      if (!this.#isStopped) this.#turn();
    });
  }

  /** Workers begin nothing more; resolves when the workers under way have the answers to their requests. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#cancelTimer();
    await Promise.all(this.#workers);
  }

  /** Receives what the collector notes, and writes it. */
  note(note: Note): void {
    this.#notes?.push(note);
  }

  /** When the passes that are under way began. */
  running(queue: WorkerQueueName): readonly Millis[] {
    return [...this.#busy[queue].values()];
  }

  #turn(): void {
    const { collector, clock } = this.#options;
    const end = clock.now() + TURN;
    this.#processChanges(end);
    if (this.#isStarted) for (const queue of QUEUES) this.#beginPasses(queue, end);
    this.#awaitRetries();
    const isLeft = collector.graphChanges.size > 0 || QUEUES.some((queue) => this.#hasRoom(queue));
    if (isLeft) this.wake();
  }

  #processChanges(end: Millis): void {
    const { collector, clock, log, worked } = this.#options;
    for (let now = clock.now(); collector.graphChanges.size > 0 && now < end; ) {
      const began = now;
      this.#notes = log.verbosity < 2 ? undefined : [];
      const processed = collector.process('graphChanges');
      if (processed && this.#notes) this.#write(processed, this.#notes);
      now = clock.now();
      worked?.('graphChanges', now - began);
    }
    // The graph keeps its changes until they are taken; nothing here reads them, so drop them.
    collector.graph.takeTouched();
  }

  #hasRoom(queue: WorkerQueueName): boolean {
    const { collector, perQueue } = this.#options;
    if (!this.#isStarted || collector[queue].size === 0) return false;
    return this.#busy[queue].size < perQueue;
  }

  #beginPasses(queue: WorkerQueueName, end: Millis): void {
    const { clock } = this.#options;
    while (this.#hasRoom(queue) && clock.now() < end) {
      if (queue === 'attemptToDelete') this.#beginDelete();
      else this.#beginOrphan();
    }
  }

  #beginDelete(): void {
    const { collector, clock } = this.#options;
    this.#notes = [];
    const pass = collector.begin('attemptToDelete');
    if (!pass) return;
    this.#writeNotes(this.#notes);
    this.#busy.attemptToDelete.set(pass.item, clock.now());
    this.#follow(pass, []);
  }

  /** Every dependent is seen to at once, and the owner when all are (OR-03). */
  #beginOrphan(): void {
    const { collector, clock } = this.#options;
    const orphaning = collector.beginOrphaning();
    if (!orphaning) return;
    this.#busy.attemptToOrphan.set(orphaning.item, clock.now());
    this.#track(this.#orphan(orphaning));
  }

  async #orphan({ parts, finish }: Orphaning): Promise<void> {
    const notes: Note[] = [];
    const results: (string | undefined)[] = [];
    // All take from one iterator.
    const entries = parts.entries();
    const work = async (): Promise<void> => {
      for (const [index, part] of entries) {
        const result = await this.#drive(part, notes);
        if (result.done) results[index] = result.value;
        else return;
      }
    };
    await Promise.all(Array.from({ length: DEPENDENTS_AT_ONCE }, work));
    if (this.#isStopped) return;
    this.#notes = notes;
    this.#follow(finish(results), notes);
  }

  /** Sends one request after the other; not done when the process is stopping. */
  async #drive<T>(
    attempt: Generator<ApiRequest, T, ApiAnswer>,
    notes: Note[],
  ): Promise<IteratorResult<ApiRequest, T>> {
    this.#notes = notes;
    let next = attempt.next();
    while (!next.done) {
      const answer = await this.#options.send(next.value);
      if (!answer || this.#isStopped) return next;
      this.#notes = notes;
      next = attempt.next(answer);
    }
    return next;
  }

  /** A pass goes on to its end. */
  #follow(pass: WorkerPass, notes: Note[]): void {
    if (pass.next.done) this.#resume(pass, undefined, notes);
    else this.#track(this.#work(pass, pass.next.value, notes));
  }

  /** A worker sends one request after the other. */
  async #work(pass: WorkerPass, first: ApiRequest, notes: Note[]): Promise<void> {
    let request: ApiRequest | undefined = first;
    while (request) {
      const answer = await this.#options.send(request);
      if (!answer || this.#isStopped) return;
      this.#resume(pass, answer, notes);
      request = pass.next.done ? undefined : pass.next.value;
    }
  }

  #resume(pass: WorkerPass, answer: ApiAnswer | undefined, notes: Note[]): void {
    const { collector, clock, worked } = this.#options;
    const { queue, item } = pass;
    // Notes of a delete worker are logged at once, so that the log shows what it waits for.
    const isDelete = queue === 'attemptToDelete';
    this.#notes = isDelete ? [] : notes;
    const processed = collector.resume(pass, answer);
    if (isDelete) this.#writeNotes(this.#notes);
    if (processed) {
      const began = this.#busy[queue].get(item) ?? 0;
      this.#busy[queue].delete(item);
      worked?.(queue, clock.now() - began);
      this.#write(processed, isDelete ? [] : notes);
    }
    this.wake();
  }

  #writeNotes(notes: readonly Note[]): void {
    const { log, release } = this.#options;
    if (log.verbosity >= 2) log.lines(noteLines(notes, release));
  }

  #write(processed: Processed, notes: readonly Note[]): void {
    const { log, release } = this.#options;
    const isError = processed.queue !== 'graphChanges' && processed.outcome.error !== undefined;
    if (log.verbosity >= 2 || isError) log.lines(logLines(processed, notes, release));
  }

  /** Waits until an item that failed is due in its queue again (QU-03). */
  #awaitRetries(): void {
    const { collector, clock } = this.#options;
    const queues = QUEUES.map((queue) => collector[queue]);
    const retries = queues.reduce((sum, { counts }) => sum + counts.retries, 0);
    if (retries === this.#retries) return;
    this.#retries = retries;
    this.#cancelTimer();
    const soonest = queues.flatMap((queue) => queue.delayed().slice(0, 1));
    if (soonest.length === 0) return;
    const wait = Math.min(...soonest.map(({ due }) => due)) - clock.now();
    this.#cancelTimer = clock.setTimeout(
      () => {
        for (const queue of queues) queue.releaseDue();
        // The next one is to be waited for, whether or not there are more of them.
        this.#retries = -1;
        this.wake();
      },
      Math.max(0, Math.ceil(wait)),
    );
  }

  #track(work: Promise<void>): void {
    this.#workers.add(work);
    void work.finally(() => this.#workers.delete(work));
  }
}
