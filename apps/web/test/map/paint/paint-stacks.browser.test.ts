import {
  CARD_HEIGHT,
  CARD_WIDTH,
  layout,
  MARKS,
  palette,
  rowsOf,
  stackSiblings,
} from '@gcscope/picture';
import { expect, it } from 'vitest';
import { paintCounts } from '../../../src/map/paint/paint-stacks.ts';
import { drawing } from '../../support/drawing.ts';
import { ownedBy, record } from '../../support/record.ts';

const owner = record({ uid: 'owner', kind: 'ReplicaSet' });
const pods = Array.from({ length: 38 }, (_, at) =>
  record({ uid: `pod-${at}`, owners: [ownedBy(owner)] }),
);

it.each([
  ['light', 'calm'],
  ['dark', 'calm'],
  ['light', 'blocked'],
  ['dark', 'blocked'],
] as const)(
  'in %s the count on the rectangle of a %s stack stands on the ground of its card, in the colour of its text',
  (theme, mark) => {
    const rows = stackSiblings(rowsOf([owner, ...pods]));
    const placed = layout(rows);
    const slot = placed.uids.findIndex((_, at) => rows.stacks.has(at));
    const zoom = 0.3;
    const { brush, written, colourAt } = drawing({ zoom, pan: { x: 20, y: 20 } });
    const look = { ...brush, colours: palette(theme) };
    const stacks = new Map([...rows.stacks].map(([at, stack]) => [placed.uids[at] ?? '', stack]));
    paintCounts(look, placed, rows.marks.slice().fill(MARKS.indexOf(mark)), stacks, [slot]);
    expect(written.map(({ text }) => text)).toEqual(['38']);
    const left = (placed.x[slot] ?? 0) * zoom + 20 - (CARD_WIDTH * zoom) / 2;
    const top = (placed.y[slot] ?? 0) * zoom + 20 - (CARD_HEIGHT * zoom) / 2;
    const { fill, text } = palette(theme).marks[mark];
    expect(colourAt(left + 5, top + 5)).toBe(fill);
    expect(look.context.fillStyle).toBe(text);
  },
);
