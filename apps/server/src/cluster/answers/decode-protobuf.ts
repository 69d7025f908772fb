import { ByteQueue } from './byte-queue.ts';
import { wrongKind } from './decode-meta.ts';
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
import {
  decodePartialObject,
  readResourceVersion,
  readStatus,
  readTypeMeta,
  requireMagic,
  requirePlain,
  unwrap,
  type Wrapped,
} from './protobuf-metadata.ts';
import { BYTES, ProtobufError, type ProtobufReader, tagOf, VARINT } from './protobuf-reader.ts';
import { statusFailure } from './status-failure.ts';

/** Bytes of the longest part of a list beside its items. */
const ENVELOPE_LIMIT = 262_144;
const FRAME_LIMIT = 2 * OBJECT_LIMIT;
/** Bytes of the length before each event of a watch. */
const FRAME_HEADER = 4;
const MAGIC_BYTES = 4;

type Waiting = undefined;
type ListMeta = Omit<Extract<ListEnd, { type: 'complete' }>, 'type'>;

/** Decodes a list that comes as one `Unknown` document, whose `raw` is the list message. */
export class ProtobufListDecoder implements ListDecoder {
  readonly #queue = new ByteQueue();
  readonly #withLabels: boolean;
  readonly #reading: Generator<DecodedObject | Waiting, void>;
  #fault: ListFault | undefined;
  #listed: ListMeta | undefined;
  /** Whether the last byte that was read ends a field of the document. */
  #isBetween = false;

  constructor(withLabels: boolean) {
    this.#withLabels = withLabels;
    this.#reading = this.#read();
  }

  *push(chunk: Uint8Array): Generator<DecodedObject> {
    if (this.failed) return;
    this.#queue.push(chunk);
    for (;;) {
      const { value, done } = this.#reading.next();
      if (done || value === undefined) break;
      if (value.type === 'unsupported') {
        this.#fault = value;
        break;
      }
      yield value;
    }
    if (this.failed) this.#queue.drop(this.#queue.length);
    this.#queue.wipe();
  }

  get failed(): boolean {
    return this.#fault !== undefined;
  }

  end(): ListEnd {
    if (this.#fault) return this.#fault;
    return this.#listed && this.#isBetween
      ? { type: 'complete', ...this.#listed }
      : { type: 'undecodable', reason: 'the list ends too early' };
  }

  /** Reads from the queue, and answers `undefined` whenever that is empty. */
  *#read(): Generator<DecodedObject | Waiting, void> {
    try {
      yield* this.#document();
    } catch (error) {
      if (!(error instanceof ProtobufError)) throw error;
      const reason = `the list is not valid protobuf: ${error.message}`;
      this.#fault = { type: 'undecodable', reason };
    }
  }

  *#document(): Generator<DecodedObject | Waiting, void> {
    requireMagic(yield* this.#take(MAGIC_BYTES));
    let type: Omit<Wrapped, 'raw'> | undefined;
    while (!this.failed) {
      this.#isBetween = true;
      const tag = yield* this.#varint();
      this.#isBetween = false;
      if (tag === tagOf(1, BYTES)) type = readTypeMeta(yield* this.#message());
      else if (tag === tagOf(2, BYTES)) yield* this.#listOf(type);
      else if (tag === tagOf(3, BYTES)) {
        const encoding = yield* this.#take(yield* this.#limited());
        requirePlain(!encoding.more);
      } else yield* this.#skip(tag);
    }
  }

  *#listOf(type: Omit<Wrapped, 'raw'> | undefined): Generator<DecodedObject | Waiting, void> {
    if (!type) throw new ProtobufError('its kind does not come first');
    if (this.#listed) throw new ProtobufError('it holds two lists');
    if (type.kind !== 'PartialObjectMetadataList' || type.apiVersion !== 'meta.k8s.io/v1') {
      this.#fault = { type: 'unsupported', message: wrongKind(type.kind) };
    } else this.#listed = yield* this.#list(yield* this.#varint());
  }

  *#list(length: number): Generator<DecodedObject | Waiting, ListMeta> {
    const end = this.#queue.consumed + length;
    let metadata: ListMeta = { resourceVersion: '', continue: '' };
    while (this.#queue.consumed < end) {
      const tag = yield* this.#varint();
      if (tag === tagOf(1, BYTES)) metadata = readListMeta(yield* this.#message());
      else if (tag === tagOf(2, BYTES)) {
        const size = yield* this.#varint();
        if (size > end - this.#queue.consumed) {
          throw new ProtobufError('an item is longer than the list');
        }
        if (size > OBJECT_LIMIT) {
          yield* this.#drop(size);
          yield { type: 'malformed', reason: `larger than ${OBJECT_LIMIT} bytes`, key: '' };
        } else yield decodePartialObject(yield* this.#take(size), this.#withLabels);
      } else yield* this.#skip(tag);
    }
    if (this.#queue.consumed > end)
      throw new ProtobufError('the list is longer than its length says');
    return metadata;
  }

  *#varint(): Generator<Waiting, number> {
    let value = 0;
    let factor = 1;
    for (let count = 0; count < 10; count++) {
      let byte = this.#queue.shift();
      while (byte === undefined) {
        yield undefined;
        byte = this.#queue.shift();
      }
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value;
      factor *= 128;
    }
    throw new ProtobufError('a number is longer than ten bytes');
  }

  *#take(count: number): Generator<Waiting, ProtobufReader> {
    while (this.#queue.length < count) yield undefined;
    return this.#queue.take(count);
  }

  *#drop(count: number): Generator<Waiting, void> {
    let left = count - this.#queue.drop(count);
    while (left > 0) {
      yield undefined;
      left -= this.#queue.drop(left);
    }
  }

  *#message(): Generator<Waiting, ProtobufReader> {
    return yield* this.#take(yield* this.#limited());
  }

  *#limited(): Generator<Waiting, number> {
    const length = yield* this.#varint();
    if (length > ENVELOPE_LIMIT) throw new ProtobufError('the metadata is too large');
    return length;
  }

