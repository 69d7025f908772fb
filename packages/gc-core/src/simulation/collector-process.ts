import type { ApiServer, StoredEvent } from '../apiserver/api-server.ts';
import type {
  Collector,
  Processed,
  QueueName,
  WorkerPass,
  WorkerQueueName,
} from '../collector/collector.ts';
import { GarbageCollector } from '../collector/garbage-collector.ts';
import type { ApiAnswer, ApiRequest } from '../collector/object-client.ts';
import { PropagatorCollector } from '../collector/propagator-collector.ts';
import type { GraphChange } from '../graph/graph-change.ts';
import type { GraphNode } from '../graph/graph-node.ts';
import { type ApiResource, apiVersionOf, groupResource } from '../meta/api-resource.ts';
import type { Note } from '../meta/note.ts';
import type { ApiObject, Millis, ObjectMeta } from '../meta/object-meta.ts';
import type { ObjectReference } from '../meta/object-reference.ts';
import type { ReleaseProfile } from '../meta/releases.ts';
import type { WarningEvent } from '../meta/warning-event.ts';
import { AttemptRecord } from './attempt-record.ts';
import { HeldEvents } from './held-events.ts';
import { monitorIdentity } from './monitor-identity.ts';
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

/** Who wants to know what the collector does. */
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
}

/** A worker pass under way, and how things stood when it began. */
export interface PassUnderWay {
  readonly pass: WorkerPass;
  readonly version: number;
}

/**
 * A collector attached to an API server, as a controller manager runs it: its monitors list and watch, its workers send
 * requests. Nothing moves by itself; `step` does one thing.
 */
export class CollectorProcess {
  readonly #options: CollectorProcessOptions;
  #collector: Collector;
  /** Moves on with every change of an object, the graph or the cache: tells whether a retry can end otherwise. */
  #changes = 0;
  #attempted = new AttemptRecord();
  #held: HeldEvents | undefined;

