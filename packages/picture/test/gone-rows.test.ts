import { expect, it } from 'vitest';
import { drawView, layout, palette, readPicture, rowsOf, writeSvg } from '../src/index.ts';
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

it('draws what a collector forgot with a mark of its own, and the picture says so when it is opened again', () => {
  const records = [record({ uid: 'owner' }), record({ uid: 'other' })];
  const view = { title: 't', savedAt: '2026-11-21T09:00:00Z', forgotten: ['owner'] };
  const picture = drawView(records, view, { theme: 'light' });
  // On the card; the legend explains it.
  expect(picture).toMatch(/>forgotten</);
  expect(picture).toMatch(/forgotten: exists/);
  const { fill } = palette('light').marks.forgotten;
  expect(picture).toMatch(new RegExp(`\\.forgotten\\{fill:${fill};[^}]*stroke-dasharray:\\.1 4`));
  expect(readPicture(picture)).toMatchObject({ view });
  const damaged = picture.replace('"forgotten":["owner"]', '"forgotten":[1]');
  expect(readPicture(damaged)).toEqual({
    fault: expect.stringContaining('forgotten is not a list of uids'),
  });
});
