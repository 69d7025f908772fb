import { type Finding, say } from '@gcscope/gc-core/wire';
import { describe, expect, it } from 'vitest';
import { joinEqual } from '../../src/pages/equal-findings.ts';
import { record } from '../support/record.ts';

let uids = 0;

function finding(name: string, more: Partial<Finding> = {}): Finding {
  return {
    ...{ id: name, rule: 'wrong-name', severity: 'error', rules: ['CL-07'] },
    object: record({ uid: `${uids++}`, kind: 'ConfigMap', name, namespace: `team-${uids}` }),
    ...{ text: say`Of ${name}.`, effect: say`It is deleted.`, when: 'restart' },
    patch: { body: '[]', command: 'kubectl', risk: say`None.` },
    ...more,
  };
}

describe('equal findings', () => {
  it('are one group from four on, at the place of the first, also if names end with numbers', () => {
    const [a, b, c, d] = ['flags', 'flags-2', 'flags-7d9f8c6b5', 'flags-3-4'].map((name) =>
      finding(name),
    );
    const other = finding('rules');
    const four = [a, other, b, c, d].flatMap((each) => each ?? []);
    expect(joinEqual(four)).toEqual([[a, b, c, d], [other]]);
    expect(joinEqual(four.slice(0, 4))).toEqual([[a], [other], [b], [c]]);
  });

  it('are found at once, also of a hostile name with a number in 80 places', () => {
    const hostile = finding(`x${'-11'.repeat(80)}.a`);
    expect(joinEqual([hostile])).toEqual([[hostile]]);
  });

  it('are of one rule, severity, kind, name and effect', () => {
    const equal = Array.from({ length: 3 }, () => finding('flags'));
    const others = [
      finding('flags', { rule: 'dangling' }),
      finding('flags', { severity: 'warning' }),
      finding('flags', { effect: say`It stays.` }),
      finding('flag'),
      finding('flags', { object: record({ uid: 's', kind: 'Secret', name: 'flags' }) }),
      finding('constructor'),
    ];
    expect(joinEqual([...equal, ...others])).toEqual([...equal, ...others].map((each) => [each]));
    const fourth = finding('flags');
    expect(joinEqual([...equal, ...others, fourth])[0]).toEqual([...equal, fourth]);
  });
});
