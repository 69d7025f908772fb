import { expect, it } from 'vitest';
import { sortRecords } from '../../../src/features/filter/sort-records.ts';
import { ownedBy, record } from '../../support/record.ts';

const owner = record({ uid: 'owner', creationTimestamp: '2026-11-21T09:00:00Z' });
const owned = record({ uid: 'owned', owners: [ownedBy(owner)] });

it.each([
  ['owner', ['owned', 'owner']],
  ['-owner', ['owned', 'owner']],
  ['age', ['owner', 'owned']],
  ['-age', ['owner', 'owned']],
] as const)('sorted by %s, an object without one comes last', (order, uids) => {
  const sorted = sortRecords([owner, owned], order);
  expect(sorted.map(({ uid }) => uid)).toEqual(uids);
});

it.each([undefined, 'name', 'namespace'] as const)(
  'sorted by %s, numbers count as such in names and namespaces',
  (order) => {
    const places = ['216', '24', '120'].map((at) => ({
      namespace: `shop-${at}`,
      name: `web-${at}`,
    }));
    const records = places.map((place) => record({ uid: place.name, ...place }));
    const sorted = sortRecords(records, order);
    expect(sorted.map(({ uid }) => uid)).toEqual(['web-24', 'web-120', 'web-216']);
  },
);
