import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { specIds } from '../../packages/gc-core/test/support/cited-rules.ts';
import { testCalled } from '../src/mutation/prove-rules.ts';
import { misfit, parseRuleFaults, readRuleFaults, withEdit } from '../src/mutation/rule-faults.ts';

const CORE = join(import.meta.dirname, '../../packages/gc-core');
const FAULT = [
  '# API-13: the policy Orphan is passed over',
  '@ apiserver/a.ts',
  '- one',
  '-   two',
  '+ three',
  '- four',
  '+',
  '! apiserver/b: suite [API-13] works',
].join('\n');

describe('faults of rules', () => {
  it('are there once for each rule, and fit the source as it is', () => {
    const faults = readRuleFaults();
    expect(new Set(faults.map(({ rule }) => rule))).toEqual(specIds().rules);
    expect(faults).toHaveLength(specIds().rules.size);
    expect(faults.flatMap((each) => misfit(CORE, each) ?? [])).toEqual([]);
  });

  it('say what is replaced by what, in which files, and which test fails', () => {
    const file = 'apiserver/a.ts';
    expect(parseRuleFaults(`${FAULT}\n\n${FAULT}\n`, 'x.txt')).toHaveLength(2);
    expect(parseRuleFaults(FAULT, 'x.txt')[0]).toEqual({
      rule: 'API-13',
      says: 'the policy Orphan is passed over',
      edits: [
        { file, from: 'one\n  two', to: 'three' },
        { file, from: 'four', to: '' },
      ],
      fails: 'apiserver/b: suite [API-13] works',
    });
  });

  it.each([
    ['API-13 is passed over', /is not "# <rule>/],
    [FAULT.replace(/\n!.*/, ''), /does not end with/],
    [FAULT.replace('- one', 'one'), /none of @, - and \+: "one"/],
    ['# API-13: x\n@ a.ts\n! b: c', /changes nothing/],
    ["# API-13: x\n@ a.ts\n- 'forget'\n+ ''\n! b: c", /only takes a value away/],
    ["# API-13: x\n@ a.ts\n- { type: 'pending' }\n+ {}\n! b: c", /only takes a value away/],
    ['# API-13: x\n@ a.ts\n- [...others, wanted]\n+ []\n! b: c', /only takes a value away/],
  ])('cannot be read: %j', (text, message) => {
    expect(() => parseRuleFaults(text, 'x.txt')).toThrow(message);
  });

  it('fit where the text stands exactly once', () => {
    const edit = { file: 'a.ts', from: 'b', to: 'c' };
    expect(['abd', 'a', 'bb'].map((source) => withEdit(source, edit))).toEqual([
      'acd',
      undefined,
      undefined,
    ]);
  });

  it('name a test by its file and name, a scenario by its own', () => {
    expect(testCalled('apiserver/b: suite [API-13] a: b')).toEqual({
      file: 'test/apiserver/b.test.ts',
      name: 'suite [API-13] a: b',
    });
    expect(testCalled('scenario orphan/a').name).toBe('scenarios orphan/a.yaml');
    expect(testCalled('scenario kubelet/a')).toEqual({
      file: 'test/kubelet/scenarios.test.ts',
      name: 'kubelet scenarios a.yaml',
    });
  });
});
