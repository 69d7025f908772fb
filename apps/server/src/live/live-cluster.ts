import {
  type ClusterHealth,
  type ClusterInfo,
  type GraphDelta,
  type NodeRecord,
  type PackedSnapshot,
  packNodes,
  type StreamPosition,
  type Uid,
} from '@gcscope/gc-core/wire';
import type { Clock } from '../clock.ts';
import { ActivityLog } from './activity-log.ts';
import { DeltaLog, type DeltaLogLimits, eventBytes } from './delta-log.ts';
import { History } from './history.ts';
import { LiveGraph } from './live-graph.ts';

/** What a live cluster is made of. */
export interface LiveClusterOptions {
  readonly clock: Clock;
  /** Which cluster it is, as known now. */
  readonly info: () => ClusterInfo;
  readonly logLimits?: DeltaLogLimits;
  /** Nodes that are judged in one go. */
  readonly slice?: number | undefined;
}

/** Hears of every frame and of every change of health. */
export interface LiveListener {
  frame(delta: GraphDelta): void;
  health(): void;
}

/** The snapshot as bytes, with the name of this state of it. */
export interface SnapshotBytes {
  readonly body: Buffer;
  readonly etag: string;
  readonly position: StreamPosition;
}

/** A cluster as it is served: the live graph, the log of its deltas, its recent past, and the snapshot of now. */
export class LiveCluster {
  readonly live: LiveGraph;
  readonly log: DeltaLog;
  readonly activity: ActivityLog;
  readonly history: History;
  readonly clock: Clock;
  readonly #info: () => ClusterInfo;
  readonly #listeners = new Set<LiveListener>();
  #healthVersion = 0;
  #snapshot: SnapshotBytes | undefined;
  #healthFrame: Buffer | undefined;

  constructor(options: LiveClusterOptions) {
    this.clock = options.clock;
    this.#info = options.info;
    this.log = new DeltaLog(options.logLimits);
    this.activity = new ActivityLog(options.clock.now());
    this.history = new History(this.activity);
    this.live = new LiveGraph({
      clock: options.clock,
      kubectl: options.info().kubectl,
      slice: options.slice,
      onDelta: (delta, before) => this.#take(delta, before),
      onHealth: () => this.#healthChanged(),
    });
  }

  get info(): ClusterInfo {
    return this.#info();
  }

  get health(): ClusterHealth {
    return this.live.health;
  }

  /** The whole graph as of now, and the position from which the stream goes on. */
  get snapshot(): PackedSnapshot {
    this.live.flush();
    const { position } = this.log;
    const nodes = packNodes(this.live.records.values());
    return { position, cluster: this.info, health: this.health, nodes };
  }

  /** The snapshot serialised; the same bytes until something changes. */
  snapshotBytes(): SnapshotBytes {
    this.live.flush();
    const { position } = this.log;
    const etag = `"${position}.${this.#healthVersion}"`;
    if (this.#snapshot?.etag !== etag) {
      const body = Buffer.from(JSON.stringify(this.snapshot));
      this.#snapshot = { body, etag, position };
    }
    return this.#snapshot;
  }

  /** The health as a frame of the stream; the same bytes until it changes. */
  healthFrame(): Buffer {
    this.#healthFrame ??= eventBytes({ type: 'health', health: this.health });
    return this.#healthFrame;
  }

  /** Calls the listener until the returned function is called. */
  subscribe(listener: LiveListener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Which cluster it is turned out to be another than was said: the next snapshot says so. */
  infoChanged(): void {
    this.#healthChanged();
  }

  #take(delta: GraphDelta, before: ReadonlyMap<Uid, NodeRecord>): void {
    const now = this.clock.now();
    this.history.record(delta, before, now);
    if (this.live.isCatchingUp) this.log.hold();
    else this.log.append(delta, now);
    for (const listener of this.#listeners) listener.frame(delta);
  }

  #healthChanged(): void {
    this.activity.health(this.health, this.clock.now());
    this.#healthVersion++;
    this.#healthFrame = undefined;
    for (const listener of this.#listeners) listener.health();
  }
}
