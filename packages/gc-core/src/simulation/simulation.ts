import { ApiServer, type ApiServerOptions } from '../apiserver/api-server.ts';
import type { Processed, QueueName, WorkerPass, WorkerQueueName } from '../collector/collector.ts';
import type { ApiAnswer, ApiRequest } from '../collector/object-client.ts';
import type { GraphNode } from '../graph/graph-node.ts';
import type { Note } from '../meta/note.ts';
import type { ApiObject, Millis } from '../meta/object-meta.ts';
import type { ReleaseProfile } from '../meta/releases.ts';
import type { WarningEvent } from '../meta/warning-event.ts';
import { CollectorProcess, type CollectorProcessOptions } from './collector-process.ts';
import { DefinitionController } from './definition-controller.ts';
import { Faults } from './faults.ts';
import {
  NamespaceController,
  type NamespaceControllerOptions,
  type NamespacePass,
} from './namespace-controller.ts';
import type { PassUnderWay } from './paused-workers.ts';
import { finalDelete, PodGrace } from './pod-grace.ts';

/** A world to begin with. */
export interface SimulationOptions
  extends Pick<ApiServerOptions, 'release' | 'table' | 'newUid' | 'admit' | 'authorize'>,
    Pick<CollectorProcessOptions, 'absentOwnerCacheSize' | 'manual' | 'listed'>,
    Pick<NamespaceControllerOptions, 'undiscovered'> {
  /** On the server before anything happens, as they are written. */
  readonly objects: readonly ApiObject[];
  /** The clock at the start, in milliseconds since the epoch. */
  readonly now: Millis;
}

/** Listens to a simulation. */
export interface SimulationListener {
  note?(note: Note): void;
  event?(event: WarningEvent): void;
  request?(request: ApiRequest, answer: ApiAnswer): void;
  intercept?(request: ApiRequest): ApiAnswer | undefined;
  /** One event was processed, or one worker pass is over. */
  processed?(processed: Processed): void;
  /** A worker has sent a request and pauses now, before the next one of its pass. */
  pauses?(pass: WorkerPass, sent: ApiRequest): void;
  /** A kubelet has ended a Pod and sent its final DELETE. */
  kubelet?(pod: ApiObject, request: ApiRequest, answer: ApiAnswer): void;
  /** The namespace controller made a pass, or the API server over a definition. */
  controllerPass?(pass: NamespacePass): void;
}

/** The limit of microsteps in one `settle`. */
export const SETTLE_LIMIT = 100_000;

const NEVER = Number.POSITIVE_INFINITY;

/** A settle did not come to rest. */
export class SettleLimitError extends Error {
  override readonly name = 'SettleLimitError';
  constructor(limit: number) {
    super(`The collector was not idle after ${limit} microsteps.`);
  }
}

/**
 * An API server, a collector and the controllers that empty Namespaces and definitions, on one clock that moves only by
 * `moveClock`: deterministic, step by step. Stepped by hand there are no such controllers: nothing moves by itself.
 */
export class Simulation {
  readonly apiServer: ApiServer;
  readonly process: CollectorProcess;
  readonly release: ReleaseProfile;
  /** Requests of the collector that the API server fails to answer. */
  readonly faults: Faults = new Faults();
  readonly #controllers: readonly Pick<NamespaceController, 'nextDue' | 'nextUsefulDue' | 'pass'>[];
  readonly #pods: PodGrace;
  #now: Millis;
  readonly #listeners: SimulationListener[] = [];
  /** Order in which sets of nodes are gone through; upstream's have none. */
  order: (nodes: GraphNode[]) => GraphNode[] = (nodes) => nodes;

  constructor(options: SimulationOptions) {
    this.#now = options.now;
    const now = (): Millis => this.#now;
    this.release = options.release;
    this.apiServer = new ApiServer({ ...options, now });
    this.apiServer.put(options.objects);
    this.#pods = new PodGrace(this.apiServer);
    const { apiServer } = this;
    const onPass = (pass: NamespacePass): void =>
      this.#notify((each) => each.controllerPass?.(pass));
    const controlled = { ...options, apiServer, now, onPass };
    this.#controllers = options.manual
      ? []
      : [new NamespaceController(controlled), new DefinitionController(controlled)];
    this.process = new CollectorProcess({
      ...options,
      apiServer,
      now,
      listener: {
        note: (note) => {
          for (const each of this.#listeners) each.note?.(note);
        },
        event: (event) => this.#notify((each) => each.event?.(event)),
        request: (request, answer) => this.#notify((each) => each.request?.(request, answer)),
        intercept: (request) => this.#intercept(request),
      },
      order: (nodes) => this.order(nodes),
    });
  }

  /** The simulated time, in milliseconds since the epoch. */
  get now(): Millis {
    return this.#now;
  }

  /** The listener gets what happens from now on, after those that came before it. */
  listen(listener: SimulationListener): void {
    this.#listeners.push(listener);
  }

  /** One microstep: one event or one worker pass; `undefined` when nothing waits now. */
  step(queue?: QueueName): Processed | undefined {
    return this.#report(this.process.step(queue));
  }

  /**
   * A worker sends one request and pauses before its next one: a paused worker, or a free one after it has taken the
   * front item. Returns whether there was such a worker; its pass may be over with that request.
   */
  sendOne(from: WorkerQueueName | PassUnderWay): boolean {
    const pass = typeof from === 'string' ? this.process.beginPaused(from) : from;
    if (!pass) return false;
    const { next } = pass.pass;
    if (this.resume(pass) || next.done) return true;
    this.#notify((each) => each.pauses?.(pass.pass, next.value));
    return true;
  }

  /** A paused worker runs to the end of its pass. */
  finish(pass: PassUnderWay): Processed | undefined {
    return this.#report(this.process.finish(pass));
  }

  /** A worker sends its next request; returns what became of its pass when it is over. */
  resume(pass: PassUnderWay): Processed | undefined {
    return this.#report(this.process.resume(pass));
  }

  /** Moves the clock on to `at`; it never goes back. */
  moveClock(at: Millis): void {
    this.#now = Math.max(this.#now, at);
  }

  #report(processed: Processed | undefined): Processed | undefined {
    if (!processed) return undefined;
    for (const each of this.#listeners) each.processed?.(processed);
    return processed;
  }

  #notify(what: (listener: SimulationListener) => void): void {
    for (const listener of this.#listeners) what(listener);
  }

  /** A fault answers in the server's place, or else the first listener that does. */
  #intercept(request: ApiRequest): ApiAnswer | undefined {
    const failure = this.faults.take(request);
    if (failure) return failure;
    for (const listener of this.#listeners) {
      const answer = listener.intercept?.(request);
      if (answer) return answer;
    }
    return undefined;
  }

