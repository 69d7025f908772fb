import type { ApiServer } from '../apiserver/api-server.ts';
import type { Collector, Processed, QueueName, WorkerQueueName } from '../collector/collector.ts';
import { GarbageCollector } from '../collector/garbage-collector.ts';
import type { ApiAnswer, ApiRequest } from '../collector/object-client.ts';
import type { GraphChange } from '../graph/graph-change.ts';
import type { GraphNode } from '../graph/graph-node.ts';
import type { Note } from '../meta/note.ts';
import type { ApiObject, Millis } from '../meta/object-meta.ts';
import type { ReleaseProfile } from '../meta/releases.ts';
import type { WarningEvent } from '../meta/warning-event.ts';
import { PropagatorCollector } from '../propagator/propagator-collector.ts';
import { AttemptRecord } from './attempt-record.ts';
import { Monitors } from './monitors.ts';
import { type PassUnderWay, PausedWorkers } from './paused-workers.ts';
import { sendRequest } from './send-request.ts';

/** Notes of the graph builder that mean: the graph is not what it was. A rotated identity (AL-06) is none. */
const GRAPH_CHANGES = new Set([
  'GB-04',
  'GB-06',
  'GB-10',
  'GB-13',
  'GB-25',
  'GB-41',
  'GB-42a',
  'GB-42d',
  'PG-10',
  'PG-11',
  'PG-15',
  'PG-17',
]);

const WORKER_QUEUES: readonly WorkerQueueName[] = ['attemptToDelete', 'attemptToOrphan'];

/** Called with everything that the collector does. */
interface CollectorListener {
  note?(note: Note): void;
  event?(event: WarningEvent): void;
  request?(request: ApiRequest, answer: ApiAnswer): void;
  /** May answer in the server's place. */
  intercept?(request: ApiRequest): ApiAnswer | undefined;
}

/** How a collector is run. */
export interface CollectorProcessOptions {
  readonly apiServer: ApiServer;
  readonly release: ReleaseProfile;
  readonly now: () => Millis;
  readonly absentOwnerCacheSize?: number;
  readonly listener?: CollectorListener;
  readonly order?: (nodes: GraphNode[]) => GraphNode[];
  /** Stepped by hand: no watch, and rate-limited adds go straight into their queue. */
  readonly manual?: boolean;
  /** The monitors have watched for long: they list nothing at the start. */
  readonly listed?: boolean;
}

/**
 * A collector attached to an API server, as a controller manager runs it: its monitors list and watch, its workers send
 * requests. Nothing moves by itself; `step` does one thing.
 */
export class CollectorProcess {
  readonly #options: CollectorProcessOptions;
  #collector: Collector;
  /** Moves on with every change of an object, the graph or the cache: shows whether a retry can end otherwise. */
  #changes = 0;
  #attempted = new AttemptRecord();
  readonly #paused: PausedWorkers = new PausedWorkers();
  readonly #monitors: Monitors;
  /** Where held events wait. */
  readonly monitors: Pick<Monitors, 'undelivered' | 'deliver' | 'letGo'>;

  constructor(options: CollectorProcessOptions) {
    this.#options = options;
    const { apiServer, release } = options;
    const enqueue = (change: GraphChange): void => this.#collector.enqueue(change);
    this.#monitors = new Monitors({ apiServer, release, enqueue });
    this.monitors = this.#monitors;
    this.#collector = this.#start();
    if (options.manual) return;
    apiServer.subscribe((event) => {
      this.#changes++;
      this.#monitors.observe(event);
    });
    if (!options.listed) this.#monitors.list(apiServer.all());
  }

  /** The collector at work; another one after `restart`. */
  get collector(): Collector {
    return this.#collector;
  }

  /** Starts anew: empty graph, queues and cache, a fresh list of all monitors, in the order of `objects`. */
  restart(objects: Iterable<ApiObject> = this.#options.apiServer.all()): void {
    this.#collector = this.#start();
    this.#attempted = new AttemptRecord();
    this.#paused.clear();
    this.#monitors.list(objects);
  }

  /** Retries whose delay has ended wait in their queues from now on (QU-03). */
  releaseDue(): void {
    const { attemptToDelete, attemptToOrphan } = this.#collector;
    attemptToDelete.releaseDue();
    attemptToOrphan.releaseDue();
  }

