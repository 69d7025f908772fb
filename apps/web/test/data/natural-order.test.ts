import { expect, it } from 'vitest';
import { compareNames } from '../../src/data/natural-order.ts';

it('sorts names by the numbers in them, as a collator does', () => {
  const sorted = [
    ...['', '24', '120', 'shop', 'shop-9', 'shop-10', 'shop-10-a', 'shop-10a', 'shop-10a1'],
    ...['shop-24', 'shop-120', 'shop-a', 'shop-a9b', 'shop-a9b2', 'shop-a9b10', 'shop-a10b1'],
    ...['shop9', 'shop10', 'web.1', 'web1'],
  ];
  expect(sorted.toReversed().sort(compareNames)).toEqual(sorted);
  expect(sorted.toSorted(new Intl.Collator('en', { numeric: true }).compare)).toEqual(sorted);
});

it('is an order of all names: of any three, the first is not behind the last', () => {
  const parts = ['', '0', '1', '09', 'a', 'B', '_', '-'];
  const names = parts.flatMap((first) => parts.map((last) => first + last));
  const behind = (name: string): readonly string[] =>
    names.filter((each) => compareNames(name, each) <= 0);
  const wrong = names.flatMap((a) =>
    behind(a).flatMap((b) =>
      behind(b)
        .filter((c) => compareNames(a, c) > 0)
        .map((c) => [a, b, c]),
    ),
  );
  expect(wrong).toEqual([]);
});
