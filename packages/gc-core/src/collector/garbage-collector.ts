import { Graph } from '../graph/graph.ts';
import { GraphBuilder } from '../graph/graph-builder.ts';
import type { GraphChange } from '../graph/graph-change.ts';
import type { GraphNode } from '../graph/graph-node.ts';
import { ReferenceCache } from '../graph/reference-cache.ts';
import type { NoteSink } from '../meta/note.ts';
import type { Millis } from '../meta/object-meta.ts';
import type { ReleaseProfile } from '../meta/releases.ts';
import type { WarningEvent } from '../meta/warning-event.ts';
import { WorkQueue } from '../queue/work-queue.ts';
import type { Attempt, WorkerContext } from './attempt.ts';
import { attemptToDelete } from './attempt-to-delete.ts';
import { attemptToOrphan, finishOrphaning, orphanDependents } from './attempt-to-orphan.ts';
import type { Collector, Processed, QueueName, WorkerPass, WorkerQueueName } from './collector.ts';
import { EntryQueue } from './entry-queue.ts';
import { type ApiAnswer, type ObjectClient, type RestMapper, sendNext } from './object-client.ts';

/** The parts that the collector uses. */
export interface GarbageCollectorOptions {
  readonly release: ReleaseProfile;
  readonly absentOwnerCacheSize: number;
  readonly restMapper: RestMapper;
  readonly localStore: WorkerContext['localStore'];
  /** Sends the requests of `process`. Not needed if `resume` gets every answer from its caller. */
  readonly client?: ObjectClient;
  readonly now: () => Millis;
  readonly note: NoteSink;
  readonly recordEvent: (event: WarningEvent) => void;
  /** Called when a worker takes an item, with the time that it waited in its queue. */
  readonly waited?: (queue: QueueName, duration: Millis) => void;
  /** Order in which the collector visits a set of nodes. Default: as they were added. */
  readonly order?: (nodes: GraphNode[]) => GraphNode[];
  /** Rate-limited adds go straight into the queue, for stepping by hand. */
  readonly withoutDelays?: boolean;
}

/** A pass of an orphan worker whose requests may be sent at the same time. */
export interface Orphaning {
  readonly item: GraphNode;
  /** One for each dependent. Each returns its error, or `undefined`. */
  readonly parts: readonly Attempt<string | undefined>[];
  /** The rest of the pass, after the results of all parts. */
  finish(results: readonly (string | undefined)[]): WorkerPass;
}

/**
 * The collector: watch events go into `graphChanges`, the graph builder turns them into graph and queue entries, workers
 * take these and act through the client. Nothing moves by itself: each `process` is one event or one worker pass.
 */
export class GarbageCollector implements Collector {
  readonly graph: Graph = new Graph();
  readonly absentOwnerCache: ReferenceCache;
  readonly graphChanges: EntryQueue<GraphChange>;
  readonly attemptToDelete: WorkQueue<GraphNode>;
  readonly attemptToOrphan: WorkQueue<GraphNode>;
  readonly retriesAtOnce = false;
  readonly #client: ObjectClient | undefined;
  readonly #withoutDelays: boolean;
  readonly #builder: GraphBuilder;
  readonly #context: WorkerContext;

  constructor(options: GarbageCollectorOptions) {
    const { release, note, restMapper, localStore, recordEvent, now } = options;
    const order = options.order ?? ((nodes: GraphNode[]) => nodes);
    this.#client = options.client;
    this.#withoutDelays = options.withoutDelays ?? false;
    this.absentOwnerCache = new ReferenceCache(
      options.absentOwnerCacheSize,
      release.absentOwnerCacheKey,
    );
    const { waited } = options;
    const waitedIn = (queue: QueueName): ((duration: Millis) => void) | undefined =>
      waited && ((duration) => waited(queue, duration));
    this.graphChanges = new EntryQueue(now, waitedIn('graphChanges'));
    this.attemptToDelete = new WorkQueue(now, waitedIn('attemptToDelete'));
    this.attemptToOrphan = new WorkQueue(now, waitedIn('attemptToOrphan'));
    const { graph, absentOwnerCache } = this;
    this.#builder = new GraphBuilder({
      graph,
      absentOwnerCache,
      attemptToDelete: this.#sink(this.attemptToDelete),
      attemptToOrphan: this.#sink(this.attemptToOrphan),
      note,
      recordEvent,
      order,
      release,
    });
    this.#context = {
      release,
      graph,
      absentOwnerCache,
      restMapper,
      localStore,
      order,
      note,
      enqueueForDelete: (node) => this.attemptToDelete.add(node),
      enqueueVirtualDelete: (identity) =>
        this.graphChanges.add({ type: 'DELETED', identity, virtual: true }),
      markObserved: (node) => graph.observe(node),
    };
  }

  enqueue(change: GraphChange): void {
    this.graphChanges.add(change);
  }

  processGraphChange(change: GraphChange): void {
    this.#builder.processGraphChange(change);
  }

  process(queue: QueueName): Processed | undefined {
    if (queue === 'graphChanges') return this.#processFrontChange();
    const pass = this.begin(queue);
    if (!pass) return undefined;
    for (;;) {
      const processed = this.resume(pass);
      if (processed) return processed;
    }
  }

  begin(queue: WorkerQueueName): WorkerPass | undefined {
    const item = this[queue].take();
    if (!item) return undefined;
    const worker = queue === 'attemptToDelete' ? attemptToDelete : attemptToOrphan;
    const attempt = worker(item, this.#context);
    return { queue, item, attempt, next: attempt.next() };
  }

  /** Like `begin` of an orphan worker, for a caller that sends several requests at the same time (OR-03). */
  beginOrphaning(): Orphaning | undefined {
    const item = this.attemptToOrphan.take();
    if (!item) return undefined;
    return {
      item,
      parts: orphanDependents(item, this.#context),
      finish: (results) => {
        const attempt = finishOrphaning(item, results, this.#context);
        return { queue: 'attemptToOrphan', item, attempt, next: attempt.next() };
      },
    };
  }

  /** Gives the worker the answer to its request, by default that of the client. The worker then goes on to its next request. */
  resume(pass: WorkerPass, answer?: ApiAnswer): Processed | undefined {
    const { queue, item, attempt } = pass;
    if (!pass.next.done) {
      pass.next = attempt.next(answer ?? sendNext(this.#client, pass.next.value));
    }
    if (!pass.next.done) return undefined;
    const outcome = pass.next.value;
    if (outcome.action === 'forget') this[queue].forget(item);
    else this.#sink(this[queue]).addRateLimited(item);
    this[queue].done(item);
    return { queue, item, outcome };
  }

  #processFrontChange(): Processed | undefined {
    const change = this.graphChanges.take();
    if (!change) return undefined;
    this.#builder.processGraphChange(change);
    return { queue: 'graphChanges', change };
  }

  #sink(queue: WorkQueue<GraphNode>): {
    add(node: GraphNode): void;
    addRateLimited(node: GraphNode): void;
  } {
    return {
      add: (node) => queue.add(node),
      addRateLimited: (node) => {
        if (this.#withoutDelays) queue.add(node);
        else queue.addRateLimited(node);
      },
    };
  }
}
