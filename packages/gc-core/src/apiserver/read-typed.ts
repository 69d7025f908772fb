import { formatTimestamp, parseTimestamp } from '../meta/object-meta.ts';
import { isBase64 } from './base64.ts';
import type { JsonType, StructType } from './json-types.ts';
import { isJsonMap, type JsonMap } from './json-value.ts';

/**
 * A value read as a type: only what the type knows, `null` taken for absent, and the paths of the unknown fields; or the first
 * thing that does not fit.
 */
export type Typed =
  | { readonly ok: true; readonly value: unknown; readonly unknown: readonly string[] }
  | Misfitted;

/** Where a value does not fit, and what it must be. */
export interface Misfitted {
  readonly ok: false;
  readonly path: readonly (string | number)[];
  readonly words: string;
}

/** The words for a value of a form, and its value without content, which stands for `null` in lists and maps. */
const FORMS: Readonly<Record<JsonType['form'], readonly [words: string, empty: unknown]>> = {
  string: ['a string', ''],
  bool: ['true or false', false],
  int64: ['a whole number', 0],
  bytes: ['base64', ''],
  time: ['a time such as 2026-01-31T12:00:00Z', undefined],
  opaque: ['any value', undefined],
  list: ['a list', []],
  map: ['an object', {}],
  struct: ['an object', {}],
};

/** Reads a JSON value as a type, in the order of the document; `name` is that of the field that holds it. */
export function readTyped(type: JsonType, value: unknown, name?: string): Typed {
  const reader = new Reader(name === undefined ? [] : [name]);
  try {
    return { ok: true, value: reader.read(type, value), unknown: reader.unknown };
  } catch (error) {
    if (!(error instanceof Misfit)) throw error;
    return { ok: false, path: reader.path, words: error.message };
  }
}

/** Describes a value of the wrong form: `metadata.labels must be an object`. */
export function misfitSentence({ path, words }: Misfitted): string {
  return `${path.length === 0 ? 'the body' : pathText(path)} must be ${words}`;
}

class Misfit extends Error {}

class Reader {
  /** Where it reads; after a misfit, where that is. */
  readonly path: (string | number)[];
  readonly unknown: string[] = [];

  constructor(path: (string | number)[]) {
    this.path = path;
  }

  read(type: JsonType, value: unknown): unknown {
    if (type.form === 'opaque') return value;
    if (value === null || value === undefined) return undefined;
    const fit = this.#readPresent(type, value);
    if (fit === undefined) throw new Misfit(FORMS[type.form][0]);
    return fit;
  }

  /** A value that is there, or `undefined` where it does not fit. */
  #readPresent(type: Exclude<JsonType, { form: 'opaque' }>, value: unknown): unknown {
    switch (type.form) {
      case 'struct':
        return isJsonMap(value) ? this.#readStruct(type, value) : undefined;
      case 'map': {
        if (!isJsonMap(value)) return undefined;
        const parts = Object.entries(value).map(([key, part]) => [
          key,
          this.#readPart(type.of, part, key),
        ]);
        return Object.fromEntries(parts);
      }
      case 'list':
        if (!Array.isArray(value)) return undefined;
        return value.map((part, at) => this.#readPart(type.of, part, at));
      case 'int64':
        return isInt64(value) ? value : undefined;
      case 'bool':
        return typeof value === 'boolean' ? value : undefined;
      default:
        return typeof value === 'string' ? readText(type.form, value) : undefined;
    }
  }

  /** In a list or map there is no absence: `null` is a value without content. */
  #readPart(of: JsonType, value: unknown, key: string | number): unknown {
    return this.#readAt(of, value, key) ?? FORMS[of.form][1];
  }

  #readAt(type: JsonType, value: unknown, key: string | number): unknown {
    this.path.push(key);
    const read = this.read(type, value);
    this.path.pop();
    return read;
  }

  #readStruct(type: StructType, value: JsonMap): object {
    const fields = new Map<string, unknown>();
    for (const [key, part] of Object.entries(value)) {
      const known = type.fields.get(key);
      if (known) fields.set(key, this.#readAt(known, part, key));
      else if (type.isOpen) fields.set(key, part);
      else this.unknown.push(pathText([...this.path, key]));
    }
    const keys = [...(type.isOpen ? fields : type.fields).keys()];
    const result = keys.map((key) => [key, fields.get(key)] as const);
    return Object.fromEntries(result.filter(([, part]) => part !== undefined));
  }
}

function isInt64(value: unknown): boolean {
  return Number.isInteger(value) && Number(value) >= -(2 ** 63) && Number(value) < 2 ** 63;
}

function readText(form: 'string' | 'bytes' | 'time', text: string): string | undefined {
  if (form === 'string') return text;
  if (form === 'bytes') return isBase64(text) ? text : undefined;
  const at = parseTimestamp(text);
  return at === undefined ? undefined : formatTimestamp(at);
}

/** `metadata.ownerReferences[2].uid`. */
function pathText(path: readonly (string | number)[]): string {
  return path
    .map((key, at) => (typeof key === 'number' ? `[${key}]` : `${at === 0 ? '' : '.'}${key}`))
    .join('');
}
