/** A type of the server's structures, as far as this server knows it. */
export type JsonType = ScalarType | OpaqueType | CollectionType | StructType;

/** `bytes` travel as base64, `time` as RFC 3339 text. */
interface ScalarType {
  readonly form: 'string' | 'bool' | 'int64' | 'bytes' | 'time';
}

/** Anything fits, and is kept as it came. */
interface OpaqueType {
  readonly form: 'opaque';
}

interface CollectionType {
  readonly form: 'list' | 'map';
  readonly of: JsonType;
}

export interface StructType {
  readonly form: 'struct';
  readonly fields: ReadonlyMap<string, JsonType>;
  /** Whether other fields are kept as they are; else they are unknown, and dropped. */
  readonly isOpen: boolean;
}

export const STRING: JsonType = { form: 'string' };
export const BOOL: JsonType = { form: 'bool' };
export const INT64: JsonType = { form: 'int64' };
export const BYTES: JsonType = { form: 'bytes' };
const TIME: JsonType = { form: 'time' };
export const OPAQUE: JsonType = { form: 'opaque' };

export function listOf(of: JsonType): JsonType {
  return { form: 'list', of };
}

export function mapTo(of: JsonType): JsonType {
  return { form: 'map', of };
}

/** A structure of which all fields are known. */
export function struct(fields: Readonly<Record<string, JsonType>>): StructType {
  return { form: 'struct', fields: new Map(Object.entries(fields)), isOpen: false };
}

/** A structure of which some fields are known. */
export function openStruct(fields: Readonly<Record<string, JsonType>> = {}): StructType {
  return { ...struct(fields), isOpen: true };
}

/** Metadata; what is not mentioned here is unknown to every release. */
export const OBJECT_META: StructType = struct({
  name: STRING,
  generateName: STRING,
  namespace: STRING,
  selfLink: STRING,
  uid: STRING,
  resourceVersion: STRING,
  generation: INT64,
  creationTimestamp: TIME,
  deletionTimestamp: TIME,
  deletionGracePeriodSeconds: INT64,
  labels: mapTo(STRING),
  annotations: mapTo(STRING),
  ownerReferences: listOf(
    struct({
      apiVersion: STRING,
      kind: STRING,
      name: STRING,
      uid: STRING,
      controller: BOOL,
      blockOwnerDeletion: BOOL,
    }),
  ),
  finalizers: listOf(STRING),
  managedFields: listOf(
    struct({
      manager: STRING,
      operation: STRING,
      apiVersion: STRING,
      time: TIME,
      fieldsType: STRING,
      fieldsV1: OPAQUE,
      subresource: STRING,
    }),
  ),
});
