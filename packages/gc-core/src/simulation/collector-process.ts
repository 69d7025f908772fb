import type { ApiServer, StoredEvent } from '../apiserver/api-server.ts';
import {
  GarbageCollector,
  type Processed,
  type QueueName,
} from '../collector/garbage-collector.ts';
import type { ApiAnswer, ApiRequest } from '../collector/object-client.ts';
import type { GraphChange } from '../graph/graph-change.ts';
import type { GraphNode } from '../graph/graph-node.ts';
import type { Note } from '../meta/note.ts';
import type { ApiObject, Millis, ObjectMeta } from '../meta/object-meta.ts';
import { identityKey, type ObjectReference } from '../meta/object-reference.ts';
import type { ReleaseProfile } from '../meta/releases.ts';
import { type ApiResource, groupResource } from '../meta/resource-table.ts';
import type { WarningEvent } from '../meta/warning-event.ts';

/** Kinds whose objects the collector never looks at (MO-03). */
const IGNORED = new Set(['/events', 'events.k8s.io/events']);

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
]);

/** Who wants to know what the collector does. */
export interface CollectorListener {
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

interface Attempted {
  readonly version: number;
  readonly futile: boolean;
}

/**
 * A collector attached to an API server, as a controller manager runs it: its monitors list and watch, its workers send
 * requests. Nothing moves by itself; `step` does one thing.
 */
export class CollectorProcess {
  readonly #options: CollectorProcessOptions;
  #collector: GarbageCollector;
  /** Moves on with every change of an object, the graph or the cache: tells whether a retry can end otherwise. */
  #changes = 0;
  #attempted = new Map<string, Attempted>();

  constructor(options: CollectorProcessOptions) {
    this.#options = options;
    this.#collector = this.#start();
    if (!options.manual) {
      options.apiServer.subscribe((event) => this.#observe(event));
      this.#list(options.apiServer.all());
    }
  }

  /** The collector at work; another one after `restart`. */
  get collector(): GarbageCollector {
    return this.#collector;
  }

  /** Starts anew: empty graph, queues and cache, a fresh list of all monitors, in the order of `objects`. */
  restart(objects: Iterable<ApiObject> = this.#options.apiServer.all()): void {
    this.#collector = this.#start();
    this.#attempted = new Map();
    this.#list(objects);
  }

  /** The queue the next step would take from; `undefined` when nothing waits. */
  nextQueue(): QueueName | undefined {
    for (const queue of this.#workerQueues()) queue.releaseDue();
    return this.#collector.nextQueue();
  }

  /** Whether a step would do something now. */
  pending(): boolean {
    return this.nextQueue() !== undefined;
  }

  /** One event or one worker pass; `undefined` when nothing waits. */
  step(queue: QueueName | undefined = this.nextQueue()): Processed | undefined {
    if (queue === undefined) return undefined;
    const before = this.#version();
    const processed = this.#collector.process(queue);
    if (processed && processed.queue !== 'graphChanges') {
      const { item, outcome } = processed;
      const after = this.#version();
      const futile = outcome.error !== undefined || after === before;
      this.#attempted.set(attemptKey(item), { version: after, futile });
    }
    return processed;
  }

  /** When the next delayed item is due, in milliseconds since the epoch. */
  nextDue(): Millis | undefined {
    const due = this.#workerQueues().flatMap((queue) => queue.delayed().map((each) => each.due));
    return due.length > 0 ? Math.min(...due) : undefined;
  }

  /** When the next retry is due that could end otherwise than the last time; `undefined` when there is none. */
  nextUsefulDue(): Millis | undefined {
    const version = this.#version();
    const due = this.#workerQueues()
      .flatMap((queue) => [...queue.delayed()])
      .filter(({ item }) => {
        const last = this.#attempted.get(attemptKey(item));
        return !last?.futile || last.version !== version;
      })
      .map((each) => each.due);
    return due.length > 0 ? Math.min(...due) : undefined;
  }

  #workerQueues(): readonly [
    GarbageCollector['attemptToDelete'],
    GarbageCollector['attemptToOrphan'],
  ] {
    return [this.#collector.attemptToDelete, this.#collector.attemptToOrphan];
  }

  #version(): number {
    return this.#changes + this.#collector.absentOwnerCache.additions;
  }

  #start(): GarbageCollector {
    const { apiServer, release, now, listener, absentOwnerCacheSize, order, manual } =
      this.#options;
    return new GarbageCollector({
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
    this.#collector.enqueue(old ? { ...change, oldMeta: old } : change);
  }

  /** The identity under which a monitor delivers the object (DM-01); `undefined` where there is no monitor. */
  #identityOf(object: ApiObject): ObjectReference | undefined {
    const { table } = this.#options.apiServer;
    const resource = table.preferredFor(object.apiVersion, object.kind);
    if (!resource || IGNORED.has(groupResource(resource))) return undefined;
    return monitorIdentity(resource, object.metadata);
  }

  /** Events reach the monitors at once, so their store is what the server holds. */
  #localStore(resource: ApiResource, namespace: string, name: string): ObjectMeta | undefined {
    if (this.#options.manual || IGNORED.has(groupResource(resource))) return undefined;
    const answer = this.#options.apiServer.get({ resource, namespace, name });
    return answer.ok ? (answer.object.metadata as ObjectMeta) : undefined;
  }

  #send(request: ApiRequest): ApiAnswer {
    const { listener } = this.#options;
    const answer = listener?.intercept?.(request) ?? sendTo(this.#options.apiServer, request);
    listener?.request?.(request, answer);
    return answer;
  }
}

/** The identity a monitor of `resource` gives an object (DM-01). */
export function monitorIdentity(resource: ApiResource, meta: ObjectMeta): ObjectReference {
  return {
    apiVersion: resource.group === '' ? resource.version : `${resource.group}/${resource.version}`,
    kind: resource.kind,
    namespace: meta.namespace ?? '',
    name: meta.name,
    uid: meta.uid,
  };
}

function sendTo(apiServer: ApiServer, request: ApiRequest): ApiAnswer {
  switch (request.verb) {
    case 'get':
      return apiServer.get(request);
    case 'delete':
      return apiServer.delete(request, request.options);
    case 'patch': {
      const strategic = request.contentType === 'application/strategic-merge-patch+json';
      return apiServer.patch(request, strategic ? 'strategic-merge' : 'merge', request.body);
    }
    default:
      return request satisfies never;
  }
}

/** A clone under another identity is another attempt (AL-07); the same identity again is the same one. */
function attemptKey(item: GraphNode): string {
  return identityKey(item.identity);
}
