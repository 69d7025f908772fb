import { formatTimestamp, type OwnerReference } from '@gcscope/gc-core';
import { checkMetadata, type Fields, fullObject } from './decode-meta.ts';
import type { DecodedObject } from './decoded.ts';
import { BYTES, ProtobufError, ProtobufReader, tagOf, VARINT } from './protobuf-reader.ts';

/** `k8s` and a zero byte, with which every Kubernetes protobuf document begins. */
const MAGIC = [0x6b, 0x38, 0x73, 0x00] as const;

/** The document that wraps an object: what it is, and its message. */
export interface Wrapped {
  readonly apiVersion: string;
  readonly kind: string;
  readonly raw: ProtobufReader;
}

/** Throws unless a Kubernetes protobuf document begins here. */
export function requireMagic(reader: ProtobufReader): void {
  if (!reader.hasNext(MAGIC)) throw new ProtobufError('the prefix “k8s” is missing');
}

const NOTHING = new Uint8Array();

/** Unwraps a whole document. Throws `ProtobufError`. */
export function unwrap(bytes: Uint8Array | ProtobufReader): Wrapped {
  const reader = bytes instanceof ProtobufReader ? bytes : new ProtobufReader(bytes);
  requireMagic(reader);
  let type: Omit<Wrapped, 'raw'> = { apiVersion: '', kind: '' };
  let raw: ProtobufReader | undefined;
  while (reader.more) {
    const tag = reader.tag();
    if (tag === tagOf(1, BYTES)) type = reader.within(readTypeMeta);
    else if (tag === tagOf(2, BYTES)) raw = reader.message();
    else if (tag === tagOf(3, BYTES)) requirePlain(reader.repeatedText() === '');
    else reader.skip(tag);
  }
  const { apiVersion, kind } = type;
  return { apiVersion, kind, raw: raw ?? new ProtobufReader(NOTHING) };
}

/** Throws when the bytes of a document are packed: its contentEncoding is not empty. */
export function requirePlain(isPlain: boolean): void {
  if (!isPlain) throw new ProtobufError('it is packed in an unknown way');
}

/** Kind and apiVersion of a document. */
export function readTypeMeta(reader: ProtobufReader): Omit<Wrapped, 'raw'> {
  const type = { apiVersion: '', kind: '' };
  while (reader.more) {
    const tag = reader.tag();
    if (tag === tagOf(1, BYTES)) type.apiVersion = reader.repeatedText();
    else if (tag === tagOf(2, BYTES)) type.kind = reader.repeatedText();
    else reader.skip(tag);
  }
  return type;
}

type Draft = { -readonly [Field in keyof Fields]: Fields[Field] };

/**
 * Decodes one `PartialObjectMetadata` into what `decodeObject` makes of its JSON. Annotations and managedFields are passed
 * over by their length, labels too unless they are asked for. Never throws.
 */
export function decodePartialObject(reader: ProtobufReader, withLabels: boolean): DecodedObject {
  const draft: Draft = { name: '', uid: '' };
  const labels: [string, string][] | undefined = withLabels ? [] : undefined;
  try {
    let hasMetadata = false;
    while (reader.more) {
      const tag = reader.tag();
      // An object of any kind has more than this one field.
      if (tag >>> 3 !== 1) return { type: 'unsupported', message: fullObject() };
      if (tag !== tagOf(1, BYTES)) throw new ProtobufError('a field has the wrong wire type');
      reader.within(() => readMeta(reader, draft, labels));
      hasMetadata = true;
    }
    if (!hasMetadata) return { type: 'malformed', reason: 'it has no metadata', key: '' };
  } catch (error) {
    if (!(error instanceof ProtobufError)) throw error;
    const key = `${draft.namespace ?? ''}/${draft.name}`;
    return { type: 'malformed', reason: `it is no valid protobuf: ${error.message}`, key };
  }
  return checkMetadata(draft, labels);
}

/**
 * The resourceVersion of an object of any kind: metadata is the first field of all of them. Its annotations are read only if they are
 * asked for. Throws `ProtobufError`.
 */
export function readResourceVersion(
  reader: ProtobufReader,
  annotations?: Map<string, string>,
): string {
  let resourceVersion = '';
  while (reader.more) {
    const tag = reader.tag();
    if (tag !== tagOf(1, BYTES)) {
      reader.skip(tag);
      continue;
    }
    reader.within(() => {
      while (reader.more) {
        const inner = reader.tag();
        if (inner === tagOf(6, BYTES)) resourceVersion = reader.text();
        else if (annotations && inner === tagOf(12, BYTES)) {
          annotations.set(...reader.within(readEntry));
        } else reader.skip(inner);
      }
    });
  }
  return resourceVersion;
}

/** The fields of a `Status` that `statusFailure` reads. Throws `ProtobufError`. */
export function readStatus(reader: ProtobufReader): object {
  const status: Draft = {};
  while (reader.more) {
    const tag = reader.tag();
    if (tag === tagOf(3, BYTES)) status.message = reader.text();
    else if (tag === tagOf(4, BYTES)) status.reason = reader.repeatedText();
    else if (tag === tagOf(5, BYTES)) status.details = reader.within(readStatusDetails);
    else if (tag === tagOf(6, VARINT)) status.code = reader.integer();
    else reader.skip(tag);
  }
  return status;
}

