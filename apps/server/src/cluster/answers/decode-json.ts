import { parseJson } from '../../base/parse-json.ts';
import { decodeObject, fieldsOf, textOf, wrongKind } from './decode-meta.ts';
import {
  bookmark,
  type DecodedEvent,
  type DecodedObject,
  INITIAL_EVENTS_END,
  type ListDecoder,
  type ListEnd,
  type ListFault,
  OBJECT_LIMIT,
  type WatchDecoder,
} from './decoded.ts';
import { JsonPruner, type JsonShape, shapeOf } from './json-pruner.ts';
import { LineSplitter } from './line-splitter.ts';
import { statusFailure } from './status-failure.ts';

const UTF8 = new TextDecoder('utf-8', { fatal: true });

const METADATA = [
  'name',
  'namespace',
  'uid',
  'resourceVersion',
  'generation',
  'creationTimestamp',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
  'ownerReferences',
  'finalizers',
];

function objectShape(metadata: JsonShape): JsonShape {
  return shapeOf(['kind'], { metadata });
}

/** The members of a `PartialObjectMetadata` that are decoded. */
export const METADATA_SHAPE: JsonShape = objectShape(shapeOf(METADATA));
const LABELLED_OBJECT = objectShape(shapeOf([...METADATA, 'labels']));
const LIST = objectShape(shapeOf(['resourceVersion', 'continue', 'remainingItemCount']));
const EVENT = shapeOf(['type'], {
  // An ERROR holds a Status in place of an object, and a bookmark may be marked.
  object: shapeOf(['kind', 'code', 'reason', 'message', 'details'], {
    metadata: shapeOf(METADATA, { annotations: shapeOf([INITIAL_EVENTS_END]) }),
  }),
});

export class JsonListDecoder implements ListDecoder {
  readonly #withLabels: boolean;
  readonly #pruner: JsonPruner;
  #fault: ListFault | undefined;
  #kindSeen = false;

  constructor(withLabels: boolean) {
    this.#withLabels = withLabels;
    const shape = withLabels ? LABELLED_OBJECT : METADATA_SHAPE;
    this.#pruner = new JsonPruner(LIST, { shape, limit: OBJECT_LIMIT });
  }

  *push(chunk: Uint8Array): Generator<DecodedObject> {
    yield* this.#decode(chunk);
    chunk.fill(0);
  }

  *#decode(chunk: Uint8Array): Generator<DecodedObject> {
    for (const item of this.#pruner.push(chunk)) {
      if (!this.#kindSeen) this.#checkKind();
      if (this.failed) return;
      const decoded = item.type === 'item' ? this.#decodeItem(item.bytes) : unusable(item.type);
      if (decoded.type === 'unsupported') {
        this.#fault = decoded;
        return;
      }
      yield decoded;
    }
    if (this.#pruner.isBroken) this.#fail('the list is not a well-formed JSON list');
  }

  get failed(): boolean {
    return this.#fault !== undefined;
  }

  end(): ListEnd {
    if (!this.failed) this.#checkKind();
    if (!this.#pruner.isComplete) this.#fail('the list ends too early');
    if (this.#fault) return this.#fault;
    const metadata = fieldsOf(fieldsOf(parseJson(this.#pruner.envelope))?.metadata);
    const remaining = metadata?.remainingItemCount;
    return {
      type: 'complete',
      resourceVersion: textOf(metadata?.resourceVersion),
      continue: textOf(metadata?.continue),
      ...(typeof remaining === 'number' ? { remaining } : {}),
    };
  }

  #checkKind(): void {
    const envelope = fieldsOf(parseJson(this.#pruner.envelope));
    if (envelope?.kind === undefined) {
      if (!envelope) this.#fail('the list is not valid JSON');
      return;
    }
    this.#kindSeen = true;
    if (envelope.kind === 'PartialObjectMetadataList') return;
    this.#fault = { type: 'unsupported', message: wrongKind(envelope.kind) };
  }

  #fail(reason: string): void {
    this.#fault ??= { type: 'undecodable', reason };
  }

  #decodeItem(bytes: Uint8Array): DecodedObject {
    const value = parseBytes(bytes);
    return fieldsOf(value) ? decodeObject(value, this.#withLabels) : unusable('broken');
  }
}

function unusable(why: 'oversize' | 'broken'): DecodedObject {
  const reason = why === 'oversize' ? `larger than ${OBJECT_LIMIT} bytes` : 'no valid JSON';
  return { type: 'malformed', reason, key: '' };
}

/** Decodes a watch that comes as one JSON document a line. */
export class JsonWatchDecoder implements WatchDecoder {
  readonly #lines = new LineSplitter(2 * OBJECT_LIMIT);

  push(chunk: Uint8Array): readonly DecodedEvent[] {
    const events: DecodedEvent[] = [];
    for (const line of this.#lines.push(chunk)) {
      events.push(
        line.type === 'line'
          ? decodeWatchLine(line.bytes)
          : { type: 'undecodable', reason: 'an event is too large' },
      );
    }
    chunk.fill(0);
    return events;
  }
}

function decodeWatchLine(bytes: Uint8Array): DecodedEvent {
  const event = fieldsOf(parsePruned(bytes, EVENT));
  bytes.fill(0);
  const object = fieldsOf(event?.object);
  if (!event || !object) return { type: 'undecodable', reason: 'the line is not a watch event' };
  const metadata = fieldsOf(object.metadata);
  const resourceVersion = textOf(metadata?.resourceVersion);
  switch (event.type) {
    case 'ADDED':
    case 'MODIFIED':
    case 'DELETED':
      return { type: event.type, object: decodeObject(object), resourceVersion };
    case 'BOOKMARK':
      return bookmark(
        resourceVersion,
        textOf(fieldsOf(metadata?.annotations)?.[INITIAL_EVENTS_END]),
      );
    case 'ERROR':
      return { type: 'ERROR', failure: statusFailure(500, object) };
    default:
      return { type: 'undecodable', reason: 'the type of the watch event is unknown' };
  }
}

/** The members of the shape of a whole JSON document; `undefined` when it is no JSON object. */
export function parsePruned(bytes: Uint8Array, shape: JsonShape): unknown {
  const pruner = new JsonPruner(shape);
  for (const _ of pruner.push(bytes));
  return pruner.isComplete ? parseBytes(pruner.kept) : undefined;
}

/** The items of a whole JSON list, each with the members of the shape; `undefined` when it is no JSON object. */
export function parsePrunedItems(
  bytes: Uint8Array,
  shape: JsonShape,
): { readonly items: readonly unknown[] } | undefined {
  const pruner = new JsonPruner(LIST, { shape, limit: OBJECT_LIMIT });
  const items: unknown[] = [];
  for (const item of pruner.push(bytes)) {
    if (item.type === 'item') items.push(parseBytes(item.bytes));
  }
  return pruner.isComplete ? { items } : undefined;
}

function parseBytes(bytes: Uint8Array): unknown {
  try {
    return parseJson(UTF8.decode(bytes));
  } catch {
    return undefined;
  }
}
