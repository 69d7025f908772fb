/** A type of the server's own structures, as far as it is known. `name` is what errors call it. */
export type JsonType = ScalarType | ListType | MapType | StructType | OpaqueType;

/** `bytes` travel as base64, `time` as RFC 3339 text. */
export interface ScalarType {
  readonly form: 'string' | 'bool' | 'int64' | 'uint8' | 'bytes' | 'time';
  readonly name: string;
}

interface ListType {
  readonly form: 'list';
  readonly name: string;
  readonly of: JsonType;
}

interface MapType {
  readonly form: 'map';
  readonly name: string;
  readonly of: JsonType;
}

/** Fields in the order of the structure. */
export interface StructType {
  readonly form: 'struct';
  readonly name: string;
  readonly fields: ReadonlyMap<string, JsonType>;
  /** Whether other fields are kept as they are; else they are unknown, and dropped. */
  readonly isOpen: boolean;
}

/** Anything fits, and is kept as it is. */
interface OpaqueType {
  readonly form: 'opaque';
  readonly name: string;
}

export const STRING: JsonType = { form: 'string', name: 'string' };
export const BOOL: JsonType = { form: 'bool', name: 'bool' };
export const INT64: JsonType = { form: 'int64', name: 'int64' };
export const UINT8: JsonType = { form: 'uint8', name: 'uint8' };
export const BYTES: JsonType = { form: 'bytes', name: '[]uint8' };
export const TIME: JsonType = { form: 'time', name: 'string' };
export const OPAQUE: JsonType = { form: 'opaque', name: 'interface {}' };

/** A string with a name of its own, as `types.UID`. */
export function text(name: string): JsonType {
  return { form: 'string', name };
}

export function listOf(of: JsonType): JsonType {
  return { form: 'list', name: `[]${of.name}`, of };
}

export function mapTo(of: JsonType): JsonType {
  return { form: 'map', name: `map[string]${of.name}`, of };
}

/** A structure of which all fields are known. */
export function struct(name: string, fields: Readonly<Record<string, JsonType>>): StructType {
  return { form: 'struct', name, fields: new Map(Object.entries(fields)), isOpen: false };
}

/** A structure of which some fields are known. */
export function openStruct(
  name: string,
  fields: Readonly<Record<string, JsonType>> = {},
): StructType {
  return { ...struct(name, fields), isOpen: true };
}

/** What the server's JSON reader calls the form of a value. */
export function jsonForm(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  return typeof value === 'boolean' ? 'bool' : typeof value;
}

/** What the server calls the form of a value that it holds without a type. */
export function valueForm(value: unknown): string {
  if (Array.isArray(value)) return 'slice';
  if (typeof value === 'number') return isInt64(value) ? 'int64' : 'float64';
  if (typeof value === 'boolean') return 'bool';
  return typeof value === 'string' ? 'string' : value === null ? 'nil' : 'map';
}

const INT64_END = 2 ** 63;

function isInt64(value: number): boolean {
  return Number.isInteger(value) && value >= -INT64_END && value < INT64_END;
}
