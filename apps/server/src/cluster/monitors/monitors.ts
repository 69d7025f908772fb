import {
  type ApiResource,
  formatTimestamp,
  type GraphChange,
  groupResource,
  type ObjectMeta,
} from '@gcscope/gc-core';
import { formatAge, type KindHealth, type Millis } from '@gcscope/gc-core/wire';
import { type Clock, sleep } from '../../base/clock.ts';
import { ConcurrencyLimiter } from '../../base/concurrency-limiter.ts';
import { type ApiClient, failureText } from '../answers/api-answer.ts';
import type { ClusterLog } from '../reflect/cluster-log.ts';
import { forgetInTurns } from '../reflect/forget-in-turns.ts';
import type { MonitoredResource } from '../reflect/monitored-resource.ts';
import { ReaderCounts } from '../reflect/reader-counts.ts';
import { Reflector } from '../reflect/reflector.ts';
import { ResourceStore } from '../reflect/resource-store.ts';
import type { KindReport } from '../reflect/state-reporter.ts';
import { watchForJumps } from './clock-jumps.ts';
import type { ClusterObserver, Reach } from './cluster-observer.ts';
import {
  type Discovery,
  type DiscoveryFailure,
  discover,
  EVENTS,
  isFailed,
  monitorable,
  type ServedResource,
} from './discovery.ts';
import { kindHealth, unreadRows } from './kind-health.ts';
import { defaultObjectLimit, ObjectLimit } from './object-limit.ts';

const DISCOVERY_PERIOD: Millis = 30_000;
/** After a lost connection the server is asked at once, and until it answers, but not more often than this. */
const DISCOVERY_SPACING: Millis = 2_000;
const LISTS_AT_ONCE = 8;

export interface MonitorsDeps {
  readonly client: ApiClient;
  readonly observer: ClusterObserver;
  readonly clock: Clock;
  /** In [0, 1). */
  readonly random: () => number;
  readonly log: ClusterLog;
  /** Kinds that a person left out, as `group/resource`; health names them, and their objects are not verified. */
  readonly leftOut?: readonly string[] | undefined;
  /** Kinds that the collector does not watch, as `group/resource`. Default: Events. */
  readonly ignored?: ReadonlySet<string>;
  /** How often the server is asked what it serves. */
  readonly discoveryPeriod?: Millis;
  /** Read instead of all namespaces where those may not be read. */
  readonly namespace?: string;
  /** Counts the requests and objects of reading. */
  readonly counts?: ReaderCounts;
  /** Whether first lists are as new as the server: a command that reads once does not wait for bookmarks. */
  readonly newest?: boolean;
  /** Objects that are kept at most; beyond that the kinds with the most of them are left out. */
  readonly maxObjects?: number | undefined;
}

/** One kind that is monitored. Its store outlives its reflector, so that a kind in a new version is compared, not read anew. */
interface Monitor {
  readonly store: ResourceStore;
  /** As last reported; absent before the first time. */
  health: KindHealth | undefined;
  readonly reflector: Reflector;
  readonly controller: AbortController;
}

/** Keeps one reflector per monitored resource, following discovery every 30 s (MO-01..13). One kind never blocks another. */
export class Monitors {
  readonly #deps: MonitorsDeps;
  readonly #limit: ObjectLimit;
  readonly #counts: ReaderCounts;
  readonly #limiter: ConcurrencyLimiter = new ConcurrencyLimiter(LISTS_AT_ONCE);
  readonly #plainGroups = new Set<string>();
  readonly #monitors = new Map<string, Monitor>();
  readonly #stopping = new AbortController();
  readonly #running = new Set<Promise<void>>();
  /** Kinds that are no longer served, and whose objects are leaving. */
  readonly #leaving = new Map<string, Promise<void>>();
  /** Rows of health for what is not monitored. */
  #unread: ReadonlyMap<string, KindHealth> = new Map();
  #served: readonly ServedResource[] = [];
  #reachable: Reach | undefined;
  /** Why the last discovery failed, if it did. */
  #failure: string | undefined;
  /** Why single group versions were left out by the last discovery, by apiVersion. */
  #groupFailures: ReadonlyMap<string, string> = new Map();
  #nextDiscovery = new AbortController();
  /** Shared by all who ask while it runs. */
  #discovery: Promise<void> | undefined;
  readonly #ignored: ReadonlySet<string>;

