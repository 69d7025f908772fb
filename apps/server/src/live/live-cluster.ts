import {
  type ClusterHealth,
  type ClusterInfo,
  type GraphDelta,
  type Millis,
  MOST_IN_ONE_PART,
} from '@gcscope/gc-core/wire';
import type { Clock } from '../base/clock.ts';
import { ActivityLog } from './activity-log.ts';
import { CollectorWatch } from './collector-watch.ts';
import { DeltaLog } from './delta-log.ts';
import { History } from './history.ts';
import { LiveGraph, type LiveGraphOptions } from './live-graph.ts';
import type { PendingDecisions } from './pending-decisions.ts';
import { makeSnapshot, type SnapshotBytes } from './snapshot-bytes.ts';
import { eventOf, type StreamEvent } from './stream-event.ts';

/** Options of a live cluster. */
export interface LiveClusterOptions extends Pick<LiveGraphOptions, 'slice' | 'many'> {
  readonly clock: Clock;
  /** The cluster, as known now. */
  readonly info: () => ClusterInfo;
}

/** Called with every frame, and at every change of health. */
export interface LiveListener {
  frame(delta: GraphDelta): void;
  health(): void;
}

/** A snapshot of many objects takes seconds to make. Readers within this time get the same one, and the frames since. */
const KEPT: Millis = 5000;

interface KeptSnapshot {
  readonly bytes: SnapshotBytes;
  readonly at: Millis;
}

/** One cluster, ready to serve: the live graph, the log of its deltas, its history, and the current snapshot. */
export class LiveCluster {
  readonly live: LiveGraph;
  readonly log: DeltaLog = new DeltaLog();
  readonly activity: ActivityLog;
  readonly history: History;
  readonly clock: Clock;
  readonly #collector: CollectorWatch;
  readonly #info: () => ClusterInfo;
  readonly #listeners = new Set<LiveListener>();
  #healthVersion = 0;
  #snapshot: KeptSnapshot | undefined;
  /** The previous snapshot, for readers that have its first part. */
  #former: KeptSnapshot | undefined;
  #making: Promise<KeptSnapshot> | undefined;
  #healthEvent: StreamEvent | undefined;

  constructor(options: LiveClusterOptions) {
    this.clock = options.clock;
    this.#info = options.info;
    this.activity = new ActivityLog(options.clock.now());
    this.history = new History(this.activity);
    this.live = new LiveGraph({
      clock: options.clock,
      kubectl: options.info().kubectl,
      slice: options.slice,
      many: options.many,
      onDelta: (...tick) => this.#take(...tick),
      nextTurn: () => this.#collector.review(this.clock.now()),
      onHealth: () => this.#healthChanged(),
    });
    this.#collector = new CollectorWatch({
      isGone: (uid) => this.history.tombstone(uid) !== undefined,
      record: (uid) => this.live.records.get(uid),
      isLive: () => this.live.isLive,
      overdue: (record, text, now) => this.history.note(record, { type: 'overdue', text }, now),
      changed: () => this.#healthChanged(),
    });
  }

  get info(): ClusterInfo {
    return this.#info();
  }

  get health(): ClusterHealth {
    const { health } = this.live;
    const collector = this.#collector.delay;
    return collector ? { ...health, collector } : health;
  }

  /** The expected decisions of the real collector, and their outcomes. */
  get decisions(): PendingDecisions {
    return this.#collector.decisions;
  }

  /** The snapshot serialised; the same bytes until something changes, and of many objects for some seconds. */
  async snapshotBytes(): Promise<SnapshotBytes> {
    this.live.flush();
    // A snapshot that was begun before may be too old.
    if (this.#making !== undefined) await this.#making;
    if (this.#snapshot && !this.#isOld(this.#snapshot)) return this.#snapshot.bytes;
    this.#making ??= this.#makeSnapshot().finally(() => {
      this.#making = undefined;
    });
    return (await this.#making).bytes;
  }

  /** A snapshot that `snapshotBytes` gave: the latest or the one before; `undefined` for others. */
  keptSnapshot(id: string): SnapshotBytes | undefined {
    return [this.#snapshot, this.#former].find((kept) => kept?.bytes.id === id)?.bytes;
  }

  #isOld({ bytes, at }: KeptSnapshot): boolean {
    if (bytes.id === this.#state) return false;
    const isMade = this.live.graph.size > MOST_IN_ONE_PART && this.clock.now() - at < KEPT;
    return !isMade || this.log.since(bytes.position) === 'resync';
  }

  /** The name of the state as of now. */
  get #state(): string {
    return `${this.log.position}.${this.#healthVersion}`;
  }

  async #makeSnapshot(): Promise<KeptSnapshot> {
    const { info: cluster, health } = this;
    const { position } = this.log;
    const bytes = await makeSnapshot(this.live, { position, cluster, health }, this.#state);
    this.#former = this.#snapshot;
    this.#snapshot = { bytes, at: this.clock.now() };
    return this.#snapshot;
  }

  /** The health as the stream sends it; the same bytes until it changes. */
  healthEvent(): StreamEvent {
    this.#healthEvent ??= eventOf({ type: 'health', health: this.health });
    return this.#healthEvent;
  }

  /** Calls the listener until the returned function is called. */
  subscribe(listener: LiveListener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** The cluster info changed: the next snapshot has the new one. */
  infoChanged(): void {
    this.#healthChanged();
  }

  #take(...[delta, before, isWhole, bereft]: Parameters<LiveGraphOptions['onDelta']>): void {
    const now = this.clock.now();
    this.history.record(delta, before, now, {
      isEnding: (namespace) => this.#isEnding(namespace),
      record: (uid) => this.live.records.get(uid),
      attribute: (last, isGone) => this.decisions.attribute(last, isGone),
    });
    this.#collector.take({ ...delta, upserts: [...delta.upserts, ...bereft] }, before, now);
    if (!isWhole) this.log.hold();
    if (!this.live.isCatchingUp) this.log.append(delta, now);
    for (const listener of this.#listeners) listener.frame(delta);
  }

  /** Whether the Namespace is being deleted. */
  #isEnding(namespace: string): boolean {
    const { view, graph } = this.live;
    const resource = view.mapping('v1', 'Namespace');
    if (namespace === '' || typeof resource === 'string') return false;
    const found = view.byName(resource, '', namespace);
    return found !== undefined && graph.get(found.uid)?.beingDeleted === true;
  }

  #healthChanged(): void {
    this.activity.health(this.health, this.clock.now());
    this.#healthVersion++;
    this.#healthEvent = undefined;
    for (const listener of this.#listeners) listener.health();
  }
}
