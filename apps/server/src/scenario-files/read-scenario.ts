import {
  KUBELET_SCENARIO_SCHEMA,
  type KubeletScenario,
  SCENARIO_SCHEMA,
  type Scenario,
} from '@gcscope/gc-core';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { type Document, isCollection, LineCounter, parseDocument, type YAMLError } from 'yaml';

/** One thing that is wrong with a file. */
export interface FileError {
  /** 1-based. */
  readonly line: number;
  /** `spec.steps[3].delete`; empty for the document itself. */
  readonly path: string;
  /** What is wrong, and what was expected. */
  readonly message: string;
}

/** A scenario file as read; `locate` finds the line of a place in it. */
export interface ReadScenario<T = Scenario> {
  readonly scenario: T;
  locate(path: readonly (string | number)[]): FileError;
}

/** What came of the text of a file: the document, or everything that is wrong with its form. */
export type ScenarioReading<T> = ReadScenario<T> | { readonly errors: readonly FileError[] };

const ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true, verbose: true });
const scenarioForm = once(() => ajv.compile<Scenario>(SCENARIO_SCHEMA));
const kubeletScenarioForm = once(() => ajv.compile<KubeletScenario>(KUBELET_SCENARIO_SCHEMA));

/** A schema is compiled when the first file asks for it: most commands ask for one at most. */
function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** Reads the text of a cluster scenario, YAML or JSON. */
export function readScenario(text: string): ScenarioReading<Scenario> {
  return readDocument(text, scenarioForm);
}

/** Reads the text of a kubelet scenario, YAML or JSON. */
export function readKubeletScenario(text: string): ScenarioReading<KubeletScenario> {
  return readDocument(text, kubeletScenarioForm);
}

/** Reads the text of a scenario of either kind. */
export function readAnyScenario(text: string): ScenarioReading<Scenario | KubeletScenario> {
  return readDocument<Scenario | KubeletScenario>(text, (data) =>
    kindOf(data) === 'KubeletScenario' ? kubeletScenarioForm() : scenarioForm(),
  );
}

function kindOf(data: unknown): unknown {
  return typeof data === 'object' && data !== null && 'kind' in data ? data.kind : undefined;
}

function readDocument<T>(
  text: string,
  formOf: (data: unknown) => ValidateFunction<T>,
): ScenarioReading<T> {
  const lines = new LineCounter();
  // Keys of a manifest may be anything, `__proto__` too: the parser defines them as own properties.
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: true });
  const [syntax] = document.errors;
  if (syntax) {
    const line = syntax.linePos?.[0].line ?? 1;
    return { errors: [{ line, path: '', message: syntaxFault(syntax) }] };
  }
  const data = dataOf(document);
  if (data instanceof Error) return { errors: [{ line: 1, path: '', message: data.message }] };
  const at = (path: readonly (string | number)[], message: string): FileError => ({
    line: lineOf(document, lines, path),
    path: pathText(path),
    message,
  });
  const validate = formOf(data);
  if (!validate(data)) {
    return { errors: tellingErrors(validate.errors ?? []).map((error) => at(...describe(error))) };
  }
  return { scenario: data, locate: (path) => at(path, '') };
}

function syntaxFault({ code, message }: YAMLError): string {
  if (code === 'MULTIPLE_DOCS') return 'It holds several documents; put each in a file of its own.';
  if (message.startsWith('Maximum call stack')) return TOO_DEEP;
  return firstSentence(message);
}

const TOO_DEEP = 'It is nested too deeply to be read.';

/** What the document says, or why nobody can tell. */
function dataOf(document: Document): unknown {
  try {
    const data: unknown = document.toJS({ maxAliasCount: 100 });
    // An anchor that holds its own alias is a circle, which no scenario is; what is too deep ends here, too.
    JSON.stringify(data);
    return data;
  } catch (error) {
    if (error instanceof RangeError) return new Error(TOO_DEEP);
    return error instanceof ReferenceError
      ? new Error(
          `An alias cannot be followed: ${firstSentence(error.message)}. Write out what it stands for.`,
        )
      : new Error('An alias stands within what it stands for. Write it out.');
  }
}

/** The line where the place stands, or the nearest place around it that does. */
function lineOf(
  document: Document,
  lines: LineCounter,
  path: readonly (string | number)[],
): number {
  for (let depth = path.length; depth >= 0; depth--) {
    const node: unknown =
      depth === 0 ? document.contents : document.getIn(path.slice(0, depth), true);
    const range = isRanged(node) ? node.range : undefined;
    if (range) return lines.linePos(range[0]).line;
    if (depth === 0 && isCollection(document.contents)) break;
  }
  return 1;
}

function isRanged(node: unknown): node is { range: readonly [number, number, number] } {
  return typeof node === 'object' && node !== null && 'range' in node && Array.isArray(node.range);
}

/** A failed `oneOf` reports every branch besides itself: only what says most is kept, one error a place. */
function tellingErrors(errors: readonly ErrorObject[]): ErrorObject[] {
  // Of a document of another kind everything else would be wrong, too.
  const kind = errors.find(({ instancePath }) => instancePath === '/kind');
  if (kind) return [kind];
  const specific = errors.filter((error) => error.keyword !== 'oneOf');
  const seen = new Set<string>();
  return (specific.length > 0 ? specific : errors).filter((error) => {
    const key = `${error.instancePath} ${error.keyword}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

function describe(error: ErrorObject): [path: (string | number)[], message: string] {
  const path = pointerPath(error.instancePath);
  const { params } = error;
  if (error.keyword === 'additionalProperties') {
    const key = String(params.additionalProperty);
    const known = Object.keys(error.parentSchema?.properties ?? {}).join(', ');
    return [[...path, key], `"${key}" is not known here; known are ${known}.`];
  }
  if (error.keyword === 'required') {
    return [path, `"${String(params.missingProperty)}" is missing.`];
  }
  if (error.keyword === 'enum') {
    const allowed = (params.allowedValues as unknown[]).map(String).join(', ');
    return [path, `Expected one of: ${allowed}.`];
  }
  if (error.keyword === 'const') return [path, `Expected "${String(params.allowedValue)}".`];
  if (error.keyword === 'type') {
    const types = [params.type as string | string[]].flat();
    const expected = types.map((type) => TYPE_WORDS.get(type) ?? type).join(' or ');
    const whole = path.length === 0 ? ' with apiVersion, kind, metadata and spec' : '';
    return [path, `Expected ${expected}${whole}.`];
  }
  return [path, `It ${error.message ?? 'does not fit the format'}.`];
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

function pointerPath(pointer: string): (string | number)[] {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part));
}

function pathText(path: readonly (string | number)[]): string {
  return path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${part}`))
    .join('')
    .replace(/^\./, '');
}

function firstSentence(message: string): string {
  // The line is told before it, and what follows is the text of that line.
  const [first = message] = message.split('\n');
  return first.replace(/ at line \d+, column \d+:$/, '.');
}
