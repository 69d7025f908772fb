import type {
  ClusterHealth,
  ClusterInfo,
  Frame,
  GraphDelta,
  Snapshot,
  SnapshotStructure,
  StreamPosition,
} from '@gcscope/gc-core/wire';
import { DeltaPacer, type DrawingPorts } from './delta-pacer.ts';
import type { GraphStore } from './graph-store.ts';
import { OutlineStore } from './outline-store.ts';
import { readEvents, type ServerEvent } from './read-events.ts';

/** The connection to the server: before the first snapshot, live, or lost. */
export interface Connection {
  readonly state: 'loading' | 'live' | 'lost';
  /** Start of the state, milliseconds since the epoch. */
  readonly since: number;
  /** The last error, as one sentence with what to do. */
  readonly problem?: string;
  readonly cluster?: ClusterInfo;
  readonly health?: ClusterHealth;
  /** The graph while its uids and names are on their way; only before the first whole one. */
  readonly outline?: GraphStore;
}

/** Opens the stream after a position; the body is `text/event-stream`. */
export type OpenStream = (from: StreamPosition, signal: AbortSignal) => Promise<Response>;

/** Network, clock and chance; tests replace them. */
export interface StreamPorts extends DrawingPorts {
  /** Calls back if the graph can be shown before its uids and names are there. */
  readonly fetchSnapshot: (
    signal: AbortSignal,
    onStructure: (structure: SnapshotStructure) => void,
  ) => Promise<Snapshot>;
  readonly openStream: OpenStream;
  readonly now: () => number;
  readonly clearTimer: (timer: number) => void;
  /** Random number in [0, 1): spreads the attempts of many browsers. */
  readonly random: () => number;
}

/** The server pings every 15 s; two lost pings and a margin. */
export const SILENCE_MILLIS = 40_000;
const FIRST_RETRY_MILLIS = 500;
const LAST_RETRY_MILLIS = 30_000;

/**
 * Keeps a store equal to the server's graph: snapshot, then frames from its position; after a loss it resumes
 * where it stopped, or starts over when the server no longer knows the position. Never gives up by itself.
 */
export class GraphStream {
  readonly #store: GraphStore;
  readonly #pacer: DeltaPacer;
  readonly #ports: StreamPorts;
  readonly #listeners = new Set<() => void>();
  #connection: Connection;
  #position: StreamPosition | undefined;
  #attempt: AbortController | undefined;
  #failures = 0;
  #retryTimer: number | undefined;
  #silenceTimer: number | undefined;

  constructor(store: GraphStore, ports: StreamPorts) {
    this.#store = store;
    this.#pacer = new DeltaPacer(store, ports);
    this.#ports = ports;
    this.#connection = { state: 'loading', since: ports.now() };
  }

  /** Calls the listener after each change of the connection until the returned function is called. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** The connection as it is now; the same object until it changes. */
  readonly getConnection = (): Connection => this.#connection;

  /** Connects, or connects again at once when waiting for the next attempt. */
  connect(): void {
    this.stop();
    const attempt = new AbortController();
    this.#attempt = attempt;
    this.#run(attempt.signal).then(
      () => this.#failed(attempt, undefined),
      (error: unknown) => this.#failed(attempt, error),
    );
  }

  /** Ends the stream; `connect` starts it again. */
  stop(): void {
    this.#attempt?.abort();
    this.#attempt = undefined;
    if (this.#retryTimer !== undefined) this.#ports.clearTimer(this.#retryTimer);
    if (this.#silenceTimer !== undefined) this.#ports.clearTimer(this.#silenceTimer);
    this.#retryTimer = undefined;
    this.#silenceTimer = undefined;
  }

  async #run(signal: AbortSignal): Promise<void> {
    for (;;) {
      const from = this.#position ?? (await this.#load(signal));
      const response = await this.#ports.openStream(from, signal);
      this.#alive();
      this.#opened();
      const ended = await readEvents(
        response,
        () => this.#alive(),
        (event) => this.#take(event),
      );
      if (ended !== 'resync') return;
      this.#position = undefined;
    }
  }

  async #load(signal: AbortSignal): Promise<StreamPosition> {
    const { position, cluster, health, nodes } = await this.#ports.fetchSnapshot(
      signal,
      (structure) => this.#sketch(structure),
    );
    signal.throwIfAborted();
    this.#pacer.discard();
    this.#store.replace(nodes);
    this.#position = position;
    // The map takes the names before a frame changes anything.
    const { outline: _, ...connection } = this.#connection;
    this.#set({ ...connection, cluster, health });
    return position;
  }

  #sketch(structure: SnapshotStructure): void {
    if (this.#store.records.size > 0) return;
    const { cluster, health } = structure;
    const outline = new OutlineStore(structure);
    const { since } = this.#connection;
    this.#set({ state: 'loading', since, cluster, health, outline });
  }

  #take(event: ServerEvent): 'go on' | 'resync' | 'stop' {
    const frame = parseFrame(event);
    if (!frame) return 'go on';
    switch (frame.type) {
      case 'delta':
        this.#position = frame.position;
        this.#pacer.take(frame.delta);
        return 'go on';
      case 'health':
        this.#set({ ...this.#connection, health: frame.health });
        return 'go on';
      case 'resync':
        return 'resync';
      case 'bye':
        return 'stop';
      default:
        return frame satisfies never;
    }
  }

  /** Restarts the timer of silence. */
  #alive(): void {
    if (this.#silenceTimer !== undefined) this.#ports.clearTimer(this.#silenceTimer);
    const attempt = this.#attempt;
    this.#silenceTimer = this.#ports.setTimer(
      () => attempt?.abort(new Error('The stream was silent for 40 seconds.')),
      SILENCE_MILLIS,
    );
  }

  #opened(): void {
    this.#failures = 0;
    if (this.#connection.state === 'live') return;
    const { cluster, health } = this.#connection;
    this.#set({
      state: 'live',
      since: this.#ports.now(),
      ...(cluster && { cluster }),
      ...(health && { health }),
    });
  }

  #failed(attempt: AbortController, error: unknown): void {
    // This attempt was replaced or stopped.
    if (this.#attempt !== attempt) return;
    this.stop();
    const now = this.#ports.now();
    const longest = Math.min(FIRST_RETRY_MILLIS * 2 ** this.#failures, LAST_RETRY_MILLIS);
    const wait = longest * (0.5 + this.#ports.random() / 2);
    this.#failures += 1;
    const { state, since, cluster, health } = this.#connection;
    this.#set({
      state: this.#position === undefined && state === 'loading' ? 'loading' : 'lost',
      since: state === 'live' ? now : since,
      problem: error instanceof Error ? error.message : 'The server ended the stream.',
      ...(cluster && { cluster }),
      ...(health && { health }),
    });
    this.#retryTimer = this.#ports.setTimer(() => this.connect(), wait);
  }

  #set(connection: Connection): void {
    this.#connection = connection;
    for (const listener of [...this.#listeners]) listener();
  }
}

/** A server-sent event as a frame; `undefined` for names that a newer server may send. */
function parseFrame(event: ServerEvent): Frame | undefined {
  switch (event.name) {
    case 'delta':
      return { type: 'delta', position: event.id, delta: JSON.parse(event.data) as GraphDelta };
    case 'health':
      return { type: 'health', health: JSON.parse(event.data) as ClusterHealth };
    case 'resync':
      return { type: 'resync' };
    case 'bye':
      return { type: 'bye' };
    default:
      return undefined;
  }
}
