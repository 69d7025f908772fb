import type { GraphChange } from '@gcscope/gc-core';
import type { KindState } from '@gcscope/gc-core/wire';
import { type Clock, sleep } from '../../base/clock.ts';
import type { ConcurrencyLimiter } from '../../base/concurrency-limiter.ts';
import { type ApiClient, failureText } from '../answers/api-answer.ts';
import type { DecodedEvent } from '../answers/decoded.ts';
import { type ChildController, childController } from './child-controller.ts';
import type { ClusterLog } from './cluster-log.ts';
import { countObjects } from './count-objects.ts';
import { forgetInTurns } from './forget-in-turns.ts';
import { KindLister } from './kind-lister.ts';
import type { MonitoredResource } from './monitored-resource.ts';
import type { ListedObjects } from './read-list.ts';
import { readWatch } from './read-watch.ts';
import { KindCounts } from './reader-counts.ts';
import { type Outcome, type Plan, ReflectorPlanner } from './reflector-plan.ts';
import { resourcePath } from './resource-path.ts';
import { isNewer, type ResourceStore } from './resource-store.ts';
import { isExactVersion } from './resource-version.ts';
import { type KindReport, StateReporter } from './state-reporter.ts';
import { StoreAudit } from './store-audit.ts';
import { UndecodableObjects } from './undecodable-objects.ts';

/** The reports of a reflector. All calls are synchronous; changes come before the state that they lead to. */
interface ReflectorEvents {
  changes(batch: readonly GraphChange[]): void;
  /** The reflector has reported every change up to this version. */
  observed(resourceVersion: string): void;
  /** Objects that gcscope can no longer see; they may still exist. */
  readonly left: (batch: readonly GraphChange[]) => void;
  state(report: KindReport): void;
  /** Whether the server answered at all. */
  contact(ok: boolean, message?: string): void;
}

export interface ReflectorDeps {
  readonly client: ApiClient;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: ClusterLog;
  readonly limiter: ConcurrencyLimiter;
  /** Only this reflector changes it. It may already hold objects from an earlier reflector. */
  readonly store: ResourceStore;
  readonly events: ReflectorEvents;
  /** API groups whose server refuses watch lists; if absent, the reflector uses plain lists only. */
  readonly plainGroups?: Set<string>;
  /** Counts of the kind, which an earlier reflector may have begun. */
  readonly counts?: KindCounts;
  /** Asks for the newest state in the first list; otherwise the API server may answer from its cache. */
  readonly newest?: boolean | undefined;
  /** The namespace to read if gcscope may not list all namespaces. */
  readonly namespace?: string | undefined;
  /** Reads only the objects that this selector matches. */
  readonly labelSelector?: string;
}

/** Keeps the store of one kind equal to the API server: lists, watches from there, and starts again after any failure. */
export class Reflector {
  readonly #deps: ReflectorDeps;
  readonly #resource: MonitoredResource;
  /** All namespaces, or one. */
  #listed: ListedObjects;
  #namespace: string | undefined;
  readonly #planner: ReflectorPlanner;
  readonly #audit: StoreAudit;
  readonly #lister: KindLister;
  #undecodable = new UndecodableObjects();
  /** Aborts the current wait, list or watch. */
  #attempt: ChildController | undefined;
  #refused: Outcome | undefined;
  /** Set when there are too many objects, until the next list begins. */
  #isLeftOut = false;
  #isProbing = false;
  #audited: 'count' | 'list' | undefined;
  /** Lost changes that the current audit has found. */
  #lost = 0;
  readonly #reporter: StateReporter;
  readonly counts: KindCounts;