  /** When the next retry or pass of a controller is due that could end otherwise than the last time. */
  nextUsefulDue(): Millis | undefined {
    return earliest(
      this.process.nextUsefulDue(),
      ...this.#controllers.map((each) => each.nextUsefulDue()),
    );
  }

  /** When the next retry or pass of a controller is due. */
  nextDue(): Millis | undefined {
    return earliest(this.process.nextDue(), ...this.#controllers.map((each) => each.nextDue()));
  }

  /** Whether a controller has a pass to make now. */
  isPassDue(): boolean {
    return this.#controllers.some((each) => (each.nextDue() ?? NEVER) <= this.#now);
  }

  /** A controller makes the pass that is due, if one is. */
  makePass(): boolean {
    return this.#controllers.some((each) => each.pass());
  }

  /**
   * Runs until nothing is pending but grace periods and retries that cannot end otherwise than the last time; other
   * retries, and passes of controllers, are made at once: the clock moves on to them. Throws `SettleLimitError`.
   */
  settle(limit: number = SETTLE_LIMIT): void {
    if (!this.settleFor(limit)) throw new SettleLimitError(limit);
  }

  /** The same for this many microsteps; whether it has come to rest. */
  settleFor(most: number): boolean {
    let left = most;
    for (;;) {
      left = this.#settleCollector(left);
      if (left < 0) return false;
      const due = this.nextUsefulDue();
      if (due === undefined) return true;
      this.moveClock(due);
      if (this.makePass() && --left < 0) return false;
    }
  }

  /**
   * Moves the clock on, from due moment to due moment: Pods past their grace end, due retries and passes of
   * controllers are made. Unlike in `settle` such a pass waits for its time.
   */
  advance(duration: Millis): void {
    const until = this.#now + duration;
    this.#settleAtOnce();
    for (;;) {
      const due = earliest(this.nextPodDeadline(), this.nextDue());
      if (due === undefined || due > until) break;
      this.moveClock(due);
      this.endPods();
      while (this.isPassDue()) this.makePass();
      this.#settleAtOnce();
    }
    this.moveClock(until);
  }

  /** When the grace of the first waiting Pod ends; `undefined` when no Pod waits. */
  nextPodDeadline(): Millis | undefined {
    return this.#pods.nextDeadline();
  }

  /** Kubelets end all Pods whose grace is over; whether there were any. */
  endPods(): boolean {
    let ended = false;
    for (const _ of this.endPodsStepwise()) ended = true;
    return ended;
  }

  /** The same, but yields after each of them. */
  *endPodsStepwise(): Generator<void> {
    for (const pod of this.#pods.past(this.#now)) {
      this.#end(pod);
      yield;
    }
  }

  /** The kubelet ends the Pod whose grace was over first, if there is one. */
  endPod(): boolean {
    const [pod] = this.#pods.past(this.#now);
    if (pod) this.#end(pod);
    return pod !== undefined;
  }

  #end(pod: ApiObject): void {
    const request = finalDelete(this.apiServer, pod);
    const answer = this.apiServer.delete(request, request.options);
    this.#notify((each) => each.kubelet?.(pod, request, answer));
  }

  /** Runs the collector without controllers for at most `most` microsteps; returns how many are left, -1 if they do not suffice. */
  #settleCollector(most: number): number {
    let left = most;
    for (;;) {
      while (!this.process.isSpinning() && this.step()) {
        if (--left < 0) return left;
      }
      const due = this.process.nextUsefulDue();
      if (due === undefined) return left;
      this.moveClock(due);
    }
  }

  #settleAtOnce(): void {
    if (this.#settleCollector(SETTLE_LIMIT) < 0) throw new SettleLimitError(SETTLE_LIMIT);
  }
}

function earliest(...moments: readonly (Millis | undefined)[]): Millis | undefined {
  const known = moments.filter((each) => each !== undefined);
  return known.length > 0 ? Math.min(...known) : undefined;
}
