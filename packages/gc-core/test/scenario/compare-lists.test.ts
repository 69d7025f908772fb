import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareLists } from '../../src/scenario/compare-lists.ts';

describe('the difference of two lists', () => {
  it('lines stand in the order of both lists, so that one in the wrong place is seen', () => {
    const at = (name: string): string => `get v1/pods a/${name}`;
    expect(
      compareLists(
        'requests',
        ['b', 'c', 'd', 'x', 'e'].map(at),
        ['a', 'c', 'b', 'd', 'e'].map(at),
      ),
    ).toEqual([
      '  requests:',
      ...['- get v1/pods a/b', '+ get v1/pods a/a', '  get v1/pods a/c', '+ get v1/pods a/b'],
      ...['  get v1/pods a/d', '- get v1/pods a/x', '  get v1/pods a/e'],
    ]);
  });

  it('every difference leads from one list to the other', () => {
    const lines = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 12 });
    fc.assert(
      fc.property(lines, lines, (wanted, found) => {
        const diff = compareLists('key', wanted, found).slice(1);
        const side = (mark: string): string[] =>
          diff.filter((line) => !line.startsWith(mark)).map((line) => line.slice(2));
        if (wanted.join() === found.join()) expect(diff).toEqual([]);
        else expect([side('+'), side('-')]).toEqual([wanted, found]);
      }),
    );
  });

  it('lists too long to be compared are both shown', () => {
    const numbers = (from: number): string[] =>
      Array.from({ length: 2001 }, (_, i) => `${from + i}`);
    const diff = compareLists('key', ['same', ...numbers(0)], ['same', ...numbers(1)]);
    expect(diff.slice(0, 3)).toEqual(['  key:', '  same', '- 0']);
    expect(diff.filter((line) => line.startsWith('+'))).toEqual(
      numbers(1).map((each) => `+ ${each}`),
    );
  });
});
