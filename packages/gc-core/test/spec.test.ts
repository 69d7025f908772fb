import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  type Citation,
  citationsEverywhere,
  citationsOfScenarios,
  citationsOfTests,
  filesBelow,
  RULE_ID,
  ruleRows,
  sourceLegend,
  specIds,
} from './support/cited-rules.ts';

const { rules, notShown } = specIds();
const known = new Set([...rules, ...notShown.keys()]);

/** What a source looks like, one form for each that the legend explains. */
const SOURCES: readonly RegExp[] = [
  /^Test\w+(?:(?: S\d+)+| [a-z-]+)?$/,
  /^e2e "should [^"]+"$/,
  /^#\d{4,6}$/,
  /^KEP-\d{4}$/,
  /^case \d\d[a-z]?$/,
  /^node [a-z\d-]+$/,
  /^log 1\.17$/,
  /^differential$/,
  /^answers$/,
  /^ran 1\.\d+\.\d+$/,
  /^read(?: 1\.\d+| master)?$/,
  /^quoted 1\.5$/,
  /^manifests$/,
  /^known$/,
  /^gcscope$/,
  new RegExp(`^${RULE_ID}$`),
];
/** `1.20`, `1.6 to 1.33`, `to 1.28`, each with a remark in brackets or without. */
const SINCE = /^(?:(?:1\.\d+(?: to 1\.\d+)?|to 1\.\d+(?:\.\d+)?)(?: \([^()]+\))?)?$/;

const recorded = {
  case: readdirSync(join(import.meta.dirname, 'conformance/evidence')).map((name) =>
    name.replace(/-.*/, ''),
  ),
  node: readdirSync(join(import.meta.dirname, 'kubelet/evidence')),
};
const { codes, upstream } = sourceLegend();

/** Whether a source has a form that the legend explains, and names a test, recording or rule that there is. */
function isKnown(source: string): boolean {
  const [word = '', name = ''] = source.split(' ');
  if (word === 'case' || word === 'node') return recorded[word].includes(name);
  const named = source.match(/\bTest\w+|\bS\d+/g) ?? [];
  if (!source.startsWith('e2e') && named.some((each) => !upstream.has(each))) return false;
  if (new RegExp(`^${RULE_ID}$`).test(source) && !known.has(source)) return false;
  return SOURCES.some((form) => form.test(source));
}

function unknownIn(citations: readonly Citation[]): string[] {
  return citations.filter(({ id }) => !known.has(id)).map(({ file, id }) => `${file}: ${id}`);
}

describe('SPEC.md', () => {
  it('names each rule once', () => {
    expect(rules.size).toBeGreaterThan(240);
    expect([...notShown.keys()].filter((id) => rules.has(id))).toEqual([]);
  });

  it('explains each form of a source', () => {
    expect(codes.filter((code) => !isKnown(code))).toEqual([]);
    expect(SOURCES.filter((form) => !codes.some((code) => form.test(code)))).toEqual([]);
  });

  it('says of every rule where to check it', () => {
    const rows = ruleRows();
    expect(new Set(rows.flatMap(({ ids }) => ids))).toEqual(rules);
    const unknown = rows.flatMap(({ file, ids, sources }) =>
      sources.filter((each) => !isKnown(each)).map((each) => `${file}: ${ids[0]}: "${each}"`),
    );
    expect(unknown).toEqual([]);
  });

  it('names releases as the beginning and the end of a rule', () => {
    const others = ruleRows().filter(({ since = 'no column' }) => !SINCE.test(since));
    expect(others.map(({ file, ids, since }) => `${file}: ${ids[0]}: ${since}`)).toEqual([]);
  });

  it('knows every rule that a test or a scenario cites', () => {
    expect(unknownIn([...citationsOfTests(), ...citationsOfScenarios()])).toEqual([]);
  });

  it('knows every rule that the scenarios expect', () => {
    const ids = filesBelow('scenarios', /\.yaml$/).flatMap(({ file, text }) =>
      (text.match(new RegExp(RULE_ID, 'g')) ?? []).map((id) => ({ file, id })),
    );
    expect(unknownIn(ids)).toEqual([]);
  });

  it('knows every rule that apps, packages and tools cite', () => {
    const cited = citationsEverywhere();
    expect(cited.length).toBeGreaterThan(2000);
    expect(unknownIn(cited)).toEqual([]);
  });

  it('has a test or a scenario for every rule', () => {
    const cited = new Set([...citationsOfTests(), ...citationsOfScenarios()].map(({ id }) => id));
    expect([...rules].filter((id) => !cited.has(id))).toEqual([]);
  });
});
