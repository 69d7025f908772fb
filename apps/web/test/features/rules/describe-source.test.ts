import { describe, expect, it } from 'vitest';
import { ALL_RULES } from '../../../src/features/rules/all-rules.ts';
import { describeSources } from '../../../src/features/rules/describe-source.ts';

describe('the sources of a rule', () => {
  it('are words, each once, with links to issues', () => {
    const source =
      'TestProcessEvent, `case 01`, case 05, e2e "should not, ever", #81081, read 1.28, PP-1';
    expect(describeSources(source)).toEqual([
      { text: 'a test of Kubernetes itself' },
      { text: 'recorded on a real cluster' },
      {
        text: 'kubernetes/kubernetes#81081',
        href: 'https://github.com/kubernetes/kubernetes/issues/81081',
      },
      { text: 'the source of Kubernetes 1.28' },
      { text: 'follows from PP-1' },
    ]);
  });

  it('are known of every rule that has some, and name no test', () => {
    for (const { id, source } of ALL_RULES.values()) {
      const described = describeSources(source);
      if (source !== '') expect(described, `${id}: ${source}`).not.toEqual([]);
      for (const { text } of described) expect(text, id).not.toMatch(/Test[A-Z]|case|`/);
    }
  });
});