  constructor(deps: ReflectorDeps) {
    this.#deps = deps;
    this.#resource = deps.store.resource;
    this.counts = deps.counts ?? new KindCounts(this.#resource);
    this.#listed = this.#listedIn(undefined);
    this.#audit = new StoreAudit(deps.clock, deps.random);
    this.#reporter = new StateReporter(deps.clock, (report) => deps.events.state(report));
    this.#planner = new ReflectorPlanner(deps.clock, deps.random, deps);
    this.#lister = new KindLister({
      ...deps,
      counts: this.counts,
      emit: (batch) => this.#emitListed(batch),
      late: () => this.#reportPlan(this.#planner.late()),
      complete: (undecodable, signal) => {
        this.#undecodable = undecodable;
        this.#audit.forget();
        return this.#leaveOthers(signal);
      },
    });
  }

  /** Runs until the signal is aborted. After that, it reports nothing. */
  async run(signal: AbortSignal): Promise<void> {
    let plan: Plan = { next: 'list', wait: 0 };
    signal.addEventListener('abort', () => this.#reporter.stop(), { once: true });
    this.#deps.events.state({ state: 'listing' });
    while (!signal.aborted) {
      const attempt = childController(signal);
      this.#attempt = attempt;
      const result = await this.#follow(plan, attempt.signal);
      attempt.release();
      if (signal.aborted) return;
      const seen: Outcome = attempt.signal.aborted ? { type: 'doubted' } : result;
      const outcome = this.#refused ?? seen;
      this.#refused = undefined;
      const next = this.#planner.after(this.#narrow(outcome));
      this.counts.ended(plan.next, outcome, next.next, this.#deps.clock.now());
      plan = next;
      if (outcome.type === 'full') await this.#leaveOut(plan, signal);
      else this.#report(outcome, plan);
      if (plan.next === 'watch') plan = this.#orAudit(plan);
    }
  }

  /** Tries a refused kind again at once, because the cluster's resources changed. */
  probe(): void {
    if (this.#isProbing) this.#attempt?.abort();
  }

  /** Leaves this kind out, because there are more objects than gcscope keeps. */
  refuse(most: number): void {
    this.#refused = { type: 'full', most };
    this.#isLeftOut = true;
    this.#attempt?.abort();
  }

  /** Number of objects that gcscope keeps of this kind; 0 once the kind is left out. */
  get kept(): number {
    return this.#isLeftOut ? 0 : this.#deps.store.size;
  }

  /** Whether no more objects are coming from a list: it is complete, or the kind is left out. */
  get isListed(): boolean {
    return this.#isLeftOut || this.#deps.store.isListed;
  }

  /** How many objects the server has; `undefined` when it does not say. */
  async count(signal: AbortSignal): Promise<number | undefined> {
    return (await countObjects(this.#deps.client, this.#listed, signal))?.count;
  }

  /** Gives up the current list or watch and begins again, because connections may be dead without a sign. */
  doubt(message: string): void {
    if (this.#reporter.wasConfirmed) this.#reportState('stale', message);
    this.#attempt?.abort();
  }

  /** Now and then a list takes the place of the watch. */
  #orAudit(plan: Plan): Plan {
    this.#audited = this.#audit.take();
    if (this.#audited !== 'list') return plan;
    this.counts.relisted('audit');
    return { ...this.#planner.verify(), wait: plan.wait };
  }

  async #follow(plan: Plan, signal: AbortSignal): Promise<Outcome> {
    this.#isProbing = plan.probe === true;
    if (plan.wait > 0) await sleep(this.#deps.clock, plan.wait, signal);
    this.#isProbing = false;
    if (signal.aborted) return { type: 'doubted' };
    this.#isLeftOut = false;
    return plan.next === 'list' ? this.#list(signal) : this.#watch(signal);
  }

  async #list(signal: AbortSignal): Promise<Outcome> {
    const outcome = await this.#lister.list(this.#listed, this.#planner.listVersion, signal);
    if (outcome.type !== 'listed') return outcome;
    if (this.#lost > 0) this.#noteDivergence(`${this.#lost} changes of objects were lost`);
    this.#lost = 0;
    this.#audited = undefined;
    this.#deps.events.observed(outcome.resourceVersion);
    return outcome;
  }

  /** In an audit, what is listed anew and is no newer than what was observed should have been observed. */
  #emitListed(batch: readonly GraphChange[]): void {
    this.#emit(batch);
    if (this.#audited !== 'list') return;
    const { watchVersion } = this.#planner;
    for (const { type, meta } of batch) {
      if (type !== 'DELETED' && !isNewer(meta?.resourceVersion, watchVersion)) this.#lost++;
    }
  }

  #noteDivergence(message: string): void {
    this.counts.diverged++;
    const { resource, group } = this.#resource;
    this.#deps.log.warn({ resource, group }, message);
  }

  async #watch(signal: AbortSignal): Promise<Outcome> {
    this.counts.begins(this.#deps.clock.now());
    const counting = childController(signal);
    const counted = this.#audited === 'count' ? this.#count(counting.signal) : undefined;
    const widened = this.#namespace === undefined ? undefined : this.#widen(counting.signal);
    const outcome = await readWatch({
      ...this.#deps,
      path: this.#listed.path,
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
    await Promise.all([counted, widened]);
    return outcome;
  }

  #listedIn(namespace: string | undefined): ListedObjects {
    const { labelSelector } = this.#deps;
    return { path: resourcePath(this.#resource, namespace), labelSelector };
  }

  /** Where all namespaces may not be read, one is, if it may. */
  #narrow(outcome: Outcome): Outcome {
    const isForbidden =
      outcome.type === 'failed' &&
      outcome.failure.type === 'status' &&
      outcome.failure.code === 403;
    const { namespace } = this.#deps;
    if (!isForbidden || !this.#resource.namespaced || namespace === undefined) return outcome;
    if (this.#namespace !== undefined) {
      this.#readIn(undefined);
      return outcome;
    }
    this.#readIn(namespace);
    if (this.#reporter.wasConfirmed) {
      this.#reportState('stale', 'gcscope lost the right to read all namespaces; it tries one.');
    }
    return { type: 'doubted' };
  }

  /** Objects of other namespaces than the read one are out of sight. */
  async #leaveOthers(signal: AbortSignal): Promise<void> {
    if (this.#namespace === undefined) return;
    await forgetInTurns(this.#deps.store, this.#deps.events.left, signal, this.#namespace);
  }

  /** A kind that is shown as read no longer is when its first objects leave; a kind that is being listed is until the last has left. */
  async #leaveOut(plan: Plan, signal: AbortSignal): Promise<void> {
    if (this.#reporter.wasConfirmed) this.#reportPlan(plan);
    await forgetInTurns(this.#deps.store, this.#deps.events.left, signal);
    if (!signal.aborted) this.#reportPlan(plan);
  }

  /** Reads all namespaces again once that is allowed. */
  async #widen(signal: AbortSignal): Promise<void> {
    const count = await countObjects(this.#deps.client, this.#listedIn(undefined), signal);
    if (count === undefined || signal.aborted) return;
    this.#readIn(undefined);
    this.#attempt?.abort();
  }

  #readIn(namespace: string | undefined): void {
    this.#namespace = namespace;
    this.#listed = this.#listedIn(namespace);
    this.#planner.startAnew('');
  }

  async #count(signal: AbortSignal): Promise<void> {
    this.#audited = undefined;
    // Objects that are left out are not counted one by one.
    if (this.#undecodable.size > 0) return;
    this.#audit.counted(await countObjects(this.#deps.client, this.#listed, signal));
  }

  /** Applies the events of one chunk. */
  #take(events: readonly DecodedEvent[]): Outcome | undefined {
    const unusable = this.#undecodable.size;
    const before = this.#planner.watchVersion;
    let outcome: Outcome | undefined;
    for (const event of events) {
      this.counts.observed(event.type, this.#deps.clock.now());
      outcome = this.#takeOne(event);
      if (outcome) break;
    }
    const { watchVersion } = this.#planner;
    if (watchVersion !== before) this.#deps.events.observed(watchVersion);
    if (this.#undecodable.size !== unusable) this.#reportSynced();
    return outcome;
  }

  #takeOne(event: DecodedEvent): Outcome | undefined {
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
    }
    const { object } = event;
    if (object.type === 'unsupported') return object;
    if (event.resourceVersion === '') {
      return { type: 'undecodable', reason: 'an event without a resourceVersion' };
    }
    if (object.type === 'object') {
      const { meta } = object;
      this.#emit(this.#deps.store.apply(event.type, meta));
      if (this.#undecodable.size > 0) {
        this.#undecodable.release(`${meta.namespace ?? ''}/${meta.name}`);
      }
    } else if (event.type === 'DELETED') {
      // Only a list shows for sure which object was removed.
      return { type: 'undecodable', reason: object.reason };
    } else this.#undecodable.addChanged(object.key, object.reason);
    // From an inexact version the server first sends what exists, in no order.
    if (event.type !== 'ADDED' || isExactVersion(this.#planner.watchVersion)) {
      this.#observe(event.resourceVersion);
    }
    return undefined;
  }

  #compare(event: DecodedEvent): string | undefined {
    if (!('resourceVersion' in event)) return undefined;
    const isEvent = event.type !== 'BOOKMARK';
    return this.#audit.compare(event.resourceVersion, isEvent, this.#deps.store.size);
  }

  #observe(resourceVersion: string): void {
    this.#planner.observed(resourceVersion);
    this.#deps.store.observe(resourceVersion);
  }

  #emit(changes: readonly GraphChange[]): void {
    if (changes.length > 0) this.#deps.events.changes(changes);
  }

  /** The store is right as of now, as far as its objects can be read. */
  #reportSynced(): void {
    this.counts.leftOut = this.#undecodable.size;
    const { message } = this.#undecodable;
    const only = `Only the namespace ${this.#namespace} is read, because you may list this kind nowhere else.`;
    const namespace = this.#namespace;
    if (message !== undefined) this.#reporter.confirm('degraded', message, namespace);
    else this.#reporter.confirm('synced', namespace === undefined ? undefined : only, namespace);
  }

  #reportState(state: KindState, message?: string): void {
    this.#reporter.report(state, message, this.#namespace);
  }

  #report(outcome: Outcome, plan: Plan): void {
    const { events, log } = this.#deps;
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

  #reportPlan({ state, message, patience }: Pick<Plan, 'state' | 'message' | 'patience'>): void {
    if (state === undefined) return;
    if (state === 'synced') this.#reportSynced();
    else if (patience === undefined) this.#reportState(state, message);
    else this.#reporter.later(patience, () => this.#reportState(state, message));
  }
}
