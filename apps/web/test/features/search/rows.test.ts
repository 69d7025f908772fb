import { expect, it } from 'vitest';
import { findObjects } from '../../../src/features/search/find-objects.ts';
import { within } from '../../../src/features/search/rows.ts';
import { record } from '../../support/record.ts';

it('of objects with one name, one that was never seen comes last', () => {
  const there = record({ uid: 'there', name: 'checkout' });
  const never = record({ uid: 'never', name: 'checkout', virtual: true });
  for (const objects of [
    [there, never],
    [never, there],
  ]) {
    const found = findObjects(objects, 'check', 9, within({}));
    expect(found.objects.map(({ uid }) => uid)).toEqual(['there', 'never']);
  }
});
