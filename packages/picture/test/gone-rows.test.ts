import { expect, it } from 'vitest';
import { layout, rowsOf, writeSvg } from '../src/index.ts';
import { record, reference } from './support/records.ts';

it('draws what is gone as gone, without what it waited for and what its owner’s end made of its reference', () => {
  const owner = record({ uid: 'owner', beingDeleted: true, deletingDependents: true });
  const dependent = record({
    uid: 'dependent',
    owners: [reference('owner', { blockOwnerDeletion: true })],
    summary: { verdict: 'goes', rule: 'AD-17', wrong: [{ index: 0, fault: 'dangling' }] },
  });
  const draw = (gone: ReadonlySet<string>): string => {
    const rows = rowsOf([owner, dependent], gone);
    return writeSvg(rows, layout(rows), { theme: 'light', title: 't', linkBase: 'http://x' });
  };
  expect(draw(new Set())).toMatch(/waits for dependents/);
  const picture = draw(new Set(['owner', 'dependent']));
  expect(picture.match(/>gone</g)).toHaveLength(2);
  expect(picture).not.toMatch(/waits for|wrong reference/);
});
