import type { Graph } from '../graph/graph.ts';
import type { GraphChange } from '../graph/graph-change.ts';
import type { GraphNode } from '../graph/graph-node.ts';
import type { ReferenceCache } from '../graph/reference-cache.ts';
import type { Millis } from '../meta/object-meta.ts';
import type { Attempt, Outcome } from './attempt.ts';
import type { ApiAnswer, ApiRequest } from './object-client.ts';

/** The queues that workers take from. */
export type WorkerQueueName = 'attemptToDelete' | 'attemptToOrphan';

/** The collector has three queues (QU-01). */
export type QueueName = 'graphChanges' | WorkerQueueName;

/** What one call of `process` did. */
export type Processed =
  | { readonly queue: 'graphChanges'; readonly change: GraphChange }
  | {
      readonly queue: WorkerQueueName;
      readonly item: GraphNode;
      readonly outcome: Outcome;
    };

/** A worker pass under way: it waits before its next request, or is over. */
export interface WorkerPass {
  readonly queue: WorkerQueueName;
  readonly item: GraphNode;
  readonly attempt: Attempt;
  next: IteratorResult<ApiRequest, Outcome>;
}

/** Observations of the three latency metrics, in order: from the first enqueue of an entry to its completion. */
export interface ProcessingLatencies {
  readonly eventProcessing: readonly Millis[];
  readonly dirtyProcessing: readonly Millis[];
  readonly orphanProcessing: readonly Millis[];
}

/** A queue of either generation, whatever its entries are made of. */
export interface CollectorQueue<T> {
  /** Number of waiting items; delayed ones and those worked on do not count. */
  readonly size: number;
  /** Adds that were not there already, and retries, since the start. */
  readonly counts: { readonly adds: number; readonly retries: number };
  /** Waiting items in order. */
  items(): T[];
  /** Adds an item without delay, behind all others or in front of them. */
  add(item: T, where?: 'back' | 'front'): void;
  /** Puts a waiting item in front of all others; whether it waited. */
  bringForward(item: T): boolean;
  /** The item waits no more, neither now nor later. */
  drop(item: T): void;
  /** Delayed items with the time they are due, soonest first. */
  delayed(): readonly { readonly item: T; readonly due: Millis }[];
  /** Moves the delayed items whose time has come to the waiting ones. */
  releaseDue(): void;
}

/** The queue of graph changes, into which monitors put and from which the one event worker takes. */
interface GraphChangeQueue extends CollectorQueue<GraphChange> {
  take(): GraphChange | undefined;
}

/** What both generations of the collector have in common: a graph, a cache, three queues, workers that can be stepped. */
export interface Collector {
  readonly graph: Graph;
  readonly absentOwnerCache: ReferenceCache;
  readonly graphChanges: GraphChangeQueue;
  readonly attemptToDelete: CollectorQueue<GraphNode>;
  readonly attemptToOrphan: CollectorQueue<GraphNode>;
  /** Whether what failed waits again without delay (PG-31): then a queue need not run empty for the collector to be at rest. */
  readonly retriesAtOnce: boolean;
  /** What the latency metrics of the Propagator generation have observed so far. */
  readonly latencies?: ProcessingLatencies;
  /** Puts an event of a monitor behind those that wait. */
  enqueue(change: GraphChange): void;
  /** Processes one graph change at once, whether it was queued or not. */
  processGraphChange(change: GraphChange): void;
  /** One event or one worker pass over the front item of the queue; `undefined` when it is empty. */
  process(queue: QueueName): Processed | undefined;
  /** A worker takes the front item and goes up to its first request; `undefined` when the queue is empty. */
  begin(queue: WorkerQueueName): WorkerPass | undefined;
  /**
   * The worker is given the answer to its request and goes up to the next one; returns what became of the pass when it is
   * over. Without an answer the request is sent through the client.
   */
  resume(pass: WorkerPass, answer?: ApiAnswer): Processed | undefined;
}
