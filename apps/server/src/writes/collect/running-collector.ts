import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { hostname } from 'node:os';
import { GarbageCollector, type ReleaseProfile, toDot } from '@gcscope/gc-core';
import type { Millis } from '@gcscope/gc-core/wire';
import { aborted, type Clock, sleep, systemClock } from '../../base/clock.ts';
import type { ClusterConnection } from '../../cluster/access/connection.ts';
import type { CredentialSource } from '../../cluster/access/credentials.ts';
import { Monitors } from '../../cluster/monitors/monitors.ts';
import { childController } from '../../cluster/reflect/child-controller.ts';
import type { WriteLog } from '../write-record/write-record.ts';
import { CallSender } from './call-sender.ts';
import { CollectorClient } from './collector-client.ts';
import type { CollectorLog } from './collector-log.ts';
import { EventRecorder } from './event-recorder.ts';
import { CollectorServer } from './http-server.ts';
import { LEASE_DURATION, LeaderElection, RENEW_DEADLINE } from './leader-election.ts';
import { CollectMetrics } from './metrics.ts';
import { TokenBucket } from './token-bucket.ts';
import { WatchedCluster } from './watched-cluster.ts';
import { DEPENDENTS_AT_ONCE, Workers } from './workers.ts';

export interface CollectSettings {
  readonly release: ReleaseProfile;
  /** Workers of each queue. */
  readonly workers: number;
  readonly syncPeriod: Millis;
  /** As the flag of a controller manager: the collector gets more of it (CF-05); 0 is no limit. */
  readonly qps: number;
  readonly burst: number;
  /** Resources that are left alone beside Events, as `group/resource`. */
  readonly ignored: readonly string[];
  readonly port: number;
  readonly leaderElect: boolean;
}

/** On which cluster, as whom. */
export interface CollectTarget {
  readonly connection: ClusterConnection;
  readonly credentials: CredentialSource;
  readonly requestTimeout: Millis;
  /** Where writes are recorded, and when that can go on no longer. */
  readonly recording?:
    | { readonly log: WriteLog; readonly failed: Promise<{ readonly message: string }> }
    | undefined;
}

/** Requests that are under way at the end have so long. */
const GRACE: Millis = 8_000;
/** After a Lease that is lost: their time ends before another process may take it. */
const LOST_GRACE: Millis = (LEASE_DURATION - RENEW_DEADLINE) / 2;
/** The longest time that a timer can wait. */
const LONGEST: Millis = 2 ** 31 - 1;
const LEASE = { namespace: 'kube-system', name: 'gcscope-collect' };

/** A garbage collector at work on a cluster. */
export class RunningCollector {
  readonly #settings: CollectSettings;
  readonly #recording: CollectTarget['recording'];
  readonly #log: CollectorLog;
  readonly #stopping = new AbortController();
  readonly #abandoned = new AbortController();
  readonly #senders: readonly CallSender[];
  readonly #collector: GarbageCollector;
  readonly #workers: Workers;
  readonly #monitors: Monitors;
  readonly #metrics: CollectMetrics;
  readonly #election: LeaderElection | undefined;
  #server: CollectorServer | undefined;
  readonly #kindListeners = new Set<() => void>();