  /** The queue the next step would take from; `undefined` when nothing waits that somebody is free for. */
  nextQueue(): QueueName | undefined {
    this.releaseDue();
    if (this.#collector.graphChanges.size > 0) return 'graphChanges';
    if (!this.#collector.retriesAtOnce) {
      if (this.#isOpen('attemptToDelete')) return 'attemptToDelete';
      return this.#isOpen('attemptToOrphan') ? 'attemptToOrphan' : undefined;
    }
    const open = WORKER_QUEUES.filter((queue) => this.#isOpen(queue));
    // Each queue has its own workers: entries that spin in one do not keep the other waiting.
    return open.find((queue) => !this.#isSpinning(queue)) ?? open[0];
  }

  #isOpen(queue: WorkerQueueName): boolean {
    return this.#collector[queue].size > 0 && this.#paused.hasFree(queue);
  }

  /** Whether a step would do something now. */
  pending(): boolean {
    return this.#paused.longest !== undefined || this.nextQueue() !== undefined;
  }

  /** Whether all that waits failed before and would fail again: entries that come back at once would spin (PG-31). */
  isSpinning(): boolean {
    return this.#paused.longest === undefined && this.#spins();
  }

  #spins(): boolean {
    if (!this.#collector.retriesAtOnce || this.#collector.graphChanges.size > 0) return false;
    return WORKER_QUEUES.every((queue) => !this.#paused.hasFree(queue) || this.#isSpinning(queue));
  }

  #isSpinning(queue: WorkerQueueName): boolean {
    const version = this.#version();
    const waiting = this.#collector[queue].items();
    return waiting.every((item) => this.#attempted.hasFailed(queue, item, version));
  }

  /**
   * One event or one worker pass; when nothing else can go, the worker that has been paused longest goes on to the end of its
   * pass. `undefined` when nothing waits.
   */
  step(queue: QueueName | undefined = this.#nextOfItself()): Processed | undefined {
    if (queue === 'graphChanges') return this.#collector.process(queue);
    const pass = queue === undefined ? this.#paused.longest : this.begin(queue);
    return pass && this.finish(pass);
  }

  #nextOfItself(): QueueName | undefined {
    return this.#paused.longest && this.#spins() ? undefined : this.nextQueue();
  }

  /** The worker goes on to the end of its pass. */
  finish(pass: PassUnderWay): Processed {
    for (;;) {
      const processed = this.resume(pass);
      if (processed) return processed;
    }
  }

  /** The workers that are paused between two requests of a pass. */
  get paused(): Pick<PausedWorkers, 'of' | 'hasFree'> {
    return this.#paused;
  }

  /** Like `begin`; from then on the worker pauses after each request, until nothing else can go. */
  beginPaused(queue: WorkerQueueName): PassUnderWay | undefined {
    const pass = this.#paused.hasFree(queue) ? this.begin(queue) : undefined;
    if (pass) this.#paused.add(pass);
    return pass;
  }

  /** A worker takes the front item of the queue and stops before its first request. */
  begin(queue: WorkerQueueName): PassUnderWay | undefined {
    const version = this.#version();
    const pass = this.#collector.begin(queue);
    return pass && { pass, version };
  }

  /** The worker sends one request; returns what became of the pass when it is over. */
  resume(underWay: PassUnderWay): Processed | undefined {
    const { pass, version } = underWay;
    const processed = this.#collector.resume(pass);
    const wasPaused = this.#paused.has(underWay);
    if (processed && wasPaused) this.#paused.remove(underWay);
    if (processed && processed.queue !== 'graphChanges') {
      const { item, outcome } = processed;
      const after = this.#version();
      const failed = outcome.error !== undefined;
      const changed = after !== version;
      // Others may act between two requests of a pass: the cause of its failure may be gone, so that a retry could succeed.
      const overtaken = changed && (wasPaused || this.#monitors.isBlocking);
      // Only what comes back of itself, or another node for the same owner (AL-06), is compared with it.
      const comesBack = item.virtual || outcome.action === 'requeue';
      if (comesBack || !this.#attempted.isEmpty) {
        this.#attempted.note(processed.queue, item, {
          version: after,
          changed,
          failed: failed && !overtaken,
        });
      }
    }
    return processed;
  }

  /** From now on events wait until they are delivered, those too that wait for the graph builder already. */
  hold(): void {
    const queued = this.#collector.graphChanges;
    const waiting: GraphChange[] = [];
    for (let change = queued.take(); change; change = queued.take()) waiting.push(change);
    this.#monitors.hold(waiting);
  }

  /** When the next delayed item is due, in milliseconds since the epoch. */
  nextDue(): Millis | undefined {
    return earliest(WORKER_QUEUES.flatMap((queue) => this.#collector[queue].delayed()));
  }

  /** When the next retry is due that could end otherwise than the last time; `undefined` when there is none. */
  nextUsefulDue(): Millis | undefined {
    const version = this.#version();
    const useful = WORKER_QUEUES.flatMap((queue) => {
      const delayed = this.#collector[queue].delayed();
      return delayed.filter(({ item }) => !this.#attempted.wasFutile(queue, item, version));
    });
    return earliest(useful);
  }

  #version(): number {
    return this.#changes + this.#collector.absentOwnerCache.additions;
  }

  #start(): Collector {
    const { apiServer, release, now, listener, absentOwnerCacheSize, order, manual } =
      this.#options;
    const Generation = release.generation === 'propagator' ? PropagatorCollector : GarbageCollector;
    return new Generation({
      release,
      absentOwnerCacheSize: absentOwnerCacheSize ?? release.absentOwnerCacheSize,
      restMapper: { forKind: (apiVersion, kind) => apiServer.table.forKind(apiVersion, kind) },
      localStore: (resource, namespace, name) => {
        return manual ? undefined : this.#monitors.localStore(resource, namespace, name);
      },
      client: { send: (request) => this.#send(request) },
      now,
      note: (note) => {
        if (GRAPH_CHANGES.has(note.rule)) this.#changes++;
        listener?.note?.(note);
      },
      recordEvent: (event) => listener?.event?.(event),
      ...(order ? { order } : {}),
      withoutDelays: manual ?? false,
    });
  }

  #send(request: ApiRequest): ApiAnswer {
    const { listener } = this.#options;
    const answer = listener?.intercept?.(request) ?? sendRequest(this.#options.apiServer, request);
    listener?.request?.(request, answer);
    return answer;
  }
}

function earliest(delayed: readonly { readonly due: Millis }[]): Millis | undefined {
  return delayed.length > 0 ? Math.min(...delayed.map(({ due }) => due)) : undefined;
}
