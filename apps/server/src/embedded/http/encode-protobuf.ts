import {
  type ApiStatus,
  type ObjectMeta,
  type OwnerReference,
  parseTimestamp,
} from '@gcscope/gc-core';

/** The media type of everything that is encoded here. */
export const PROTOBUF = 'application/vnd.kubernetes.protobuf';

/** The first bytes of each Kubernetes protobuf document. */
const MAGIC = Buffer.from('k8s\0', 'latin1');

/** Metadata with the field that only a real server keeps. */
export type WrittenMeta = ObjectMeta & {
  readonly managedFields?: readonly { readonly manager?: string; readonly fieldsV1?: object }[];
};

/** The fields of a list beside its objects. */
export interface ListMeta {
  readonly resourceVersion?: string;
  readonly continue?: string;
  readonly remainingItemCount?: number;
}

/** A `PartialObjectMetadataList` as a document. */
export function encodeList(metadata: ListMeta, objects: Iterable<WrittenMeta>): Buffer {
  const items = Array.from(objects, (meta) => bytesField(2, partialObject(meta)));
  const listMeta = bytesField(
    1,
    textField(1, ''),
    textField(2, metadata.resourceVersion ?? ''),
    textField(3, metadata.continue ?? ''),
    varintField(4, metadata.remainingItemCount),
  );
  return encodeDocument(
    'meta.k8s.io/v1',
    'PartialObjectMetadataList',
    listMeta,
    Buffer.concat(items),
  );
}

/** A `PartialObjectMetadata` as a document. */
export function encodeObject(meta: WrittenMeta): Buffer {
  return encodeDocument('meta.k8s.io/v1', 'PartialObjectMetadata', partialObject(meta));
}

/** A `Status` as a document. */
export function encodeStatus({ status, message, reason, code, details }: ApiStatus): Buffer {
  const causes = (details?.causes ?? []).map((cause) =>
    bytesField(4, textField(1, cause.reason), textField(2, cause.message)),
  );
  return encodeDocument(
    'v1',
    'Status',
    bytesField(1),
    textField(2, status),
    textField(3, message),
    textField(4, reason),
    bytesField(5, ...causes, varintField(5, details?.retryAfterSeconds)),
    varintField(6, code),
  );
}

/** An event of a watch, after its length, around a document. */
export function encodeEvent(type: string, document: Uint8Array): Buffer {
  const event = Buffer.concat([textField(1, type), bytesField(2, bytesField(1, document))]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(event.length);
  return Buffer.concat([length, event]);
}

/** A message of any kind as a document. */
export function encodeDocument(
  apiVersion: string,
  kind: string,
  ...message: readonly Buffer[]
): Buffer {
  return Buffer.concat([
    MAGIC,
    bytesField(1, textField(1, apiVersion), textField(2, kind)),
    bytesField(2, ...message),
    textField(3, ''),
    textField(4, ''),
  ]);
}

/** The message of a `PartialObjectMetadata`. */
export function partialObject(meta: WrittenMeta): Buffer {
  return bytesField(
    1,
    textField(1, meta.name),
    textField(2, meta.generateName ?? ''),
    textField(3, meta.namespace ?? ''),
    textField(4, meta.selfLink ?? ''),
    textField(5, meta.uid),
    textField(6, meta.resourceVersion ?? ''),
    varintField(7, meta.generation ?? 0),
    timeField(8, meta.creationTimestamp),
    meta.deletionTimestamp ? timeField(9, meta.deletionTimestamp) : Buffer.alloc(0),
    varintField(10, meta.deletionGracePeriodSeconds),
    mapFields(11, meta.labels),
    mapFields(12, meta.annotations),
    ...(meta.ownerReferences ?? []).map(ownerField),
    ...(meta.finalizers ?? []).map((finalizer) => textField(14, finalizer)),
    ...(meta.managedFields ?? []).map(managedField),
  );
}

function ownerField(owner: OwnerReference): Buffer {
  return bytesField(
    13,
    textField(1, owner.kind),
    textField(3, owner.name),
    textField(4, owner.uid),
    textField(5, owner.apiVersion),
    varintField(6, owner.controller),
    varintField(7, owner.blockOwnerDeletion),
  );
}

function managedField({
  manager,
  fieldsV1,
}: NonNullable<WrittenMeta['managedFields']>[number]): Buffer {
  const fields = Buffer.from(JSON.stringify(fieldsV1 ?? {}));
  return bytesField(17, textField(1, manager), bytesField(7, bytesField(1, fields)));
}

/** No time is an empty message. */
function timeField(field: number, time: string | undefined): Buffer {
  const at = parseTimestamp(time ?? '');
  if (at === undefined) return bytesField(field);
  return bytesField(field, varintField(1, Math.floor(at / 1000)), varintField(2, 0));
}

// Below, each function makes a whole field, tag included; nothing where there is no value. Fields of one message are put side by
// side.

const NOTHING: Buffer = Buffer.alloc(0);
const BYTES = 2;

/** A message or other bytes. */
export function bytesField(field: number, ...parts: readonly Uint8Array[]): Buffer {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  return Buffer.concat([varint(field * 8 + BYTES), varint(length), ...parts]);
}

export function textField(field: number, text: string | undefined): Buffer {
  return text === undefined ? NOTHING : bytesField(field, Buffer.from(text));
}

/** A number or a boolean. */
export function varintField(field: number, value: number | boolean | undefined): Buffer {
  return value === undefined ? NOTHING : Buffer.concat([varint(field * 8), varint(Number(value))]);
}

function mapFields(field: number, entries: Readonly<Record<string, string>> = {}): Buffer {
  return Buffer.concat(
    Object.entries(entries).map(([key, value]) =>
      bytesField(field, textField(1, key), textField(2, value)),
    ),
  );
}

/** A whole number; a negative one as its 64 bits. */
function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, BigInt(value));
  for (; rest >= 0x80n; rest >>= 7n) bytes.push(Number(rest & 0x7fn) | 0x80);
  bytes.push(Number(rest));
  return Buffer.from(bytes);
}
