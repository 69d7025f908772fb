import { BYTES, type JsonType, jsonForm, type StructType, TIME, UINT8 } from './json-types.ts';
import { isJsonMap } from './json-value.ts';
import { base64Fault, base64Of, canonicalBase64 } from './read-bytes.ts';
import { readTime } from './read-time.ts';

/**
 * A value read as a type: only what the type knows, `null` taken for absent, and the paths of the fields that are unknown; or
 * the words of the server for the first thing that does not fit.
 */
export type Typed =
  | { readonly ok: true; readonly value: unknown; readonly unknown: readonly string[] }
  | { readonly ok: false; readonly message: string };

/** Where a value stands, as a step from the place around it; only faults spell it out. */
interface Place {
  readonly outer: Place | undefined;
  /** The innermost structure. */
  readonly struct: StructType | undefined;
  /** The field's name or the position in a list; of the value itself its path. */
  readonly key: string | number;
}

/** A fault that ends the reading at once; others wait until something worse is found. */
class ReadError extends Error {}

/** Reads a JSON value as a type, in the order of the document. `path` is that of the value itself. */
export function readTyped(type: JsonType, value: unknown, path: string = ''): Typed {
  const reader = new TypedReader();
  try {
    const read = reader.read(type, value, { outer: undefined, struct: undefined, key: path });
    const [message] = reader.faults;
    return message === undefined
      ? { ok: true, value: read, unknown: reader.unknown }
      : { ok: false, message };
  } catch (error) {
    if (error instanceof ReadError) return { ok: false, message: error.message };
    throw error;
  }
}

class TypedReader {
  readonly faults: string[] = [];
  readonly unknown: string[] = [];

  read(type: JsonType, value: unknown, place: Place): unknown {
    if (type.form === 'opaque') return value;
    if (value === null || value === undefined) return undefined;
    switch (type.form) {
      case 'struct':
        return isJsonMap(value)
          ? this.#struct(type, value, place)
          : this.#misfit(type, value, place);
      case 'map':
        return isJsonMap(value)
          ? this.#map(type.of, value, place)
          : this.#misfit(type, value, place);
      case 'list':
        return Array.isArray(value)
          ? this.#list(type.of, value, place)
          : this.#misfit(type, value, place);
      case 'bytes':
        return this.#bytes(value, place);
      case 'time':
        return this.#time(value, place);
      default:
        return fitsScalar(type.form, value) ? value : this.#misfit(type, value, place);
    }
  }

  #struct(type: StructType, value: object, place: Place): object {
    const fields = new Map<string, unknown>();
    for (const [key, part] of Object.entries(value)) {
      const known = type.fields.get(key);
      const inner = { outer: place, struct: type, key };
      if (known) fields.set(key, this.read(known, part, inner));
      else if (type.isOpen) fields.set(key, part);
      else this.unknown.push(pathOf(inner));
    }
    const read: [string, unknown][] = [];
    for (const key of (type.isOpen ? fields : type.fields).keys()) {
      const part = fields.get(key);
      if (part !== undefined) read.push([key, part]);
    }
    return Object.fromEntries(read);
  }

  #map(type: JsonType, value: object, place: Place): object {
    return Object.fromEntries(
      Object.entries(value).map(([key, part]) => [key, this.#part(type, part, place)]),
    );
  }

  #list(type: JsonType, items: readonly unknown[], place: Place): unknown[] {
    return items.map((item, index) =>
      this.#part(type, item, { outer: place, struct: place.struct, key: index }),
    );
  }

  /** In a list or map there is no absence: `null` is a value without content. */
  #part(type: JsonType, value: unknown, place: Place): unknown {
    return this.read(type, value, place) ?? emptyOf(type);
  }

  #bytes(value: unknown, place: Place): unknown {
    if (Array.isArray(value)) {
      const bytes = this.#list(UINT8, value, place);
      return base64Of(bytes as number[]);
    }
    if (typeof value !== 'string') {
      return this.#misfit(BYTES, value, place);
    }
    const fault = base64Fault(value);
    if (fault === undefined) return canonicalBase64(value);
    this.faults.push(fault);
    return undefined;
  }

  #time(value: unknown, place: Place): unknown {
    if (typeof value !== 'string') {
      throw new ReadError(misfit(TIME, value, place));
    }
    const time = readTime(value);
    if (time.ok) return time.time;
    throw new ReadError(time.message);
  }

  #misfit(type: JsonType, value: unknown, place: Place): undefined {
    this.faults.push(misfit(type, value, place));
  }
}

function misfit(type: JsonType, value: unknown, place: Place): string {
  const isFraction = typeof value === 'number' && ['int64', 'uint8'].includes(type.form);
  const given = isFraction ? `number ${JSON.stringify(value)}` : jsonForm(value);
  const { struct } = place;
  const where = struct ? `struct field ${shortName(struct)}.${namesOf(place).join('.')}` : 'value';
  return `json: cannot unmarshal ${given} into Go ${where} of type ${type.name}`;
}

/** `metadata.ownerReferences[2].uid`. */
function pathOf({ outer, key }: Place): string {
  const before = outer ? pathOf(outer) : '';
  if (typeof key === 'number') return `${before}[${key}]`;
  return before === '' ? key : `${before}.${key}`;
}

/** The names of the fields alone. */
function namesOf({ outer, key }: Place): string[] {
  if (!outer) return [];
  return typeof key === 'number' ? namesOf(outer) : [...namesOf(outer), key];
}

/** `v1.ObjectMeta` is called `ObjectMeta`; what has no name is called nothing. */
function shortName({ name }: StructType): string {
  return /^\w+\.(?<short>\w+)$/.exec(name)?.groups?.['short'] ?? '';
}

function fitsScalar(form: JsonType['form'], value: unknown): boolean {
  switch (form) {
    case 'string':
      return typeof value === 'string';
    case 'bool':
      return typeof value === 'boolean';
    case 'uint8':
      return isWholeWithin(value, 0, 2 ** 8);
    default:
      return isWholeWithin(value, -(2 ** 63), 2 ** 63);
  }
}

function isWholeWithin(value: unknown, least: number, limit: number): boolean {
  return Number.isInteger(value) && Number(value) >= least && Number(value) < limit;
}

function emptyOf(type: JsonType): unknown {
  switch (type.form) {
    case 'string':
    case 'bytes':
      return '';
    case 'struct':
    case 'map':
      return {};
    case 'list':
      return [];
    case 'bool':
      return false;
    case 'int64':
    case 'uint8':
      return 0;
    default:
      return undefined;
  }
}
