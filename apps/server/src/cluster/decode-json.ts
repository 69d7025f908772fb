import type { ApiFailure } from './api-answer.ts';
import { type DecodedObject, decodeObject, fieldsOf, textOf, wrongKind } from './decode-meta.ts';
import { ListSplitter } from './list-splitter.ts';
import { statusFailure } from './status-failure.ts';

/** Bytes of the longest object that is parsed: etcd holds 1.5 MB, managedFields included. */
export const OBJECT_LIMIT = 4_194_304;

/** One line of a watch. */
export type DecodedEvent =
  | {
      readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
      readonly object: DecodedObject;
      /** Empty when it was not readable. */
      readonly resourceVersion: string;
    }
  | { readonly type: 'BOOKMARK'; readonly resourceVersion: string }
  | { readonly type: 'ERROR'; readonly failure: ApiFailure }
  | { readonly type: 'undecodable'; readonly reason: string };

/** A whole list after its last byte. */
export type ListEnd =
  | { readonly type: 'complete'; readonly resourceVersion: string; readonly continue: string }
  | { readonly type: 'undecodable'; readonly reason: string }
  | { readonly type: 'unsupported'; readonly message: string };

const UTF8 = new TextDecoder('utf-8', { fatal: true });

/** Decodes a `PartialObjectMetadataList` as it arrives; labels, annotations and managedFields are dropped at once. */
export class ListDecoder {
  readonly #splitter = new ListSplitter(OBJECT_LIMIT);
  #unsupported: string | undefined;
  #undecodable: string | undefined;
  #kindSeen = false;

  /** The objects that the chunk completes. After the first full object of a server without metadata-only answers: none. */
  *push(chunk: Uint8Array): Generator<DecodedObject> {
    for (const item of this.#splitter.push(chunk)) {
      if (this.failed) return;
      if (!this.#kindSeen) this.#checkKind();
      const decoded: DecodedObject =
        item.type === 'oversize'
          ? { type: 'malformed', reason: `larger than ${OBJECT_LIMIT} bytes`, key: '' }
          : this.#decodeItem(item.bytes);
      if (decoded.type === 'unsupported') this.#unsupported = decoded.message;
      else if (!this.failed) yield decoded;
    }
    if (this.#splitter.broken) this.#undecodable ??= 'the list is not a well-formed JSON list';
  }

  /** Whether the rest need not be read. */
  get failed(): boolean {
    return this.#unsupported !== undefined || this.#undecodable !== undefined;
  }

  /** After the last chunk: whether the list is whole, and at which version. */
  end(): ListEnd {
    if (!this.failed) this.#checkKind();
    if (!this.#splitter.complete) this.#undecodable ??= 'the list ends too early';
    if (this.#unsupported !== undefined) return { type: 'unsupported', message: this.#unsupported };
    if (this.#undecodable !== undefined) return { type: 'undecodable', reason: this.#undecodable };
    const metadata = fieldsOf(fieldsOf(parseJson(this.#splitter.envelope))?.metadata);
    return {
      type: 'complete',
      resourceVersion: textOf(metadata?.resourceVersion),
      continue: textOf(metadata?.continue),
    };
  }

  #checkKind(): void {
    const envelope = fieldsOf(parseJson(this.#splitter.envelope));
    if (!envelope) {
      this.#undecodable = 'the list is not valid JSON';
      return;
    }
    const kind = envelope.kind;
    if (kind === undefined) return;
    this.#kindSeen = true;
    if (kind !== 'PartialObjectMetadataList') this.#unsupported = wrongKind(kind);
  }

  #decodeItem(bytes: Uint8Array): DecodedObject {
    const value = parseBytes(bytes);
    if (!fieldsOf(value)) return { type: 'malformed', reason: 'no valid JSON', key: '' };
    return decodeObject(value);
  }
}

/** Decodes one line of a watch of `PartialObjectMetadata`; never throws. */
export function decodeWatchLine(bytes: Uint8Array): DecodedEvent {
  const event = fieldsOf(parseBytes(bytes));
  const object = fieldsOf(event?.object);
  if (!event || !object) return { type: 'undecodable', reason: 'the line is not a watch event' };
  const resourceVersion = textOf(fieldsOf(object.metadata)?.resourceVersion);
  switch (event.type) {
    case 'ADDED':
    case 'MODIFIED':
    case 'DELETED':
      return { type: event.type, object: decodeObject(object), resourceVersion };
    case 'BOOKMARK':
      return { type: 'BOOKMARK', resourceVersion };
    case 'ERROR':
      return { type: 'ERROR', failure: statusFailure(500, object) };
    default:
      return { type: 'undecodable', reason: 'the type of the watch event is unknown' };
  }
}

function parseBytes(bytes: Uint8Array): unknown {
  try {
    return parseJson(UTF8.decode(bytes));
  } catch {
    return undefined;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
