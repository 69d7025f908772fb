import type { GraphChange } from '@gcscope/gc-core';
import type { KindState, Millis } from '@gcscope/gc-core/wire';
import { type Clock, sleep } from '../clock.ts';
import { type ApiClient, type ApiFailure, failureText } from './api-answer.ts';
import { type ChildController, childController } from './child-controller.ts';
import type { ConcurrencyLimiter } from './concurrency-limiter.ts';
import { CopyAudit } from './copy-audit.ts';
import { countObjects } from './count-objects.ts';
import type { DecodedEvent } from './decoded.ts';
import { inTurns } from './in-turns.ts';
import { ListTimers } from './list-timers.ts';
import { isNewer, type LocalCopy } from './local-copy.ts';
import type { ClusterLog, MonitoredResource } from './monitor-events.ts';
import { type ListedObjects, readList } from './read-list.ts';
import { readWatch } from './read-watch.ts';
import { type Outcome, type Plan, ReflectorPlanner } from './reflector-plan.ts';
import { resourcePath } from './resource-path.ts';
import { isExactVersion } from './resource-version.ts';
import { UndecodableObjects } from './undecodable-objects.ts';

/** What a reflector reports. Synchronous; changes come before the state they lead to. */
interface ReflectorEvents {
  changes(batch: readonly GraphChange[]): void;
  /** Everything up to this version was reported. */
  observed(resourceVersion: string): void;
  /** `since`: of a stale kind, when it was last known to be right. */
  state(state: KindState, message?: string, since?: Millis): void;
  /** Whether the server answered at all. */
  contact(ok: boolean, message?: string): void;
}

/** What a reflector needs. */
export interface ReflectorDeps {
  readonly client: ApiClient;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: ClusterLog;
  readonly limiter: ConcurrencyLimiter;
  /** Filled by this reflector alone; it may hold objects from an earlier one. */
  readonly copy: LocalCopy;
  readonly events: ReflectorEvents;
  /** The first list is as new as the server; else it may be what the server has in its cache. */
  readonly newest?: boolean;
  /** Only the objects that it selects are read. */
  readonly labelSelector?: string;
}

/** Counts since the start. */
export interface ReflectorCounts {
  lists: number;
  watches: number;
  undecodable: number;
  /** How often the copy was found to differ from the server. */
  diverged: number;
}

const OVERDUE: ApiFailure = {
  type: 'unreadable',
  message: 'the list was not complete after five minutes',
};

/** Keeps the local copy of one kind equal to the server's: list, watch from there, and again after whatever goes wrong. */
export class Reflector {
  readonly #deps: ReflectorDeps;
  readonly #resource: MonitoredResource;
  readonly #path: string;
  readonly #listed: ListedObjects;
  readonly #planner: ReflectorPlanner;
  readonly #audit: CopyAudit;
  #undecodable = new UndecodableObjects();
  /** What runs now: a wait and the list or watch after it. */
  #attempt: ChildController | undefined;
  #isProbing = false;
  #audited: 'count' | 'list' | undefined;
  /** When the copy was last known to be right; absent before the first time, and when the kind is given up. */
  #confirmed: Millis | undefined;
  readonly counts: ReflectorCounts = { lists: 0, watches: 0, undecodable: 0, diverged: 0 };

  constructor(deps: ReflectorDeps) {
    this.#deps = deps;
    this.#resource = deps.copy.resource;
    this.#path = resourcePath(this.#resource);
    const { labelSelector } = deps;
    this.#listed = { path: this.#path, ...(labelSelector === undefined ? {} : { labelSelector }) };
    this.#audit = new CopyAudit(deps.clock, deps.random);
    this.#planner = new ReflectorPlanner(deps.clock, deps.random, deps.newest ? '' : '0');
  }

  /** Runs until the signal is aborted; nothing is reported afterwards. */
  async run(signal: AbortSignal): Promise<void> {
    let plan: Plan = { next: 'list', wait: 0 };
    this.#deps.events.state('listing');
    while (!signal.aborted) {
      const attempt = childController(signal);
      this.#attempt = attempt;
      const result = await this.#follow(plan, attempt.signal);
      attempt.release();
      if (signal.aborted) return;
      const outcome: Outcome = attempt.signal.aborted ? { type: 'doubted' } : result;
      plan = this.#planner.after(outcome);
      this.#report(outcome, plan);
      if (plan.next === 'watch') plan = this.#orAudit(plan);
    }
  }

