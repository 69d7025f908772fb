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

/** The result of one call of `process`. */
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
  /** Since the start: adds of items that were not waiting already, and retries. */
  readonly counts: { readonly adds: number; readonly retries: number };
  /** Waiting items in order. */
  items(): T[];
  /** Adds an item without delay, behind all others or in front of them. */
  add(item: T, where?: 'back' | 'front'): void;
  /** Puts a waiting item in front of all others. Returns whether it was waiting. */
  bringForward(item: T): boolean;
  /** Removes the item from the waiting and the delayed ones. */
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

/** The parts of both generations of the collector: a graph, a cache, three queues, workers that can be stepped. */
export interface Collector {
  readonly graph: Graph;
  readonly absentOwnerCache: ReferenceCache;
  readonly graphChanges: GraphChangeQueue;
  readonly attemptToDelete: CollectorQueue<GraphNode>;
  readonly attemptToOrphan: CollectorQueue<GraphNode>;
  /** Whether a failed item waits again without delay (PG-31). Then the collector can be at rest although a queue is not empty. */
  readonly retriesAtOnce: boolean;
  /** The latency metrics of the Propagator generation so far. */
  readonly latencies?: ProcessingLatencies;
  /** Puts an event of a monitor at the end of the queue. */
  enqueue(change: GraphChange): void;
  /** Processes one graph change at once, whether it was queued or not. */
  processGraphChange(change: GraphChange): void;
  /** Processes the front item of the queue: one event, or one worker pass. Returns `undefined` if the queue is empty. */
  process(queue: QueueName): Processed | undefined;
  /** A worker takes the front item and runs up to its first request. Returns `undefined` if the queue is empty. */
  begin(queue: WorkerQueueName): WorkerPass | undefined;
  /**
   * Gives the worker the answer to its request; the worker runs up to the next one. Returns the result when the pass is
   * over. Without an answer, the client sends the request.
   */
  resume(pass: WorkerPass, answer?: ApiAnswer): Processed | undefined;
}
