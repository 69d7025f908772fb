import {
  type JsonType,
  jsonForm,
  listOf,
  type ScalarType,
  UINT8,
  valueForm,
} from './json-types.ts';
import { field, isJsonMap } from './json-value.ts';
import { base64Fault } from './read-bytes.ts';
import { readTime } from './read-time.ts';

/**
 * What the server says of a value that a strategic merge patch has left where something else must stand, or `undefined`. It is not read
 * as a document is: fields are looked at in the order of the structure.
 */
export function conversionFault(type: JsonType, value: unknown): string | undefined {
  if (value === null || value === undefined) return undefined;
  switch (type.form) {
    case 'struct':
      return isJsonMap(value)
        ? firstFault([...type.fields], ([key, part]) => conversionFault(part, field(value, key)))
        : `cannot restore struct from: ${valueForm(value)}`;
    case 'map':
      return isJsonMap(value)
        ? firstFault(Object.values(value), (part) => conversionFault(type.of, part))
        : `cannot restore map from ${valueForm(value)}`;
    case 'list':
      return Array.isArray(value)
        ? firstFault(value, (item) => conversionFault(type.of, item))
        : `cannot restore slice from ${valueForm(value)}`;
    case 'bytes':
      return bytesFault(value);
    case 'time':
      return timeFault(value);
    case 'opaque':
      return undefined;
    default:
      return scalarFault(type, value);
  }
}

/** Numbers are converted into each other and into texts, if only they are whole. */
function scalarFault({ form: wanted, name }: ScalarType, value: unknown): string | undefined {
  const given = valueForm(value);
  if (given === wanted || (given === 'int64' && wanted === 'uint8')) return undefined;
  if (given === 'int64' && wanted === 'string') return `cannot convert int64 to ${name}`;
  return given === 'float64' && wanted === 'int64'
    ? 'cannot convert float64 to int64'
    : `unrecognized type: ${wanted}`;
}

function firstFault<T>(
  parts: readonly T[],
  faultOf: (part: T) => string | undefined,
): string | undefined {
  return parts.map(faultOf).find((fault) => fault !== undefined);
}

function bytesFault(value: unknown): string | undefined {
  if (typeof value !== 'string') {
    return conversionFault(listOf(UINT8), value);
  }
  const fault = base64Fault(value);
  return fault === undefined ? undefined : `error decoding from json: ${fault}`;
}

function timeFault(value: unknown): string | undefined {
  if (typeof value !== 'string') {
    return `json: cannot unmarshal ${jsonForm(value)} into Go value of type string`;
  }
  const time = readTime(value);
  return time.ok ? undefined : time.message;
}