  /** Past the value of an unknown field, however long. */
  *#skip(tag: number): Generator<Waiting, void> {
    if (tag < 8) throw new ProtobufError('a field has no valid number');
    const wireType = tag % 8;
    if (wireType === BYTES) yield* this.#drop(yield* this.#varint());
    else if (wireType === VARINT) yield* this.#varint();
    else throw new ProtobufError('a field has an unknown wire type');
  }
}

function readListMeta(reader: ProtobufReader): ListMeta {
  const metadata: { -readonly [Field in keyof ListMeta]: ListMeta[Field] } = {
    resourceVersion: '',
    continue: '',
  };
  while (reader.more) {
    const tag = reader.tag();
    if (tag === tagOf(2, BYTES)) metadata.resourceVersion = reader.text();
    else if (tag === tagOf(3, BYTES)) metadata.continue = reader.text();
    else if (tag === tagOf(4, VARINT)) metadata.remaining = reader.integer();
    else reader.skip(tag);
  }
  return metadata;
}

/** Decodes a watch whose events are `WatchEvent` messages, each after its length in four bytes. */
export class ProtobufWatchDecoder implements WatchDecoder {
  readonly #queue = new ByteQueue();
  /** Bytes of the event that is arriving. */
  #length: number | undefined;
  #isBroken = false;

  push(chunk: Uint8Array): readonly DecodedEvent[] {
    const events: DecodedEvent[] = [];
    if (this.#isBroken) return events;
    this.#queue.push(chunk);
    for (let event = this.#next(); event; event = this.#next()) {
      events.push(event);
      this.#isBroken = event.type === 'undecodable';
      if (this.#isBroken) break;
    }
    this.#queue.wipe();
    return events;
  }

  #next(): DecodedEvent | undefined {
    if (this.#length === undefined) {
      if (this.#queue.length < FRAME_HEADER) return undefined;
      this.#length = 0;
      for (let at = 0; at < FRAME_HEADER; at++) {
        this.#length = this.#length * 256 + (this.#queue.shift() ?? 0);
      }
    }
    if (this.#length > FRAME_LIMIT) return { type: 'undecodable', reason: 'an event is too large' };
    if (this.#queue.length < this.#length) return undefined;
    const event = this.#queue.take(this.#length);
    this.#length = undefined;
    return decodeWatchEvent(event);
  }
}

function decodeWatchEvent(reader: ProtobufReader): DecodedEvent {
  try {
    return readWatchEvent(reader);
  } catch (error) {
    if (!(error instanceof ProtobufError)) throw error;
    return { type: 'undecodable', reason: `an event is no valid protobuf: ${error.message}` };
  }
}

function readWatchEvent(reader: ProtobufReader): DecodedEvent {
  let type = '';
  let document: ProtobufReader | undefined;
  while (reader.more) {
    const tag = reader.tag();
    if (tag === tagOf(1, BYTES)) type = reader.repeatedText();
    else if (tag === tagOf(2, BYTES)) document = reader.within(readRawExtension);
    else reader.skip(tag);
  }
  if (!document) throw new ProtobufError('it has no object');
  const { kind, raw } = unwrap(document);
  switch (type) {
    case 'ADDED':
    case 'MODIFIED':
    case 'DELETED': {
      if (kind !== 'PartialObjectMetadata') {
        return {
          type,
          object: { type: 'unsupported', message: wrongKind(kind) },
          resourceVersion: '',
        };
      }
      const object = decodePartialObject(raw, false);
      if (object.type === 'object') {
        return { type, object, resourceVersion: object.meta.resourceVersion ?? '' };
      }
      raw.rewind();
      return { type, object, resourceVersion: readResourceVersion(raw) };
    }
    case 'BOOKMARK': {
      const annotations = new Map<string, string>();
      const resourceVersion = readResourceVersion(raw, annotations);
      return bookmark(resourceVersion, annotations.get(INITIAL_EVENTS_END));
    }
    case 'ERROR':
      return { type, failure: statusFailure(500, readStatus(raw)) };
    default:
      return { type: 'undecodable', reason: 'the type of the watch event is unknown' };
  }
}

function readRawExtension(reader: ProtobufReader): ProtobufReader | undefined {
  let raw: ProtobufReader | undefined;
  while (reader.more) {
    const tag = reader.tag();
    if (tag === tagOf(1, BYTES)) raw = reader.message();
    else reader.skip(tag);
  }
  return raw;
}
