import type { Outcome } from '../collector/attempt.ts';
import type {
  Collector,
  Processed,
  ProcessingLatencies,
  QueueName,
  WorkerPass,
  WorkerQueueName,
} from '../collector/collector.ts';
import { type Entry, EntryQueue } from '../collector/entry-queue.ts';
import type { GarbageCollectorOptions } from '../collector/garbage-collector.ts';
import { type ApiAnswer, type ObjectClient, sendNext } from '../collector/object-client.ts';
import { Graph } from '../graph/graph.ts';
import type { GraphChange } from '../graph/graph-change.ts';
import type { GraphNode } from '../graph/graph-node.ts';
import { ReferenceCache } from '../graph/reference-cache.ts';
import type { Millis } from '../meta/object-meta.ts';
import { Propagator } from './propagator.ts';
import {
  orphanDependents,
  type PropagatorWorkerContext,
  processItem,
} from './propagator-worker.ts';

/**
 * The collector of Kubernetes 1.4 and 1.5: an event queue and its Propagator, a dirty and an orphan queue with their
 * workers (PG-01..38). Its queues bear the names of today's; no node has a flag.
 */
export class PropagatorCollector implements Collector {
  readonly graph: Graph = new Graph();
  readonly absentOwnerCache: ReferenceCache;
  readonly graphChanges: EntryQueue<GraphChange>;
  readonly attemptToDelete: EntryQueue<GraphNode>;
  readonly attemptToOrphan: EntryQueue<GraphNode>;
  readonly retriesAtOnce = true;
  readonly #client: ObjectClient | undefined;
  readonly #now: () => Millis;
  readonly #propagator: Propagator;
  readonly #context: PropagatorWorkerContext;
  readonly #entries: Map<WorkerPass, Entry<GraphNode>> = new Map();
  readonly #latencies = {
    eventProcessing: [] as Millis[],
    dirtyProcessing: [] as Millis[],
    orphanProcessing: [] as Millis[],
  };

  constructor(options: GarbageCollectorOptions) {
    const { absentOwnerCacheSize, release, restMapper, note, now } = options;
    const order = options.order ?? ((nodes: GraphNode[]) => nodes);
    this.#client = options.client;
    this.#now = now;
    this.absentOwnerCache = new ReferenceCache(absentOwnerCacheSize, release.absentOwnerCacheKey);
    this.graphChanges = new EntryQueue(now);
    this.attemptToDelete = new EntryQueue(now);
    this.attemptToOrphan = new EntryQueue(now);
    const { graph, absentOwnerCache: absentOwners } = this;
    this.#propagator = new Propagator({
      graph,
      absentOwners,
      enqueueDirty: (node) => this.attemptToDelete.add(node),
      enqueueOrphan: (node) => this.attemptToOrphan.add(node),
      note,
      order,
    });
    this.#context = {
      restMapper,
      absentOwners,
      enqueueVirtualDelete: (identity) =>
        this.graphChanges.add({ type: 'DELETED', identity, virtual: true }),
      order,
      note,
    };
  }

  /** The observations of the three latency metrics so far. */
  get latencies(): ProcessingLatencies {
    return this.#latencies;
  }

  enqueue(change: GraphChange): void {
    this.graphChanges.add(change);
  }

  processGraphChange(change: GraphChange): void {
    this.#processEntry({ item: change, since: this.#now() });
  }

  process(queue: QueueName): Processed | undefined {
    if (queue === 'graphChanges') {
      const entry = this.graphChanges.takeEntry();
      if (!entry) return undefined;
      this.#processEntry(entry);
      return { queue, change: entry.item };
    }
    const pass = this.begin(queue);
    if (!pass) return undefined;
    for (;;) {
      const processed = this.resume(pass);
      if (processed) return processed;
    }
  }

  begin(queue: WorkerQueueName): WorkerPass | undefined {
    const entry = this[queue].takeEntry();
    if (!entry) return undefined;
    const worker = queue === 'attemptToDelete' ? processItem : orphanDependents;
    const attempt = worker(entry.item, this.#context);
    const pass = { queue, item: entry.item, attempt, next: attempt.next() };
    this.#entries.set(pass, entry);
    return pass;
  }

  resume(pass: WorkerPass, answer?: ApiAnswer): Processed | undefined {
    const { queue, item, attempt } = pass;
    if (!pass.next.done) {
      pass.next = attempt.next(answer ?? sendNext(this.#client, pass.next.value));
    }
    if (!pass.next.done) return undefined;
    const outcome = pass.next.value;
    const entry = this.#entries.get(pass);
    this.#entries.delete(pass);
    if (entry) this.#finish(queue, entry, outcome);
    return { queue, item, outcome };
  }

  #processEntry({ item, since }: Entry<GraphChange>): void {
    if (this.#propagator.processEvent(item)) this.#observe('eventProcessing', since);
  }

  /** A dirty pass is observed when it succeeds, an orphan pass also when the finalizer could not be removed (PG-36). */
  #finish(queue: WorkerQueueName, entry: Entry<GraphNode>, { action }: Outcome): void {
    if (action === 'requeue') this[queue].retry(entry);
    if (queue === 'attemptToOrphan') this.#observe('orphanProcessing', entry.since);
    else if (action === 'forget') this.#observe('dirtyProcessing', entry.since);
  }

  #observe(metric: keyof ProcessingLatencies, since: Millis): void {
    this.#latencies[metric].push(this.#now() - since);
  }
}
