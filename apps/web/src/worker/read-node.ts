import { type Schema, Validator } from '@cfworker/json-schema';
import { KUBELET_SCENARIO_SCHEMA, type KubeletScenario, type NodeReading } from '@gcscope/gc-core';
import { parseDocument } from 'yaml';

/** A node as a document says it. */
export interface NodeDocument {
  readonly scenario: KubeletScenario;
  /** Absent of a plain scenario. */
  readonly reading?: NodeReading;
}

/**
 * The node that a text, YAML or JSON, speaks of: a KubeletScenario or a NodeReading. Throws an error with one sentence that
 * names the place of the first fault.
 */
export function readNode(text: string): NodeDocument {
  const document = parseDocument(text, { uniqueKeys: true });
  const [syntax] = document.errors;
  if (syntax) {
    const [line = ''] = syntax.message.split('\n');
    throw new Error(`This is neither YAML nor JSON: ${line.replace(/:$/, '')}.`);
  }
  const data: unknown = document.toJS({ maxAliasCount: 100 });
  const kind = property(data, 'kind');
  if (kind === 'KubeletScenario') return { scenario: requireForm(data, '') };
  if (kind === 'NodeReading') return requireReading(data);
  const found = typeof kind === 'string' ? `This one is a ${kind}.` : 'This one names no kind.';
  throw new Error(
    `A document of kind KubeletScenario or NodeReading (apiVersion gcscope.dev/v1) is expected. ${found}`,
  );
}

/** Compiled without code from strings, which the page's security policy forbids. */
const SCENARIO = new Validator({ ...KUBELET_SCENARIO_SCHEMA }, '2020-12');
const TEXT: Schema = { type: 'string' };

const READING = new Validator(
  objectOf(
    {
      apiVersion: { const: 'gcscope.dev/v1' },
      name: TEXT,
      source: { enum: ['cri', 'crictl', 'api', 'scenario'] },
      readAt: TEXT,
      scenario: { type: 'object' },
      notSeen: listOf(objectOf({ what: TEXT, because: TEXT, instead: TEXT })),
      warnings: listOf(objectOf({ text: TEXT, ids: listOf(TEXT) }, { rule: TEXT })),
    },
    {
      owners: listOf(
        objectOf({ pod: TEXT, owner: objectOf({ uid: TEXT, kind: TEXT, name: TEXT }) }),
      ),
    },
  ),
  '2020-12',
);

function listOf(items: Schema): Schema {
  return { type: 'array', items };
}

/** An object with these properties, and perhaps some more. */
function objectOf(
  properties: Readonly<Record<string, Schema>>,
  more: Readonly<Record<string, Schema>> = {},
): Schema {
  const required = Object.keys(properties);
  return { type: 'object', required, properties: { ...properties, ...more } };
}

function requireReading(data: unknown): NodeDocument {
  const fault = firstFault(READING, data);
  if (fault) throw new Error(fault);
  const reading = data as NodeReading;
  return { scenario: requireForm(reading.scenario, 'scenario'), reading };
}

function requireForm(data: unknown, under: string): KubeletScenario {
  const fault = firstFault(SCENARIO, data, under);
  if (fault) throw new Error(fault);
  return data as KubeletScenario;
}

/** The error at the deepest place: errors of its parents only say that something inside is wrong. */
function firstFault(validator: Validator, data: unknown, under = ''): string | undefined {
  const { valid, errors } = validator.validate(data);
  if (valid) return undefined;
  const depthOf = ({ instanceLocation }: { instanceLocation: string }): number =>
    instanceLocation.split('/').length;
  const deepest = errors.reduce((found, each) => (depthOf(each) > depthOf(found) ? each : found));
  const path = [under, ...deepest.instanceLocation.split('/').slice(1)].filter(
    (part) => part !== '',
  );
  const place = path.map((part) => (/^\d+$/.test(part) ? `[${part}]` : `.${part}`)).join('');
  return `${place === '' ? 'The document' : place.slice(1)}: ${saidOf(deepest.error)}`;
}

/** The validator's words → ours. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/^False boolean schema\.$/, 'this key is not known here.'],
  [/^Instance type "(\w+)" is invalid\. Expected "(.+)"\.$/, 'of type $2, not $1, is expected.'],
  [/^Instance does not have required property (".*")\.$/, '$1 is missing.'],
  [/^Instance does not match any of (.+)\.$/, 'one of $1 is expected.'],
  [/^Instance does not match (.+)\.$/, '$1 is expected.'],
];

function saidOf(error: string): string {
  const found = WORDS.find(([pattern]) => pattern.test(error));
  return found ? error.replace(found[0], found[1]) : error;
}

function property(data: unknown, key: string): unknown {
  return typeof data === 'object' && data !== null && Object.hasOwn(data, key)
    ? (data as Readonly<Record<string, unknown>>)[key]
    : undefined;
}