  private constructor(target: CollectTarget, settings: CollectSettings, log: CollectorLog) {
    const { connection, credentials, requestTimeout, recording } = target;
    const { release, workers: perQueue, syncPeriod, qps, burst, ignored } = settings;
    this.#settings = settings;
    this.#recording = recording;
    this.#log = log;
    const clock = monotonicClock;
    const random = Math.random;
    const today = (): Date => new Date();
    const stopping = this.#stopping.signal;
    // Every worker listens to them.
    setMaxListeners(0, stopping, this.#abandoned.signal);
    const { server } = connection;
    const access = { server, credentials, requestTimeout, clock, log: recording?.log };
    const sender = new CallSender({
      ...access,
      connections: 2 * perQueue + DEPENDENTS_AT_ONCE,
      mayAct: () => !stopping.aborted && (this.#election?.isLeading ?? true),
      answered: (method, code) => this.#metrics.answered(method, code),
    });
    const ofLeases = new CallSender({ ...access, mayAct: () => true });
    this.#senders = [sender, ofLeases];
    const watched = new WatchedCluster(log, {
      changes: (batch) => {
        for (const change of batch) this.#collector.enqueue(change);
        this.#workers.wake();
      },
      resourcesChanged: () => void this.#awaitSync(),
      discoveryEmpty: () => this.#metrics.syncFailed(),
      kindChanged: () => {
        for (const listener of [...this.#kindListeners]) listener();
      },
    });
    const events = new EventRecorder({ sender, clock, log, signal: stopping, today });
    this.#collector = new GarbageCollector({
      release,
      absentOwnerCacheSize: release.absentOwnerCacheSize,
      restMapper: watched,
      localStore: (resource, namespace, name) => this.#monitors.stored(resource, namespace, name),
      now: () => clock.now(),
      note: (note) => this.#workers.note(note),
      recordEvent: (event) => events.record(event),
      waited: (queue, duration) => this.#metrics.waited(queue, duration),
    });
    const client = new CollectorClient({
      sender,
      limit: new TokenBucket(clock, (qps * release.requestsPerSecond) / 20, burst),
      clock,
      random,
      log,
      stopping,
      abandoned: this.#abandoned.signal,
    });
    this.#workers = new Workers({
      collector: this.#collector,
      release: release.release,
      send: (request) => client.send(request),
      clock,
      log,
      perQueue,
      worked: (queue, duration) => this.#metrics.worked(queue, duration),
    });
    this.#metrics = new CollectMetrics(server, this.#collector, release, this.#workers, () =>
      clock.now(),
    );
    this.#monitors = new Monitors({
      client: connection.client,
      observer: watched,
      clock: { ...clock, now: () => Date.now() },
      random,
      log,
      ignored: new Set([...release.ignoredResources, ...ignored]),
      discoveryPeriod: syncPeriod,
      counts: connection.counts,
      // A kind that was left out would never be collected.
      maxObjects: Number.MAX_SAFE_INTEGER,
    });
    if (settings.leaderElect) {
      const identity = `${hostname()}_${randomUUID()}`;
      const options = { sender: ofLeases, address: LEASE, identity, clock, random, today, log };
      this.#election = new LeaderElection({ ...options, signal: stopping });
    }
  }

  /** Listens and begins to collect; rejects when the port cannot be had. */
  static async start(
    target: CollectTarget,
    settings: CollectSettings,
    log: CollectorLog,
  ): Promise<RunningCollector> {
    const running = new RunningCollector(target, settings, log);
    running.#server = await CollectorServer.listen(settings.port, {
      isReady: () => running.#isReady(),
      graph: (uids) => toDot(running.#collector.graph, uids),
      metrics: () => running.#metrics.text(),
    });
    return running;
  }

  /** Where probes, metrics and the graph are. */
  get url(): string {
    return this.#server?.url ?? '';
  }

  /** Collects until the signal is aborted, or until the Lease is lost or writes cannot be recorded: then it resolves with why. */
  async run(signal: AbortSignal): Promise<string | undefined> {
    const acquired = this.#election?.acquire();
    void this.#collect(acquired);
    const endings: Promise<string | undefined>[] = [aborted(signal)];
    if (acquired !== undefined) endings.push(acquired.then(() => this.#lost()));
    if (this.#recording) endings.push(this.#recording.failed.then(({ message }) => message));
    const why = await Promise.race(endings);
    await this.#stop(why === undefined ? GRACE : LOST_GRACE);
    return why;
  }

  async #lost(): Promise<string> {
    await this.#election?.hold();
    return 'The Lease was lost, so another gcscope may collect from now on; this one ends.';
  }

  /** `acquired`: when this process holds the Lease, if it needs one. */
  async #collect(acquired: Promise<void> | undefined): Promise<void> {
    const log = this.#log;
    log.say(0, 'Starting controller', { controller: 'garbagecollector' });
    log.say(0, 'Running', { component: 'GraphBuilder' });
    await this.#monitors.start();
    const isSynced = await this.#syncedWithin(this.#settings.release.initialSyncLimit);
    await acquired;
    if (this.#stopping.signal.aborted) return;
    log.say(
      0,
      isSynced
        ? 'Garbage collector: all resource monitors have synced'
        : 'Garbage collector: not all resource monitors could be synced, proceeding anyways',
    );
    log.say(0, 'Proceeding to collect garbage');
    this.#workers.start();
  }

  /** The monitors have one period to sync (MO-08, MO-09). */
  async #awaitSync(): Promise<void> {
    // The monitors are told next.
    await Promise.resolve();
    if (await this.#syncedWithin(this.#settings.syncPeriod)) {
      this.#log.say(2, 'synced garbage collector');
      return;
    }
    if (this.#stopping.signal.aborted) return;
    this.#metrics.syncFailed();
    const err = 'timed out waiting for dependency graph builder sync during GC sync';
    this.#log.error('Unhandled Error', { err, logger: 'UnhandledError' });
  }

  /** Whether all kinds synced in this time; without it there is no limit. */
  async #syncedWithin(limit: Millis = LONGEST): Promise<boolean> {
    const waiting = childController(this.#stopping.signal);
    const check = (): void => {
      if (this.#monitors.isSynced) waiting.abort();
    };
    this.#kindListeners.add(check);
    check();
    await sleep(monotonicClock, limit, waiting.signal);
    this.#kindListeners.delete(check);
    waiting.release();
    return this.#monitors.isSynced;
  }

  /** Whether all kinds served now are read; this starts the monitor of a new kind. */
  async #isReady(): Promise<boolean> {
    await this.#monitors.refresh();
    return this.#monitors.isSynced && this.#collector.graphChanges.size === 0;
  }

  async #stop(grace: Millis): Promise<void> {
    this.#stopping.abort();
    const hurry = setTimeout(() => this.#abandoned.abort(), grace);
    const monitors = this.#monitors.stop();
    await this.#workers.stop();
    await this.#election?.release();
    clearTimeout(hurry);
    this.#abandoned.abort();
    await Promise.all([
      monitors,
      this.#server?.close(),
      ...this.#senders.map((each) => each.close()),
    ]);
    this.#log.say(0, 'Shutting down controller', { controller: 'garbagecollector' });
  }
}

/** Time that never jumps: retries, limits and leases do not depend on what the machine takes for the time of day. */
const monotonicClock: Clock = {
  now: () => performance.now(),
  setTimeout: systemClock.setTimeout,
};
