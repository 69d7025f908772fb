import { base64Of, canonicalBase64, isBase64 } from './base64.ts';
import { type JsonType, type StructType, UINT8 } from './json-types.ts';
import { isJsonMap } from './json-value.ts';
import { readTime } from './read-time.ts';

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

/** Where a value stands, as a step from the place around it; only faults spell it out. */
interface Place {
  readonly outer: Place | undefined;
  readonly key: string | number;
}

class Misfit extends Error {
  readonly place: Place | undefined;

  constructor(place: Place | undefined, words: string) {
    super(words);
    this.place = place;
  }
}

const WORDS: Readonly<Record<JsonType['form'], string>> = {
  string: 'a string',
  bool: 'true or false',
  int64: 'a whole number',
  uint8: 'a whole number from 0 to 255',
  bytes: 'base64',
  time: 'a time such as 2026-01-31T12:00:00Z',
  opaque: 'any value',
  list: 'a list',
  map: 'an object',
  struct: 'an object',
};

/** Reads a JSON value as a type, in the order of the document; `name` is that of the field that holds it. */
export function readTyped(type: JsonType, value: unknown, name?: string): Typed {
  const unknown: string[] = [];
  const place = name === undefined ? undefined : { outer: undefined, key: name };
  try {
    return { ok: true, value: read(type, value, place, unknown), unknown };
  } catch (error) {
    if (!(error instanceof Misfit)) throw error;
    return { ok: false, path: pathOf(error.place), words: error.message };
  }
}

/** What is wrong with a value, as a sentence: `metadata.labels must be an object`. */
export function misfitSentence({ path, words }: Misfitted): string {
  return `${path.length === 0 ? 'the body' : pathText(path)} must be ${words}`;
}

function read(
  type: JsonType,
  value: unknown,
  place: Place | undefined,
  unknown: string[],
): unknown {
  if (type.form === 'opaque') return value;
  if (value === null || value === undefined) return undefined;
  const fit = readPresent(type, value, place, unknown);
  if (fit === undefined) throw new Misfit(place, WORDS[type.form]);
  return fit;
}

/** A value that is there, or `undefined` where it does not fit. */
function readPresent(
  type: Exclude<JsonType, { form: 'opaque' }>,
  value: unknown,
  place: Place | undefined,
  unknown: string[],
): unknown {
  switch (type.form) {
    case 'struct':
      return isJsonMap(value) ? readStruct(type, value, place, unknown) : undefined;
    case 'map':
      return isJsonMap(value) ? readMap(type.of, value, place, unknown) : undefined;
    case 'list':
      return Array.isArray(value) ? readList(type.of, value, place, unknown) : undefined;
    case 'bytes':
      return readBytes(value, place);
    case 'time':
      return typeof value === 'string' ? readTime(value) : undefined;
    default:
      return fitsScalar(type.form, value) ? value : undefined;
  }
}

function readMap(of: JsonType, value: object, place: Place | undefined, unknown: string[]): object {
  const entries = Object.entries(value);
  return Object.fromEntries(
    entries.map(([key, part]) => [key, readPart(of, part, { outer: place, key }, unknown)]),
  );
}

function readList(
  of: JsonType,
  items: readonly unknown[],
  place: Place | undefined,
  unknown: string[],
): readonly unknown[] {
  return items.map((item, key) => readPart(of, item, { outer: place, key }, unknown));
}

/** In a list or map there is no absence: `null` is a value without content. */
function readPart(of: JsonType, value: unknown, place: Place, unknown: string[]): unknown {
  return read(of, value, place, unknown) ?? emptyOf(of);
}

/** As a text or as a list of numbers. */
function readBytes(value: unknown, place: Place | undefined): string | undefined {
  if (Array.isArray(value)) return base64Of(readList(UINT8, value, place, []) as number[]);
  return typeof value === 'string' && isBase64(value) ? canonicalBase64(value) : undefined;
}

function readStruct(
  type: StructType,
  value: object,
  place: Place | undefined,
  unknown: string[],
): object {
  const fields = new Map<string, unknown>();
  for (const [key, part] of Object.entries(value)) {
    const known = type.fields.get(key);
    const inner = { outer: place, key };
    if (known) fields.set(key, read(known, part, inner, unknown));
    else if (type.isOpen) fields.set(key, part);
    else unknown.push(pathText(pathOf(inner)));
  }
  const result: [string, unknown][] = [];
  for (const key of (type.isOpen ? fields : type.fields).keys()) {
    const part = fields.get(key);
    if (part !== undefined) result.push([key, part]);
  }
  return Object.fromEntries(result);
}

function pathOf(place: Place | undefined): readonly (string | number)[] {
  return place ? [...pathOf(place.outer), place.key] : [];
}

/** `metadata.ownerReferences[2].uid`. */
function pathText(path: readonly (string | number)[]): string {
  return path
    .map((key, at) => (typeof key === 'number' ? `[${key}]` : `${at === 0 ? '' : '.'}${key}`))
    .join('');
}

function fitsScalar(form: 'string' | 'bool' | 'int64' | 'uint8', value: unknown): boolean {
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