  /** The cluster's resources changed: what was refused may be granted now. */
  probe(): void {
    if (this.#isProbing) this.#attempt?.abort();
  }

  /** Connections may be dead without a sign of it: whatever runs is given up and begun again. */
  doubt(message: string): void {
    if (this.#confirmed !== undefined) this.#reportState('stale', message);
    this.#attempt?.abort();
  }

  /** Now and then a list takes the place of the watch. */
  #orAudit(plan: Plan): Plan {
    this.#audited = this.#audit.take();
    return this.#audited === 'list' ? { ...this.#planner.verify(), wait: plan.wait } : plan;
  }

  async #follow(plan: Plan, signal: AbortSignal): Promise<Outcome> {
    this.#isProbing = plan.probe === true;
    if (plan.wait > 0) await sleep(this.#deps.clock, plan.wait, signal);
    this.#isProbing = false;
    if (signal.aborted) return { type: 'doubted' };
    return plan.next === 'list' ? this.#list(signal) : this.#watch(signal);
  }

  async #list(signal: AbortSignal): Promise<Outcome> {
    const { clock, limiter } = this.#deps;
    const makeRoom = await limiter.take();
    const timers = new ListTimers(clock, signal, {
      makeRoom,
      late: () => this.#reportPlan(this.#planner.late()),
    });
    try {
      const outcome = await this.#readList(timers.signal);
      return timers.overdue ? { type: 'failed', during: 'list', failure: OVERDUE } : outcome;
    } finally {
      timers.stop();
      makeRoom();
    }
  }

  async #readList(signal: AbortSignal): Promise<Outcome> {
    const { client, copy, events } = this.#deps;
    if (signal.aborted) return { type: 'doubted' };
    this.counts.lists++;
    const version = this.#planner.listVersion;
    const undecodable = new UndecodableObjects();
    const result = await readList(client, this.#listed, version, undecodable, signal);
    if (result.type === 'failed') return { ...result, during: 'list' };
    if (result.type !== 'listed') return result;
    if (signal.aborted) return { type: 'doubted' };
    const { objects, resourceVersion } = result;
    this.#undecodable = undecodable;
    this.#audit.forget();
    const changes = this.#emitEach(copy.replace(objects, resourceVersion, version === ''));
    if (!(await inTurns(changes, signal))) return { type: 'doubted' };
    events.observed(resourceVersion);
    return { type: 'listed', resourceVersion };
  }