  constructor(options: CollectorProcessOptions) {
    this.#options = options;
    this.#collector = this.#start();
    if (!options.manual) {
      options.apiServer.subscribe((event) => this.#observe(event));
      this.#list(options.apiServer.all());
    }
  }

  /** The collector at work; another one after `restart`. */
  get collector(): Collector {
    return this.#collector;
  }

  /** Starts anew: empty graph, queues and cache, a fresh list of all monitors, in the order of `objects`. */
  restart(objects: Iterable<ApiObject> = this.#options.apiServer.all()): void {
    this.#collector = this.#start();
    this.#attempted = new AttemptRecord();
    this.#list(objects);
  }

  /** The queue the next step would take from; `undefined` when nothing waits. */
  nextQueue(): QueueName | undefined {
    for (const queue of WORKER_QUEUES) this.#collector[queue].releaseDue();
    const next = this.#collector.nextQueue();
    if (!this.#collector.retriesAtOnce || next === undefined || next === 'graphChanges')
      return next;
    // Each queue has its own workers: entries that spin in one do not keep the other waiting.
    return WORKER_QUEUES.find((queue) => !this.#isSpinning(queue)) ?? next;
  }

  /** Whether a step would do something now. */
  pending(): boolean {
    return this.nextQueue() !== undefined;
  }

  /** Whether all that waits failed before and would fail again: entries that come back at once would spin (PG-31). */
  isSpinning(): boolean {
    if (!this.#collector.retriesAtOnce || this.#collector.graphChanges.size > 0) return false;
    return WORKER_QUEUES.every((queue) => this.#isSpinning(queue));
  }

  #isSpinning(queue: WorkerQueueName): boolean {
    const version = this.#version();
    const waiting = this.#collector[queue].items();
    return waiting.every((item) => this.#attempted.hasFailed(queue, item, version));
  }

  /** One event or one worker pass; `undefined` when nothing waits. */
  step(queue: QueueName | undefined = this.nextQueue()): Processed | undefined {
    if (queue === 'graphChanges') return this.#collector.process(queue);
    const pass = queue && this.begin(queue);
    if (!pass) return undefined;
    for (;;) {
      const processed = this.resume(pass);
      if (processed) return processed;
    }
  }

  /** A worker takes the front item of the queue and stops before its first request. */
  begin(queue: WorkerQueueName): PassUnderWay | undefined {
    const version = this.#version();
    const pass = this.#collector.begin(queue);
    return pass && { pass, version };
  }

  /** The worker sends one request; returns what became of the pass when it is over. */
  resume({ pass, version }: PassUnderWay): Processed | undefined {
    const processed = this.#collector.resume(pass);
    if (processed && processed.queue !== 'graphChanges') {
      const { item, outcome } = processed;
      const after = this.#version();
      const failed = outcome.error !== undefined;
      const changed = after !== version;
      // Others may act between two requests of a pass: what it ran into may be over, and a retry end otherwise.
      const overtaken = this.#held !== undefined && changed;
      this.#attempted.note(processed.queue, item, {
        version: after,
        changed,
        failed: failed && !overtaken,
      });
    }
    return processed;
  }

  /** From now on events wait until they are delivered, those too that wait for the graph builder already. */
  hold(): void {
    const held = new HeldEvents();
    const queued = this.#collector.graphChanges;
    for (let change = queued.take(); change; change = queued.take()) {
      queued.done(change);
      held.hold(this.#kindOf(change), change);
    }
    this.#held = held;
  }

  /** Kinds with events that were not delivered yet; none unless they are held. */
  undelivered(): string[] {
    return this.#held?.kinds() ?? [];
  }

  /** The monitor of the kind hears its oldest event. */
  deliver(kind: string): void {
    const change = this.#held?.release(kind);
    if (change) this.#collector.enqueue(change);
  }

  /** Events are delivered at once again; those that were held go first, kind by kind. */
  letGo(): void {
    for (const kind of this.undelivered()) {
      while (this.undelivered().includes(kind)) this.deliver(kind);
    }
    this.#held = undefined;
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
      localStore: (resource, namespace, name) => this.#localStore(resource, namespace, name),
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

  #list(objects: Iterable<ApiObject>): void {
    for (const object of objects) {
      const identity = this.#identityOf(object);
      if (!identity) continue;
      this.#collector.enqueue({ type: 'ADDED', identity, meta: object.metadata });
    }
  }

  #observe(event: StoredEvent): void {
    this.#changes++;
    const identity = this.#identityOf(event.object);
    if (!identity) return;
    const change: GraphChange = { type: event.type, identity, meta: event.object.metadata };
    const old = event.type === 'MODIFIED' ? event.previous?.metadata : undefined;
    const heard = old ? { ...change, oldMeta: old } : change;
    if (this.#held) this.#held.hold(this.#kindOf(heard), heard);
    else this.#collector.enqueue(heard);
  }

  #kindOf({ identity }: GraphChange): string {
    return `${identity.apiVersion}/${identity.kind}`;
  }

  /** The identity under which a monitor delivers the object (DM-01); `undefined` where there is no monitor. */
  #identityOf(object: ApiObject): ObjectReference | undefined {
    const { table } = this.#options.apiServer;
    const resource = table.preferredFor(object.apiVersion, object.kind);
    if (!resource || this.#isIgnored(resource)) return undefined;
    return monitorIdentity(resource, object.metadata);
  }

  /** Unless events are held they reach the monitors at once, so that their store is what the server holds. */
  #localStore(resource: ApiResource, namespace: string, name: string): ObjectMeta | undefined {
    if (this.#options.manual || this.#isIgnored(resource)) return undefined;
    const answer = this.#options.apiServer.get({ resource, namespace, name });
    const live = answer.ok ? (answer.object.metadata as ObjectMeta) : undefined;
    if (!this.#held) return live;
    const kind = `${apiVersionOf(resource)}/${resource.kind}`;
    return this.#held.stored(kind, namespace, name, live);
  }

  /** MO-03, PG-03 */
  #isIgnored(resource: ApiResource): boolean {
    return this.#options.release.ignoredResources.has(groupResource(resource));
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
