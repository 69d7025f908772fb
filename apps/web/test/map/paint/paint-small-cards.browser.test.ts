import {
  CARD_HEIGHT,
  CARD_WIDTH,
  glyphOf,
  layout,
  MARKS,
  palette,
  rowsOf,
  stackSiblings,
} from '@gcscope/picture';
import { expect, it } from 'vitest';
import { paintGlyph } from '../../../src/map/paint/paint-glyph.ts';
import { paintSmallCards } from '../../../src/map/paint/paint-small-cards.ts';
import { slotMarks } from '../../../src/map/world/slot-marks.ts';
import { type Drawing, drawing } from '../../support/drawing.ts';
import { ownedBy, record } from '../../support/record.ts';

const owner = record({ uid: 'owner', kind: 'ReplicaSet', apiVersion: 'apps/v1' });
const pods = Array.from({ length: 38 }, (_, at) =>
  record({ uid: `pod-${at}`, owners: [ownedBy(owner)] }),
);

type Theme = 'light' | 'dark';

/** The stack of the Pods as a small card of this mark, and its upper left corner. */
function stackOf(
  theme: Theme,
  mark: 'calm' | 'blocked',
  zoom: number,
): Drawing & { readonly left: number; readonly top: number } {
  const rows = stackSiblings(rowsOf([owner, ...pods]));
  const placed = layout(rows);
  const slot = placed.uids.findIndex((_, at) => rows.stacks.has(at));
  const made = drawing({ zoom, pan: { x: 20, y: 20 } });
  const stacks = new Map([...rows.stacks].map(([at, stack]) => [placed.uids[at] ?? '', stack]));
  const marks = rows.marks.slice().fill(MARKS.indexOf(mark));
  paintSmallCards(
    { ...made.brush, colours: palette(theme) },
    { layout: placed, kinds: rows, marks, faces: { stacks } },
    [slot],
  );
  const left = (placed.x[slot] ?? 0) * zoom + 20 - (CARD_WIDTH * zoom) / 2;
  const top = (placed.y[slot] ?? 0) * zoom + 20 - (CARD_HEIGHT * zoom) / 2;
  return { ...made, left, top };
}

it.each([
  ['light', 'calm'],
  ['dark', 'calm'],
  ['light', 'blocked'],
  ['dark', 'blocked'],
] as const)(
  'in %s the count of a %s stack without a card stands beside its glyph, on the ground of a card',
  (theme, mark) => {
    const { written, colourAt, boxOf, brush, left, top } = stackOf(theme, mark, 0.29);
    const { fill, text } = palette(theme).marks[mark];
    expect(written.map((each) => each.text)).toEqual(['38 Pods']);
    expect(colourAt(left + CARD_WIDTH * 0.29 - 4, top + 4)).toBe(fill);
    expect(brush.context.fillStyle).toBe(text);
    const glyph = boxOf(glyphOf('v1', 'Pod').tint);
    expect(glyph?.width).toBeGreaterThanOrEqual(9);
    expect(written[0]?.x).toBeGreaterThan((glyph?.x ?? 0) + (glyph?.width ?? 0));
  },
);

it('in less room the count of a stack has the short name of its kind', () => {
  expect(stackOf('light', 'calm', 0.2).written.map(({ text }) => text)).toEqual(['38 po']);
});

it('a glyph has letters while they can be read; smaller, it has its ground alone', () => {
  const { tint, letters } = glyphOf('example.com/v1', 'Database');
  const { brush, written, boxOf } = drawing({ zoom: 1, pan: { x: 0, y: 0 } });
  const kind = { apiVersion: 'example.com/v1', kind: 'Database' };
  paintGlyph(brush, kind, 'calm', 10, 10, 11);
  expect(written).toEqual([]);
  expect(boxOf(tint)?.width).toBe(11);
  paintGlyph(brush, kind, 'calm', 10, 10, 12);
  expect(written.map(({ text }) => text)).toEqual([letters]);
});

it('a card without a body is drawn as one: of what was never seen only the outline', () => {
  const unseen = record({ uid: 'ghost', virtual: true });
  const rows = rowsOf([unseen]);
  const placed = layout(rows);
  const { brush, boxOf } = drawing({ zoom: 0.29, pan: { x: 60, y: 60 } });
  paintSmallCards(
    brush,
    { layout: placed, kinds: rows, marks: rows.marks, faces: { stacks: new Map() } },
    [0],
  );
  const { virtual } = palette('light').marks;
  expect(boxOf(virtual.fill)).toBeUndefined();
  expect(boxOf(glyphOf('v1', 'Pod').tint)).toBeUndefined();
});

it('what has a wrong reference has an outline in its colour', () => {
  const wrong = [{ index: 0, finding: 'dangling' }] as const;
  const rows = rowsOf([
    record({ uid: 'wrong', summary: { verdict: 'stays', rule: 'CL-13', wrong } }),
  ]);
  const { brush } = drawing({ zoom: 0.29, pan: { x: 60, y: 60 } });
  const cards = { layout: layout(rows), kinds: rows, marks: slotMarks(rows) };
  paintSmallCards(brush, { ...cards, faces: { stacks: new Map() } }, [0]);
  expect(brush.context.strokeStyle).toBe(palette('light').invalid);
});
