import { describe, expect, it } from 'vitest';
import { ALL_RULES, parseSpec } from '../../../src/features/rules/all-rules.ts';

describe('rules of the specification', () => {
  it('are read from its tables, one for each id of a row', () => {
    const text = [
      '## Node and graph',
      '| Id | Rule | Since | Source |',
      '|---|---|---|---|',
      '| DM-01 | Kind of a `node`. | | `case 05`, #1 |',
      '| AD-W1, AD-W2 | One \\| the other. | to 1.19 | read 1.28 |',
      '| foreground | not an id |',
    ].join('\n');
    const chapter = 'Node and graph';
    const either = { text: 'One | the other.', since: 'to 1.19', source: 'read 1.28', chapter };
    expect(parseSpec(text)).toEqual([
      { id: 'DM-01', text: 'Kind of a `node`.', since: '', source: '`case 05`, #1', chapter },
      { id: 'AD-W1', ...either },
      { id: 'AD-W2', ...either },
    ]);
  });

  it('may stand in more than one column', () => {
    const text = [
      '| Id | Finalizer | On | Since | Source |',
      '| FN-01 | `a/b` | Pod | 1.9 | known |',
      '| Id | Reason |',
      '| CO-02 | Locks. |',
    ].join('\n');
    expect(parseSpec(text)).toMatchObject([
      { id: 'FN-01', text: '`a/b` · On: Pod', since: '1.9', source: 'known' },
      { id: 'CO-02', text: 'Locks.', since: '', source: '' },
    ]);
  });

  it('are all there', () => {
    for (const id of ['DM-01', 'GB-42b', 'AD-W9', 'API-35', 'PG-31', 'NS-15']) {
      expect(ALL_RULES.get(id)?.text, id).toMatch(/\w/);
    }
  });
});