  constructor(deps: MonitorsDeps) {
    this.#deps = deps;
    const { ignored = EVENTS, leftOut = [] } = deps;
    this.#ignored = new Set([...ignored, ...leftOut]);
    this.#limit = new ObjectLimit({
      most: deps.maxObjects ?? defaultObjectLimit(),
      clock: deps.clock,
      kinds: () => [...this.#monitors.values()].map(({ reflector }) => reflector),
      signal: this.#stopping.signal,
    });
    this.#counts = deps.counts ?? new ReaderCounts();
  }

  /** Resolves after the first discovery, whether it succeeded or not; kinds sync afterwards. Never rejects. Once only. */
  async start(): Promise<void> {
    watchForJumps(this.#deps.clock, (by) => this.#doubtAll(by), this.#stopping.signal);
    await this.refresh();
    this.#track(this.#discoverForEver());
  }

  /** Asks the server what it serves and follows it; resolves when that is done. */
  refresh(): Promise<void> {
    this.#discovery ??= this.#discover().finally(() => {
      this.#discovery = undefined;
    });
    return this.#discovery;
  }

  /** Whether the server answers and every kind that is watched is synced (MO-15). */
  get isSynced(): boolean {
    const monitors = [...this.#monitors.values()];
    return (
      this.#reachable === true &&
      this.#failure === undefined &&
      monitors.length > 0 &&
      monitors.every(({ health }) => health?.state === 'synced')
    );
  }

  /** Resolves when every request has ended; the observer is not called afterwards. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#nextDiscovery.abort();
    for (const { controller } of this.#monitors.values()) controller.abort();
    await Promise.all(this.#running);
  }

  /** The object as the monitor of exactly this resource last saw it (PA-04); `namespace` is empty for a cluster-scoped one. */
  stored(resource: ApiResource, namespace: string, name: string): ObjectMeta | undefined {
    const store = this.#monitors.get(groupResource(resource))?.store;
    return store?.isOf(resource) ? store.find(namespace, name) : undefined;
  }

  async #discoverForEver(): Promise<void> {
    const { clock, discoveryPeriod = DISCOVERY_PERIOD } = this.#deps;
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      this.#nextDiscovery = new AbortController();
      const asked = clock.now();
      await sleep(
        clock,
        this.#reachable === true ? discoveryPeriod : DISCOVERY_SPACING,
        this.#nextDiscovery.signal,
      );
      const left = asked + DISCOVERY_SPACING - clock.now();
      // More time can only be left if the machine's clock was set back.
      await sleep(clock, Math.min(DISCOVERY_SPACING, left), signal);
      if (!signal.aborted) await this.refresh();
    }
  }

  async #discover(): Promise<void> {
    const { signal } = this.#stopping;
    const found = await discover(this.#deps.client, signal);
    if (signal.aborted) return;
    if (found.type === 'failed') {
      const message = failureText(found.failure);
      // The caller of `start` reports the first failure, so it is not logged again.
      if (this.#reachable !== undefined && message !== this.#failure) {
        this.#deps.log.warn({}, `discovery failed: ${message}`);
      }
      this.#failure = message;
      const { failure } = found;
      this.#setReachable(
        failure.type === 'unreachable' && failure.untrusted ? 'untrusted' : false,
        message,
      );
      return;
    }
    this.#failure = undefined;
    this.#setReachable(true);
    this.#follow(found);
  }

  /** Starts and stops monitors; an empty answer changes nothing (MO-05). */
  #follow(found: Extract<Discovery, { type: 'ok' }>): void {
    const { failures } = found;
    if (found.resources.length === 0) {
      this.#deps.log.warn({}, 'discovery found no resource; gcscope keeps the known ones');
      this.#deps.observer.discovered?.('empty');
      return;
    }
    const kept = this.#served.filter((resource) => isFailed(failures, resource));
    const served = [...found.resources, ...kept];
    this.#warnOfGroups(failures);
    this.#reportUnread(failures, served);
    if (JSON.stringify(served) === JSON.stringify(this.#served)) {
      this.#deps.observer.discovered?.('unchanged');
      return;
    }
    this.#served = served;
    this.#deps.observer.resources(served);
    const wanted = new Map(
      monitorable(served, this.#ignored).map((resource) => [groupResource(resource), resource]),
    );
    for (const [key, monitor] of this.#monitors) {
      if (!wanted.has(key)) this.#retire(key, monitor);
      else monitor.reflector.probe();
    }
    for (const [key, resource] of wanted) this.#monitor(key, monitoredResource(resource));
  }

  #monitor(key: string, resource: MonitoredResource): void {
    const known = this.#monitors.get(key);
    if (known && sameResource(known.store.resource, resource)) return;
    known?.controller.abort();
    known?.store.rename(resource);
    const store =
      known?.store ?? new ResourceStore(resource, this.#deps.observer.objects?.(resource));
    const controller = new AbortController();
    const { client, clock, random, log, namespace, newest } = this.#deps;
    const reflector = new Reflector({
      newest,
      namespace,
      client,
      clock,
      random,
      log,
      limiter: this.#limiter,
      plainGroups: this.#plainGroups,
      store,
      counts: this.#counts.of(resource),
      events: {
        changes: (batch) => {
          this.#deps.observer.changes(resource, batch);
          this.#limit.take(batch);
          void this.#limit.keep();
        },
        observed: (resourceVersion) => this.#deps.observer.observed(resource, resourceVersion),
        left: (batch) => this.#leave(resource, batch),
        state: (report) => this.#setState(monitor, report),
        contact: (ok, message) => this.#contacted(ok, message),
      },
    });
    const monitor: Monitor = { store, health: known?.health, reflector, controller };
    this.#monitors.set(key, monitor);
    this.#track(this.#run(key, monitor));
  }

  /** After a suspend every connection may be dead on the other side only. */
  #doubtAll(jump: Millis): void {
    this.#deps.client.reconnect();
    const cause =
      jump < 0
        ? 'The clock was set back'
        : `gcscope stood still for ${formatAge(jump)}, or the clock was set`;
    const text = `${cause}, so changes may be missing; the kind is read again.`;
    for (const { reflector } of this.#monitors.values()) reflector.doubt(text);
    this.#nextDiscovery.abort();
  }

  /** A defect in one reflector is that kind's alone. */
  async #run(key: string, monitor: Monitor): Promise<void> {
    const { signal } = monitor.controller;
    // The kind may have been served before.
    await this.#leaving.get(key);
    try {
      await monitor.reflector.run(signal);
    } catch (error) {
      const message = `Reading this kind failed inside gcscope (${String(error)}); restart gcscope and report it.`;
      this.#deps.log.warn({ resource: monitor.store.resource.resource }, message);
      if (!signal.aborted) this.#setState(monitor, { state: 'degraded', message });
    }
  }

  /** The kind is no longer served, so its objects cannot be read: they are neither shown nor reported as deleted. */
  #retire(key: string, { store, controller }: Monitor): void {
    controller.abort();
    this.#monitors.delete(key);
    this.#deps.observer.retired(store.resource);
    const left = forgetInTurns(
      store,
      (batch) => this.#leave(store.resource, batch),
      this.#stopping.signal,
    ).then(() => {
      if (this.#leaving.get(key) === left) this.#leaving.delete(key);
    });
    this.#leaving.set(key, left);
    this.#track(left);
  }

  #leave(resource: MonitoredResource, batch: readonly GraphChange[]): void {
    this.#limit.take(batch);
    this.#deps.observer.left(resource, batch);
  }

  #setState(monitor: Monitor, { state, message, since: from, namespace }: KindReport): void {
    const { health, store } = monitor;
    const isSame =
      health?.state === state &&
      health.namespaces?.[0] === namespace &&
      sameResource(health, store.resource);
    if (isSame && health.message === message) return;
    const since = isSame ? health.since : formatTimestamp(from ?? this.#deps.clock.now());
    monitor.health = kindHealth(store.resource, state, store.size, since, message, namespace);
    this.#deps.observer.kindHealth(monitor.health);
  }

  /** A group that stays down is news once, not twice a minute. */
  #warnOfGroups(failures: readonly DiscoveryFailure[]): void {
    for (const { apiVersion, message } of failures) {
      if (this.#groupFailures.get(apiVersion) === message) continue;
      this.#deps.log.warn({ apiVersion }, `discovery of this group version failed: ${message}`);
    }
    this.#groupFailures = new Map(failures.map(({ apiVersion, message }) => [apiVersion, message]));
  }

  #reportUnread(failures: readonly DiscoveryFailure[], served: readonly ServedResource[]): void {
    const before = this.#unread;
    const now = formatTimestamp(this.#deps.clock.now());
    const found = unreadRows(failures, served, this.#deps.leftOut ?? [], now);
    this.#unread = new Map([...found].map(([key, row]) => [key, before.get(key) ?? row]));
    for (const [key, row] of before) {
      // The group version can be discovered again: its kinds have rows of their own.
      if (!found.has(key)) this.#deps.observer.kindHealth(kindHealth(row, 'synced', 0, now));
    }
    for (const [key, row] of found) {
      if (!before.has(key)) this.#deps.observer.kindHealth(row);
    }
  }

  #contacted(ok: boolean, message: string | undefined): void {
    if (ok) this.#setReachable(true);
    // One lost connection is no outage: ask again before saying so.
    else if (this.#reachable === true && message !== undefined) this.#nextDiscovery.abort();
  }

  #setReachable(reach: Reach, message?: string): void {
    if (this.#reachable === reach) return;
    this.#reachable = reach;
    // Reflectors that wait for the server try again at once.
    if (reach === true) for (const { reflector } of this.#monitors.values()) reflector.probe();
    this.#deps.observer.reachable(reach, message);
  }

  #track(promise: Promise<void>): void {
    this.#running.add(promise);
    void promise.finally(() => this.#running.delete(promise));
  }
}

function sameResource(a: MonitoredResource, b: MonitoredResource): boolean {
  return a.version === b.version && a.kind === b.kind && a.namespaced === b.namespaced;
}

function monitoredResource(served: ServedResource): MonitoredResource {
  const { group, version, resource, kind, namespaced } = served;
  return { group, version, resource, kind, namespaced };
}
