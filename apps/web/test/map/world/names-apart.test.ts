import { expect, it } from 'vitest';
import { namesApart } from '../../../src/map/world/names-apart.ts';

const TEAMS = ['payments', 'preview-417', 'shop', 'monitoring', 'operators'];
const NAMES = [
  'shop',
  'eu-shop',
  'default',
  ...TEAMS.flatMap((team) => Array.from({ length: 120 }, (_, at) => `${team}-eu-beta-${at}`)),
];

it('knows with how many last letters a name is told from those that begin alike', () => {
  const apart = namesApart(NAMES);
  for (const name of NAMES) {
    for (const first of [0, 1, 2, 3]) {
      const alike = NAMES.filter((other) => other.startsWith(name.slice(0, first)));
      const least = Array.from({ length: name.length }, (_, at) => at + 1).find(
        (letters) => alike.filter((other) => other.endsWith(name.slice(-letters))).length === 1,
      );
      expect([name, first, apart.endOf(name, first)]).toEqual([
        name,
        first,
        least ?? name.length + 1,
      ]);
    }
  }
});

it('tells no name that is there twice, and none that is not there', () => {
  const apart = namesApart(['shop', 'cluster-scoped', 'cluster-scoped']);
  expect(apart.endOf('shop', 0)).toBe(1);
  expect(apart.endOf('cluster-scoped', 0)).toBeGreaterThan('cluster-scoped'.length);
  expect(apart.endOf('other', 0)).toBeGreaterThan('other'.length);
});

it('sorts names again only where there are others', () => {
  const apart = namesApart(['a-1', 'b-1']);
  expect(namesApart(['a-1', 'b-1'])).toBe(apart);
  expect(apart.endOf('a-1', 0)).toBe(3);
  expect(namesApart(['a-1', 'b-2']).endOf('a-1', 0)).toBe(1);
});
