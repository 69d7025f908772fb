import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { KubeletScenario } from '../../src/scenario/kubelet-scenario.ts';
import { runKubeletScenario } from '../../src/scenario/run-kubelet-scenario.ts';
import { runScenario } from '../../src/scenario/run-scenario.ts';
import { type Scenario, ScenarioError } from '../../src/scenario/scenario.ts';
import { filesBelow } from '../support/cited-rules.ts';
import { propertyRuns } from '../support/property-runs.ts';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
/** A value, its place, and how places of its sort are called: the keys on the way, `[]` for any index. */
interface Part {
  readonly parent: Json[] | { [key: string]: Json };
  readonly key: string | number;
  readonly sort: string;
}

const texts = filesBelow('scenarios', /\.yaml$/).map(({ text }) => text);

function* partsOf(value: Json, sort: string): Generator<Part> {
  if (Array.isArray(value)) {
    for (const key of value.keys()) {
      yield { parent: value, key, sort: `${sort}[]` };
      yield* partsOf(value[key] ?? null, `${sort}[]`);
    }
  } else if (typeof value === 'object' && value !== null) {
    for (const key of Object.keys(value)) {
      yield { parent: value, key, sort: `${sort}.${key}` };
      yield* partsOf(value[key] ?? null, `${sort}.${key}`);
    }
  }
}

function read({ parent, key }: Part): Json {
  return Array.isArray(parent) ? (parent[Number(key)] ?? null) : (parent[String(key)] ?? null);
}

function write({ parent, key }: Part, value: Json): void {
  if (Array.isArray(parent)) parent[Number(key)] = value;
  else parent[String(key)] = value;
}

/** What stands in the scenarios at places of each sort: with it a document keeps the form of the schema. */
function valuesBySort(): ReadonlyMap<string, readonly Json[]> {
  const bySort = new Map<string, Json[]>();
  for (const text of texts) {
    const document = parse(text) as { kind: string; spec: Json };
    for (const part of partsOf(document.spec, document.kind)) {
      const values = bySort.get(part.sort) ?? [];
      if (values.length < 300) bySort.set(part.sort, [...values, read(part)]);
    }
  }
  return bySort;
}

const HOSTILE = [
  '',
  ' ',
  '/',
  'a b',
  '__proto__',
  'constructor',
  '\u0000',
  '\ud800',
  'x'.repeat(300),
];
const NUMBERS = [1, 2, 50, 1_000_000];
/** Their values are words of the schema. */
const WORDS =
  /\.(apiVersion|queue|type|stepping|verdict|verb|resource|collect|state|signal|layout)$/;

/** May be absent, also where every file has them. */
const OPTIONAL = /\.metadata\.(namespace|ownerReferences|finalizers)$|\.ownerReferences\[\]\.\w+$/;

/** One change after another, each chosen by three numbers. */
function change(document: Scenario | KubeletScenario, at: number, how: number, what: number): void {
  const { kind, spec } = document as unknown as { kind: string; spec: Json };
  const parts = [...partsOf(spec, kind)];
  const part = parts[at % parts.length];
  if (!part) return;
  const old = read(part);
  const others = values.get(part.sort) ?? [];
  const other = structuredClone(others[what % others.length] ?? old);
  if (how % 6 < 3) write(part, other);
  else if (Array.isArray(part.parent)) {
    if (how % 2 === 0) part.parent.splice(Number(part.key), 1);
    else part.parent.splice(what % part.parent.length, 0, other);
  } else if (OPTIONAL.test(part.sort)) delete part.parent[String(part.key)];
  else if (typeof old === 'number') write(part, NUMBERS[what % NUMBERS.length] ?? 1);
  else if (typeof old === 'boolean') write(part, !old);
  else if (typeof old === 'string' && !WORDS.test(part.sort)) {
    write(part, HOSTILE[what % HOSTILE.length] ?? '');
  }
}

const values = valuesBySort();

/** How it went; anything but a `ScenarioError` with a place is thrown again. */
function outcomeOf(document: Scenario | KubeletScenario): string {
  try {
    return document.kind === 'Scenario'
      ? runScenario(document).result
      : runKubeletScenario(document).result;
  } catch (error) {
    if (error instanceof ScenarioError && error.path.length > 0) return 'refused';
    throw error;
  }
}

describe('scenarios put together anew', () => {
  it('each runs to a result or is refused with the place', () => {
    const number = fc.nat(1_000_000);
    const changes = fc.array(fc.tuple(number, number, number), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(fc.constantFrom(...texts), changes, (text, all) => {
        const document = parse(text) as Scenario | KubeletScenario;
        for (const [at, how, what] of all) change(document, at, how, what);
        expect(['passed', 'failed', 'refused']).toContain(outcomeOf(document));
      }),
      propertyRuns(200),
    );
  });
});
