import { expect, it } from 'vitest';
import { drawView, palette, readPicture, rowsOf } from '../src/index.ts';
import { record, reference } from './support/records.ts';
import { svgOf } from './support/svg-of.ts';

it('draws what is gone as gone, without what it waited for and what its owner’s end made of its reference', () => {
  const owner = record({ uid: 'owner', beingDeleted: true, deletingDependents: true });
  const dependent = record({
    uid: 'dependent',
    owners: [reference('owner', { blockOwnerDeletion: true })],
    summary: { verdict: 'goes', rule: 'AD-17', wrong: [{ index: 0, finding: 'dangling' }] },
  });
  const draw = (gone: readonly string[]): string => {
    const rows = rowsOf([owner, dependent], new Map(gone.map((uid) => [uid, 'gone'])));
    return svgOf(rows, { linkBase: 'http://x' });
  };
  expect(draw([])).toMatch(/waits for dependents/);
  const picture = draw(['owner', 'dependent']);
  expect(picture.match(/>gone</g)).toHaveLength(2);
  expect(picture).not.toMatch(/waits for|wrong reference/);
});

it('draws an object that is not there as the map does: a name to read, an icon without its tint, crossed once it is gone', () => {
  const pods = [record({ uid: 'here' }), record({ uid: 'past' })];
  const ghost = record({ uid: 'ghost', virtual: true });
  const svg = svgOf(rowsOf([...pods, ghost], new Map([['past', 'gone']])), {
    linkBase: 'http://x',
  });
  expect(svg).not.toContain('line-through');
  const iconOf = (uid: string): { readonly isTinted: boolean; readonly isCrossed: boolean } => {
    const [, shape] = svg.match(new RegExp(`/o/${uid}".*?href="#(k\\d+)"`)) ?? [];
    const [, icon = ''] = svg.match(new RegExp(`<g id="${shape}">(.*?)</g>`)) ?? [];
    expect(icon).toContain('<path');
    const [, box = ''] = icon.match(/(<rect[^>]*width="26"[^>]*>)/) ?? [];
    return { isTinted: !box.includes('fill="none"'), isCrossed: icon.includes('class="cross"') };
  };
  expect(iconOf('here')).toEqual({ isTinted: true, isCrossed: false });
  expect(iconOf('ghost')).toEqual({ isTinted: false, isCrossed: false });
  expect(iconOf('past')).toEqual({ isTinted: false, isCrossed: true });
});

it('draws a step of a simulation as the player does: what is gone has no line and does not count', () => {
  const owner = record({ uid: 'owner', beingDeleted: true, deletingDependents: true });
  const child = (uid: string) =>
    record({ uid, owners: [reference('owner', { blockOwnerDeletion: true })] });
  const records = [owner, child('a'), child('b'), child('c')];
  const view = { title: 't', savedAt: '2026-11-21T09:00:00Z', gone: ['a'], removed: ['b'] };
  const simulated = drawView(records, { ...view, simulated: true }, { theme: 'light' });
  // The count is that of the owner and of `c`.
  expect(simulated).toMatch(/>2 objects</);
  expect(simulated).toMatch(/>removed</);
  expect(readPicture(simulated)).toMatchObject({ view: { ...view, simulated: true } });
  // No owner waits for a gone object, whatever the picture shows; one that was in a cluster keeps its line.
  const past = drawView(records, view, { theme: 'light' });
  const waysOf = (svg: string): number =>
    [...svg.matchAll(/class="e blocking[ waited]*" d="(M\d\d[^"]*)"/g)].flatMap(
      ([, way = '']) => way.match(/M/g) ?? [],
    ).length;
  expect([waysOf(past), waysOf(simulated)]).toEqual([3, 2]);
  const onlyGone = drawView([owner, child('a')], view, { theme: 'light' });
  expect(onlyGone).not.toMatch(/class="e blocking waited/);
  const damaged = simulated.replace('"simulated":true', '"simulated":1');
  expect(readPicture(damaged)).toEqual({
    fault: expect.stringContaining('simulated is not true or false'),
  });
});

it('draws what a collector forgot with a mark of its own, and the picture says so when it is opened again', () => {
  const records = [record({ uid: 'owner' }), record({ uid: 'other' })];
  const view = { title: 't', savedAt: '2026-11-21T09:00:00Z', forgotten: ['owner'] };
  const picture = drawView(records, view, { theme: 'light' });
  // The word stands on the card; the legend explains it.
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
