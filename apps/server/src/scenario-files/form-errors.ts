import type { ErrorObject } from 'ajv/dist/2020.js';
import type { PlacePath } from './place-in-document.ts';

/** Something that does not fit the form of a file: where, and what was expected there. */
type FormError = readonly [path: PlacePath, message: string];

/** Translates a schema's errors into plain sentences, one for each place; `kinds` are the accepted kinds of documents. */
export function formErrors(
  errors: readonly ErrorObject[],
  data: unknown,
  kinds: readonly string[],
): FormError[] {
  // In a document of another kind, all other fields would be wrong, too.
  const kind = errors.find(({ instancePath }) => instancePath === '/kind');
  if (kind) return [[['kind'], `Expected ${kinds.map((each) => `"${each}"`).join(' or ')}.`]];
  return relevantErrors(errors).map((error) => describe(error, data));
}

/** A failed `oneOf` reports every branch besides itself: only the most specific errors are kept. */
function relevantErrors(errors: readonly ErrorObject[]): ErrorObject[] {
  const byPlace = new Map<string, ErrorObject>();
  for (const error of errors) {
    if (error.keyword === 'oneOf' || isOfOtherBranch(error, errors)) continue;
    const key = `${error.instancePath} ${error.keyword} ${named(error)}`;
    const known = byPlace.get(key);
    byPlace.set(key, known?.keyword === 'type' ? withTypes(known, error) : (known ?? error));
  }
  return byPlace.size > 0 ? [...byPlace.values()] : [...errors];
}

/**
 * Whether an error belongs to another of several allowed forms than the intended one. The intended form has the type of
 * the data; among several, it knows the keys and finds the error further down.
 */
function isOfOtherBranch(
  { keyword, instancePath: here }: ErrorObject,
  errors: readonly ErrorObject[],
): boolean {
  if (!errors.some((other) => other.keyword === 'oneOf' && other.instancePath === here))
    return false;
  const others = errors.filter((other) => !['type', 'oneOf'].includes(other.keyword));
  const isBelow = others.some((other) => other.instancePath.startsWith(`${here}/`));
  if (keyword !== 'type') return isBelow;
  return isBelow || others.some((other) => other.instancePath === here);
}

/** The key that the error is about, where it is about one that is or is not there. */
function named({ params }: ErrorObject): string {
  return String(params.additionalProperty ?? params.missingProperty ?? '');
}

function withTypes(one: ErrorObject, other: ErrorObject): ErrorObject {
  return { ...one, params: { type: [...new Set([typesOf(one), typesOf(other)].flat())] } };
}

function typesOf({ params }: ErrorObject): string[] {
  return [params.type as string | string[]].flat();
}

function describe(error: ErrorObject, data: unknown): FormError {
  const path = pathOf(error.instancePath, data);
  const { params } = error;
  switch (error.keyword) {
    case 'additionalProperties': {
      const key = String(params.additionalProperty);
      const known = Object.keys(error.parentSchema?.properties ?? {}).join(', ');
      return [[...path, key], `"${key}" is not known. Known: ${known}.`];
    }
    case 'required':
      return [path, `"${String(params.missingProperty)}" is missing.`];
    case 'enum': {
      const allowed = (params.allowedValues as unknown[]).map(String).join(', ');
      return [path, `Expected one of: ${allowed}.`];
    }
    case 'const':
      return [path, `Expected "${String(params.allowedValue)}".`];
    case 'type':
      return [path, typeFault(error, path)];
    case 'minimum':
      return [path, `Expected ${String(params.limit)} or more.`];
    case 'maximum':
      return [path, `Expected ${String(params.limit)} or less.`];
    case 'minLength':
      return [path, 'Expected a text that is not empty.'];
    case 'pattern':
      return [
        path,
        `Expected ${String(error.parentSchema?.description ?? `a text that matches ${String(params.pattern)}`)}.`,
      ];
    default:
      return [path, `It ${error.message ?? 'does not fit the format'}.`];
  }
}

function typeFault(error: ErrorObject, path: PlacePath): string {
  const types = typesOf(error);
  const expected = types.map((type) => TYPE_WORDS.get(type) ?? type).join(' or ');
  const whole = path.length === 0 ? ' with apiVersion, kind, metadata and spec' : '';
  const isPlain = ['number', 'boolean'].includes(typeof error.data);
  const quotes = types.includes('string') && isPlain ? '; put it in quotes' : '';
  return `Expected ${expected}${whole}${quotes}.`;
}

const TYPE_WORDS = new Map([
  ['object', 'a mapping'],
  ['array', 'a list'],
  ['string', 'a text'],
  ['integer', 'a whole number'],
  ['number', 'a number'],
  ['boolean', 'true or false'],
  ['null', 'nothing'],
]);

/** A JSON pointer as a path; only what is within a list is an index. */
function pathOf(pointer: string, data: unknown): (string | number)[] {
  let value = data;
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((part) => {
      const key = Array.isArray(value) ? Number(part) : part;
      value = (value as Readonly<Record<string | number, unknown>> | undefined)?.[key];
      return key;
    });
}
