import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Groups } from '../src/groups.ts';

/** Few numbers, so that many rows are alike, and the smallest and largest that there are. */
const number = fc.constantFrom(-1, 0, 1, 2, 0x7fffffff, -0x80000000);

it('groups rows by their numbers as a map of their text would', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(number, number, number), { maxLength: 200 }),
      fc.integer({ min: 1, max: 4 }),
      (rows, least) => {
        const expected = new Map<string, number[]>();
        const groups = new Groups(rows.length);
        for (const [row, [a, b, c]] of rows.entries()) {
          const key = `${a} ${b} ${c}`;
          expected.set(key, [...(expected.get(key) ?? []), row]);
          groups.add(row, groups.firstLike(row, a, b, c));
        }
        const large = [...expected.values()].filter(({ length }) => length >= least);
        expect(groups.of(least)).toEqual(large);
      },
    ),
  );
});

it('a row that is not added is in no group', () => {
  const groups = new Groups(3);
  groups.add(0, 0);
  groups.add(2, 0);
  expect(groups.of(1)).toEqual([[0, 2]]);
});
