import { describe, expect, it } from 'vitest';
import { ALL_RULES } from '../../src/rules/all-rules.ts';
import { parseSpec } from '../../src/rules/parse-spec.ts';

describe('rules of the specification', () => {
  it('are read from its tables, one for each id of a row', () => {
    const text = [
      '## Node and graph',
      '| Id | Rule | Since |',
      '|---|---|---|',
      '| DM-01 | Kind of a `node`. | |',
      '| AD-W1, AD-W2 | One \\| the other. | to 1.19 |',
      '| foreground | not an id |',
    ].join('\n');
    const chapter = 'Node and graph';
    expect(parseSpec(text)).toEqual([
      { id: 'DM-01', text: 'Kind of a `node`.', since: '', chapter },
      { id: 'AD-W1', text: 'One | the other.', since: 'to 1.19', chapter },
      { id: 'AD-W2', text: 'One | the other.', since: 'to 1.19', chapter },
    ]);
  });

  it('are all there', () => {
    for (const id of ['DM-01', 'GB-42b', 'AD-W9', 'API-35', 'PG-31', 'NS-15']) {
      expect(ALL_RULES.get(id)?.text, id).toMatch(/\w/);
    }
  });
});
