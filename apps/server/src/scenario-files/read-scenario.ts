import {
  KUBELET_SCENARIO_SCHEMA,
  type KubeletScenario,
  SCENARIO_SCHEMA,
  type Scenario,
} from '@gcscope/gc-core';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { type Document, isScalar, LineCounter, parseAllDocuments, type YAMLError } from 'yaml';
import { formErrors } from './form-errors.ts';
import {
  faultyAlias,
  lineOf,
  type PlacePath,
  pathText,
  startOf,
  textAround,
} from './place-in-document.ts';

/** One thing that is wrong with a file. */
export interface FileError {
  /** 1-based. */
  readonly line: number;
  /** `spec.steps[3].delete`; empty for the document itself. */
  readonly path: string;
  /** The fault, and what was expected. */
  readonly message: string;
}

/** A scenario file as read; `locate` finds the line of a place in it. */
export interface ReadScenario<T = Scenario> {
  readonly scenario: T;
  locate(path: PlacePath): FileError;
}

/** The result of reading a file: the document, or all errors in its form. */
export type ScenarioReading<T> = ReadScenario<T> | { readonly errors: readonly FileError[] };

/** The kinds of documents that are taken, by name. */
type Forms<T> = ReadonlyMap<string, () => ValidateFunction<T>>;

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
  return readDocument(text, new Map([['Scenario', scenarioForm]]));
}

/** Reads the text of a kubelet scenario, YAML or JSON. */
export function readKubeletScenario(text: string): ScenarioReading<KubeletScenario> {
  return readDocument(text, new Map([['KubeletScenario', kubeletScenarioForm]]));
}

/** Reads the text of a scenario of either kind. */
export function readAnyScenario(text: string): ScenarioReading<Scenario | KubeletScenario> {
  return readDocument<Scenario | KubeletScenario>(
    text,
    new Map<string, () => ValidateFunction<Scenario | KubeletScenario>>([
      ['Scenario', scenarioForm],
      ['KubeletScenario', kubeletScenarioForm],
    ]),
  );
}

function readDocument<T>(text: string, forms: Forms<T>): ScenarioReading<T> {
  const lines = new LineCounter();
  const options = {
    lineCounter: lines,
    // Keys of a manifest may be anything, `__proto__` too: the parser defines them as own properties.
    uniqueKeys: true,
    // As kubectl reads manifests: `<<: *anchor` takes over what is not written.
    merge: true,
  };
  const documents = [...parseAllDocuments(text, options)].filter(saysSomething);
  const [document, another] = documents;
  if (!document) return refusal(1, WHOLE);
  if (another) return refusal(startOf(another.contents, lines) ?? 1, SEVERAL);
  const [syntax] = document.errors;
  if (syntax) return syntaxFault(syntax, document, lines);
  const data = dataOf(document);
  if (data instanceof Error) {
    return refusal(startOf(faultyAlias(document), lines) ?? 1, data.message);
  }
  const at = (path: PlacePath, message: string): FileError => ({
    line: lineOf(document, lines, path),
    path: pathText(path),
    message,
  });
  const [usual = scenarioForm] = forms.values();
  const validate = (forms.get(kindOf(data)) ?? usual)() as ValidateFunction<T>;
  if (validate(data)) return { scenario: data, locate: (path) => at(path, '') };
  const errors = formErrors(validate.errors ?? [], data, [...forms.keys()]);
  return { errors: errors.map((error) => at(...error)) };
}

const WHOLE = 'Expected a mapping with apiVersion, kind, metadata and spec.';
const SEVERAL = 'The file contains several documents; put each into a file of its own.';
const TOO_DEEP = 'It is nested too deeply to be read.';

function refusal(line: number, message: string): { readonly errors: readonly FileError[] } {
  return { errors: [{ line, path: '', message }] };
}

/** A document that only marks or comments make is none. */
function saysSomething({ contents, errors }: Document): boolean {
  return errors.length > 0 || (isScalar(contents) ? contents.value !== null : contents !== null);
}

function kindOf(data: unknown): string {
  return typeof data === 'object' && data !== null && 'kind' in data ? String(data.kind) : '';
}

function syntaxFault(
  fault: YAMLError,
  document: Document,
  lines: LineCounter,
): { readonly errors: readonly FileError[] } {
  const line = fault.linePos?.[0].line ?? 1;
  if (fault.message.startsWith('Maximum call stack')) return refusal(line, TOO_DEEP);
  if (fault.message.startsWith('Missing closing')) {
    // It is missed at the end of the file, long after the text that it would have ended.
    const start = startOf(textAround(document, fault.pos[0]), lines) ?? line;
    return refusal(start, 'A quoted text starts here and has no closing quote.');
  }
  return refusal(line, firstSentence(fault.message));
}

/** Returns the data of the document, or an `Error` that says why it cannot be read. */
function dataOf(document: Document): unknown {
  try {
    const data: unknown = document.toJS({ maxAliasCount: 100 });
    // An anchor that holds its own alias is a cycle, which no scenario is; what is too deep ends here, too.
    JSON.stringify(data);
    return data;
  } catch (error) {
    if (error instanceof RangeError) return new Error(TOO_DEEP);
    return error instanceof ReferenceError
      ? new Error(
          `gcscope cannot follow an alias: ${firstSentence(error.message)}. Write out what it stands for.`,
        )
      : new Error('An alias contains itself. Write it out.');
  }
}

function firstSentence(message: string): string {
  // The line number stands before it; the text of that line follows.
  const [first = message] = message.split('\n');
  return first.replace(/ at line \d+, column \d+:$/, '.');
}
