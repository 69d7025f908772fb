import { formatTimestamp, parseTimestamp, type Timestamp } from '../meta/object-meta.ts';
import { base64Of, canonicalBase64, isBase64 } from './base64.ts';
import { type JsonType, type StructType, UINT8 } from './json-types.ts';
import { isJsonMap } from './json-value.ts';

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

/** What a value of a form must be, and the value without content, which stands for `null` in lists and maps. */
const FORMS: Readonly<Record<JsonType['form'], readonly [words: string, empty: unknown]>> = {
  string: ['a string', ''],
  bool: ['true or false', false],
  int64: ['a whole number', 0],
  uint8: ['a whole number from 0 to 255', 0],
  bytes: ['base64', ''],
  time: ['a time such as 2026-01-31T12:00:00Z', undefined],
  opaque: ['any value', undefined],
  list: ['a list', []],
  map: ['an object', {}],
  struct: ['an object', {}],
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
  if (fit === undefined) throw new Misfit(place, FORMS[type.form][0]);
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
  return read(of, value, place, unknown) ?? FORMS[of.form][1];
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
  if (form === 'string') return typeof value === 'string';
  if (form === 'bool') return typeof value === 'boolean';
  if (!Number.isInteger(value)) return false;
  const [least, limit] = form === 'uint8' ? [0, 2 ** 8] : [-(2 ** 63), 2 ** 63];
  return Number(value) >= least && Number(value) < limit;
}

const TIME =
  /^(?<date>\d{4}-\d\d-\d\d)T(?<hour>\d\d?):(?<rest>\d\d:\d\d)(?:[.,]\d+)?(?:Z|(?<sign>[+-])(?<hours>\d\d):(?<minutes>\d\d))$/;

/**
 * Reads a time as the server does, or `undefined`: RFC 3339, with one or two digits for the hour, and a comma or a point
 * before the fraction, of which nothing is kept. The result is in UTC.
 */
export function readTime(text: string): Timestamp | undefined {
  const { date, hour = '', rest, sign, hours = '0', minutes = '0' } = TIME.exec(text)?.groups ?? {};
  const at = parseTimestamp(`${date}T${hour.padStart(2, '0')}:${rest}Z`);
  if (at === undefined || Number(hours) > 24 || Number(minutes) > 60) return undefined;
  const offset = (Number(hours) * 60 + Number(minutes)) * 60_000;
  return formatTimestamp(sign === '-' ? at + offset : at - offset);
}
