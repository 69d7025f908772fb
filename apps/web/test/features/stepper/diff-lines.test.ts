import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DiffLine, diffLines } from '../../../src/features/stepper/diff-lines.ts';

const lines = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 9 });

function side(diff: readonly DiffLine[], other: DiffLine['type']): string[] {
  return diff.filter(({ type }) => type !== other).map(({ text }) => text);
}

function marked(before: string, after: string): string {
  return diffLines(before.split(' '), after.split(' '))
    .map(({ type, text }) => `${{ same: '', removed: '-', added: '+' }[type]}${text}`)
    .join(' ');
}

/** The length of the longest common subsequence, the slow way. */
function common(a: readonly string[], b: readonly string[]): number {
  const [first, ...rest] = a;
  if (first === undefined) return 0;
  const at = b.indexOf(first);
  const without = common(rest, b);
  return at < 0 ? without : Math.max(without, 1 + common(rest, b.slice(at + 1)));
}

describe('diffLines', () => {
  it('holds both sides whole and in order', () => {
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        const diff = diffLines(before, after);
        expect(side(diff, 'added')).toEqual(before);
        expect(side(diff, 'removed')).toEqual(after);
      }),
    );
  });

  it('marks as few lines as possible', () => {
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        const same = diffLines(before, after).filter(({ type }) => type === 'same');
        expect(same).toHaveLength(common(before, after));
      }),
    );
  });

  it('marks an entry of a list from its first line on', () => {
    expect(marked('owners: - Deployment web - Deployment api', 'owners: - Deployment api')).toBe(
      'owners: -- -Deployment -web - Deployment api',
    );
    expect(marked('- x 1', '- x 1 - x 2')).toBe('- x 1 +- +x +2');
  });

  it('says of an enormous object that all of it changed', () => {
    const before = Array.from({ length: 2000 }, (_, at) => `b${at}`);
    const after = Array.from({ length: 2000 }, (_, at) => `a${at}`);
    expect(diffLines(before, after)).toHaveLength(4000);
  });
});