function readStatusDetails(reader: ProtobufReader): object {
  const causes: object[] = [];
  let retryAfterSeconds = 0;
  while (reader.more) {
    const tag = reader.tag();
    if (tag === tagOf(4, BYTES)) causes.push({ reason: reader.within(readReason) });
    else if (tag === tagOf(5, VARINT)) retryAfterSeconds = reader.integer();
    else reader.skip(tag);
  }
  return { causes, retryAfterSeconds };
}

function readReason(reader: ProtobufReader): string {
  let reason = '';
  while (reader.more) {
    const tag = reader.tag();
    if (tag === tagOf(1, BYTES)) reason = reader.repeatedText();
    else reader.skip(tag);
  }
  return reason;
}

/** The numbers of the fields of `ObjectMeta` that are read. Of another wire type than theirs, they are not unknown but wrong. */
const META_FIELDS = new Set([1, 3, 5, 6, 7, 8, 9, 10, 11, 13, 14]);

function readMeta(
  reader: ProtobufReader,
  draft: Draft,
  labels: [string, string][] | undefined,
): void {
  while (reader.more) {
    const tag = reader.tag();
    switch (tag) {
      case tagOf(1, BYTES):
        draft.name = reader.text();
        break;
      case tagOf(3, BYTES):
        draft.namespace = reader.repeatedText();
        break;
      case tagOf(5, BYTES):
        draft.uid = reader.text();
        break;
      case tagOf(6, BYTES):
        draft.resourceVersion = reader.text();
        break;
      case tagOf(7, VARINT):
        draft.generation = reader.integer();
        break;
      case tagOf(8, BYTES):
        draft.creationTimestamp = reader.within(readTime);
        break;
      case tagOf(9, BYTES):
        draft.deletionTimestamp = reader.within(readTime);
        break;
      case tagOf(10, VARINT):
        draft.deletionGracePeriodSeconds = reader.integer();
        break;
      case tagOf(11, BYTES):
        if (labels) labels.push(reader.within(readEntry));
        else reader.skip(tag);
        break;
      case tagOf(13, BYTES):
        listOf(draft, 'ownerReferences').push(reader.within(readOwner));
        break;
      case tagOf(14, BYTES):
        listOf(draft, 'finalizers').push(reader.repeatedText());
        break;
      default:
        if (META_FIELDS.has(tag >>> 3)) {
          throw new ProtobufError(`field ${tag >>> 3} of the metadata has the wrong wire type`);
        }
        reader.skip(tag);
    }
  }
}

function listOf(draft: Draft, field: 'ownerReferences' | 'finalizers'): unknown[] {
  const known = draft[field];
  if (Array.isArray(known)) return known;
  const list: unknown[] = [];
  draft[field] = list;
  return list;
}

/** An empty message is no time: servers write it where JSON has null. */
function readTime(reader: ProtobufReader): string | undefined {
  let seconds: number | undefined;
  while (reader.more) {
    const tag = reader.tag();
    seconds ??= 0;
    if (tag === tagOf(1, VARINT)) seconds = reader.integer();
    else reader.skip(tag);
  }
  if (seconds === undefined) return undefined;
  if (seconds < FIRST_SECOND || seconds > LAST_SECOND) {
    throw new ProtobufError('a time lies outside the years 0 to 9999');
  }
  return formatTimestamp(seconds * 1000);
}

const FIRST_SECOND = -62_167_219_200;
const LAST_SECOND = 253_402_300_799;

function readEntry(reader: ProtobufReader): [string, string] {
  const entry: [string, string] = ['', ''];
  while (reader.more) {
    const tag = reader.tag();
    if (tag === tagOf(1, BYTES)) entry[0] = reader.repeatedText();
    else if (tag === tagOf(2, BYTES)) entry[1] = reader.repeatedText();
    else reader.skip(tag);
  }
  return entry;
}

const OWNER_FIELDS = new Set([1, 3, 4, 5, 6, 7]);

function readOwner(reader: ProtobufReader): OwnerReference {
  const owner: { -readonly [Field in keyof OwnerReference]: OwnerReference[Field] } = {
    apiVersion: '',
    kind: '',
    name: '',
    uid: '',
  };
  while (reader.more) {
    const tag = reader.tag();
    switch (tag) {
      case tagOf(1, BYTES):
        owner.kind = reader.repeatedText();
        break;
      case tagOf(3, BYTES):
        owner.name = reader.repeatedText();
        break;
      case tagOf(4, BYTES):
        owner.uid = reader.repeatedText();
        break;
      case tagOf(5, BYTES):
        owner.apiVersion = reader.repeatedText();
        break;
      case tagOf(6, VARINT):
        owner.controller = reader.varint() !== 0;
        break;
      case tagOf(7, VARINT):
        owner.blockOwnerDeletion = reader.varint() !== 0;
        break;
      default:
        if (OWNER_FIELDS.has(tag >>> 3)) {
          throw new ProtobufError('a field of an owner reference has the wrong wire type');
        }
        reader.skip(tag);
    }
  }
  return owner;
}
