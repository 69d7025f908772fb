import { describe, expect, it } from 'vitest';
import {
  type Citation,
  citationsOfScenarios,
  citationsOfTests,
  filesBelow,
  idsIn,
  RULE_ID,
  specIds,
} from './support/cited-rules.ts';

const { rules, notShown } = specIds();
const known = new Set([...rules, ...notShown.keys()]);

function unknownIn(citations: readonly Citation[]): string[] {
  return citations.filter(({ id }) => !known.has(id)).map(({ file, id }) => `${file}: ${id}`);
}

describe('SPEC.md', () => {
  it('names each rule once', () => {
    expect(rules.size).toBeGreaterThan(240);
    expect([...notShown.keys()].filter((id) => rules.has(id))).toEqual([]);
  });

  it('knows every rule that a test or a scenario cites', () => {
    expect(unknownIn([...citationsOfTests(), ...citationsOfScenarios()])).toEqual([]);
  });

  it('knows every rule that the scenarios expect', () => {
    const ids = filesBelow('scenarios', '.yaml').flatMap(({ file, text }) =>
      (text.match(new RegExp(RULE_ID, 'g')) ?? []).map((id) => ({ file, id })),
    );
    expect(unknownIn(ids)).toEqual([]);
  });

  it('knows every rule that the source names', () => {
    const ids = filesBelow('src', '.ts').flatMap(({ file, text }) =>
      idsIn(text).map((id) => ({ file, id })),
    );
    expect(ids.length).toBeGreaterThan(300);
    expect(unknownIn(ids)).toEqual([]);
  });

  it('has a test or a scenario for every rule', () => {
    const cited = new Set([...citationsOfTests(), ...citationsOfScenarios()].map(({ id }) => id));
    expect([...rules].filter((id) => !cited.has(id))).toEqual([]);
  });
});
