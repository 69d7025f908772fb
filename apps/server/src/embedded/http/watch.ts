import {
  type ApiObject,
  type ApiResource,
  type ApiStatus,
  apiVersionOf,
  failureStatus,
  groupResource,
  inVersion,
  type StoredEvent,
} from '@gcscope/gc-core';
import { type ApiContext, type ApiExchange, reject } from './api-exchange.ts';
import { encodeEvent, encodeObject, encodeStatus, PROTOBUF } from './encode-protobuf.ts';
import { objectRepresentation, requestedVersion, selectorOf, tablePrinter } from './list.ts';
import { compareObjects, isStatus, partialObjectMetadata } from './representation.ts';
import type { Selector } from './selectors.ts';

/** A reader that is this far behind is cut off; it resumes from where it was. */
const BACKLOG_BYTES = 8 * 1024 * 1024;
const DEFAULT_TIMEOUT_SECONDS = 1800;
const INITIAL_EVENTS_END = 'k8s.io/initial-events-end';

interface OutgoingEvent {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  readonly object: ApiObject;
}

/** Returns the event of a selective watch for a change: an object that enters is ADDED, one that leaves is DELETED. */
function seenBy(
  selects: Selector,
  { type, object, previous }: StoredEvent,
): OutgoingEvent | undefined {
  const before = type !== 'ADDED' && (previous ? selects(previous) : selects(object));
  const after = type !== 'DELETED' && selects(object);
  if (after) return { type: before ? 'MODIFIED' : 'ADDED', object };
  return before ? { type: 'DELETED', object } : undefined;
}

function protobufEvent(type: string, object: ApiObject | ApiStatus): Buffer {
  return encodeEvent(type, isStatus(object) ? encodeStatus(object) : encodeObject(object.metadata));
}

/** Makes the `object` of each event of one watch. */
function eventPrinter(
  context: ApiContext,
  exchange: ApiExchange,
  resource: ApiResource,
): (object: ApiObject) => object {
  const representation = objectRepresentation(exchange);
  if (representation === 'partial-object-metadata' || representation === 'protobuf-metadata') {
    return partialObjectMetadata;
  }
  if (representation !== 'table') return (object) => inVersion(object, resource);
  const printer = tablePrinter(resource, exchange, context);
  let first = true;
  return (object) => {
    const { resourceVersion } = object.metadata;
    const table = printer.print([inVersion(object, resource)], { resourceVersion }, first);
    first = false;
    return table;
  };
}

function timeoutSeconds(query: URLSearchParams): number {
  const text = query.get('timeoutSeconds') ?? '';
  if (text === '') return DEFAULT_TIMEOUT_SECONDS;
  if (!/^\d{1,9}$/.test(text)) reject('BadRequest', `timeoutSeconds is not a number: ${text}`);
  return Number(text) || DEFAULT_TIMEOUT_SECONDS;
}

/** One open watch: writes event after event until its time is over or the client leaves. */
class WatchStream {
  readonly #exchange: ApiExchange;
  readonly #endings: (() => void)[] = [];
  readonly #isProtobuf: boolean;

  constructor(exchange: ApiExchange) {
    this.#exchange = exchange;
    this.#isProtobuf = objectRepresentation(exchange) === 'protobuf-metadata';
    const { response } = exchange;
    response.writeHead(200, {
      'content-type': this.#isProtobuf ? `${PROTOBUF};stream=watch` : 'application/json',
      'cache-control': 'no-cache, private',
    });
    response.flushHeaders();
    response.on('close', () => this.#stop());
  }

  /** Called once, when the stream is over for whatever reason. */
  onEnd(action: () => void): void {
    this.#endings.push(action);
  }

  write(type: string, object: object): void {
    const { response } = this.#exchange;
    if (response.writableLength > BACKLOG_BYTES) response.destroy();
    if (!response.writable) return;
    response.write(
      this.#isProtobuf
        ? // Negotiated for objects only, never for tables.
          protobufEvent(type, object as ApiObject | ApiStatus)
        : `${JSON.stringify({ type, object })}\n`,
    );
  }

  end(): void {
    this.#stop();
    this.#exchange.response.end();
  }

  #stop(): void {
    for (const action of this.#endings.splice(0)) action();
  }
}

/** The beginning of a stream: events to send, and the version that they lead to; `undefined` is Expired. */
function beginning(
  { apiServer, ring }: ApiContext,
  { query }: ApiExchange,
  resource: ApiResource,
): readonly StoredEvent[] | undefined {
  const version = requestedVersion(query, apiServer.resourceVersion);
  const initial = query.get('sendInitialEvents') === 'true';
  if (!initial && version !== undefined && version > 0) return ring.since(version);
  if (query.get('sendInitialEvents') === 'false') return [];
  const objects = [...apiServer.list(resource).items].sort(compareObjects);
  const type = groupResource(resource);
  return objects.map((object) => ({ type: 'ADDED', resource: type, object }));
}

/**
 * Answers a WATCH: first what happened since the `resourceVersion` (or, without one, everything that exists as
 * ADDED), then each change as it is stored. Versions that are no longer known get an ERROR event with 410.
 */
export function serveWatch(
  context: ApiContext,
  exchange: ApiExchange,
  resource: ApiResource,
  namespace: string,
): void {
  const { apiServer, ring, clock } = context;
  const { query } = exchange;
  const print = eventPrinter(context, exchange, resource);
  const timeout = timeoutSeconds(query) * 1000;
  const selects = selectorOf(query);
  const events = beginning(context, exchange, resource);
  const stream = new WatchStream(exchange);
  if (!events) {
    const message = `too old resource version: ${query.get('resourceVersion')} (${ring.floor})`;
    stream.write('ERROR', failureStatus('Expired', message));
    stream.end();
    return;
  }
  const key = groupResource(resource);
  const inScope: Selector = (object) =>
    (namespace === '' || object.metadata.namespace === namespace) && selects(object);
  const deliver = (event: StoredEvent): void => {
    if (event.resource !== key) return;
    const seen = seenBy(inScope, event);
    if (seen) stream.write(seen.type, print(seen.object));
  };
  const bookmark = (annotations?: object): void => {
    const metadata = {
      resourceVersion: String(apiServer.resourceVersion),
      creationTimestamp: null,
      ...(annotations ? { annotations } : {}),
    };
    const apiVersion = apiVersionOf(resource);
    stream.write('BOOKMARK', { kind: resource.kind, apiVersion, metadata });
  };
  for (const event of events) deliver(event);
  const bookmarks = ['true', '1'].includes(query.get('allowWatchBookmarks') ?? '');
  if (bookmarks && query.get('sendInitialEvents') === 'true') {
    bookmark({ [INITIAL_EVENTS_END]: 'true' });
  }
  stream.onEnd(ring.subscribe(deliver));
  stream.onEnd(
    clock.setTimeout(() => {
      if (bookmarks) bookmark();
      stream.end();
    }, timeout),
  );
  if (!bookmarks) return;
  let cancel: () => void = () => undefined;
  const schedule = (): void => {
    cancel = clock.setTimeout(() => {
      bookmark();
      schedule();
    }, context.bookmarkInterval);
  };
  schedule();
  stream.onEnd(() => cancel());
}