  /** Emits one batch a step. In an audit, what is listed anew and is no newer than what was observed should have been observed. */
  *#emitEach(batches: Iterable<readonly GraphChange[]>): Generator<void> {
    const isAudit = this.#audited === 'list';
    const { watchVersion } = this.#planner;
    if (isAudit) this.#audited = undefined;
    let lost = 0;
    for (const batch of batches) {
      this.#emit(batch);
      for (const { type, meta } of isAudit ? batch : []) {
        if (type !== 'DELETED' && !isNewer(meta?.resourceVersion, watchVersion)) lost++;
      }
      yield;
    }
    if (lost > 0) this.#noteDivergence(`${lost} changes of objects were lost`);
  }

  #noteDivergence(message: string): void {
    this.counts.diverged++;
    const { resource, group } = this.#resource;
    this.#deps.log.warn({ resource, group }, message);
  }

  async #watch(signal: AbortSignal): Promise<Outcome> {
    this.counts.watches++;
    const counting = childController(signal);
    const counted = this.#audited === 'count' ? this.#count(counting.signal) : undefined;
    const outcome = await readWatch({
      ...this.#deps,
      path: this.#path,
      resourceVersion: this.#planner.watchVersion,
      signal,
      opened: () => {
        this.#deps.events.contact(true);
      },
      alive: () => {
        if (!signal.aborted) this.#reportSynced();
      },
      events: (events) => (signal.aborted ? undefined : this.#take(events)),
    });
    counting.abort();
    counting.release();
    await counted;
    return outcome;
  }

  async #count(signal: AbortSignal): Promise<void> {
    this.#audited = undefined;
    // Objects that are left out are not counted one by one.
    if (this.#undecodable.size > 0) return;
    this.#audit.counted(await countObjects(this.#deps.client, this.#listed, signal));
  }

  /** Applies the events of one chunk as one batch. */
  #take(events: readonly DecodedEvent[]): Outcome | undefined {
    const changes: GraphChange[] = [];
    const unusable = this.#undecodable.size;
    const before = this.#planner.watchVersion;
    let outcome: Outcome | undefined;
    for (const event of events) {
      outcome = this.#takeOne(event, changes);
      if (outcome) break;
    }
    this.#emit(changes);
    const { watchVersion } = this.#planner;
    if (watchVersion !== before) this.#deps.events.observed(watchVersion);
    if (this.#undecodable.size !== unusable) this.#reportSynced();
    return outcome;
  }

  #takeOne(event: DecodedEvent, changes: GraphChange[]): Outcome | undefined {
    const message = this.#compare(event);
    if (message !== undefined) return { type: 'diverged', message };
    switch (event.type) {
      case 'BOOKMARK':
        this.#observe(event.resourceVersion);
        return undefined;
      case 'ERROR':
        return { type: 'failed', during: 'watch', failure: event.failure };
      case 'undecodable':
        return event;
      case 'ADDED':
      case 'MODIFIED':
      case 'DELETED':
        break;
      default:
        return event satisfies never;
    }
    const { object } = event;
    if (object.type === 'unsupported') return object;
    if (event.resourceVersion === '') {
      return { type: 'undecodable', reason: 'an event without a resourceVersion' };
    }
    if (object.type === 'object') {
      const { meta } = object;
      changes.push(...this.#deps.copy.apply(event.type, meta));
      this.#undecodable.release(`${meta.namespace ?? ''}/${meta.name}`);
    } else if (event.type === 'DELETED') {
      // Only a list shows for sure which object was removed.
      return { type: 'undecodable', reason: object.reason };
    } else this.#undecodable.add(object.key, object.reason);
    // From an inexact version the server first sends what exists, in no order.
    if (event.type !== 'ADDED' || isExactVersion(this.#planner.watchVersion)) {
      this.#observe(event.resourceVersion);
    }
    return undefined;
  }

  #compare(event: DecodedEvent): string | undefined {
    if (!('resourceVersion' in event)) return undefined;
    const isEvent = event.type !== 'BOOKMARK';
    return this.#audit.compare(event.resourceVersion, isEvent, this.#deps.copy.size);
  }

  #observe(resourceVersion: string): void {
    this.#planner.observed(resourceVersion);
    this.#deps.copy.observe(resourceVersion);
  }

  #emit(changes: readonly GraphChange[]): void {
    if (changes.length > 0) this.#deps.events.changes(changes);
  }

  /** The copy is right as of now, as far as its objects can be read. */
  #reportSynced(): void {
    const { message } = this.#undecodable;
    if (message === undefined) this.#reportState('synced');
    else this.#reportState('degraded', message);
    this.#confirmed = this.#deps.clock.now();
  }

  #reportState(state: KindState, message?: string): void {
    this.#deps.events.state(state, message, state === 'stale' ? this.#confirmed : undefined);
    if (state !== 'stale') this.#confirmed = undefined;
  }

  #report(outcome: Outcome, plan: Plan): void {
    const { events, log } = this.#deps;
    if (outcome.type === 'undecodable') this.counts.undecodable++;
    if (outcome.type === 'diverged') this.#noteDivergence(outcome.message);
    if (outcome.type === 'failed') {
      const { failure } = outcome;
      if (failure.type === 'unreachable') events.contact(false, failure.message);
      else events.contact(true);
      const fields = { resource: this.#resource.resource, group: this.#resource.group };
      log.debug({ ...fields, during: outcome.during, wait: plan.wait }, failureText(failure));
    } else if (outcome.type === 'listed') {
      events.contact(true);
    }
    this.#reportPlan(plan);
  }

  #reportPlan({ state, message }: Pick<Plan, 'state' | 'message'>): void {
    if (state === 'synced') this.#reportSynced();
    else if (state !== undefined) this.#reportState(state, message);
  }
}
