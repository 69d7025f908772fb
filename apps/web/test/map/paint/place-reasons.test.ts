import { type Box, layout, overlaps, rowsOf, slotOf } from '@gcscope/picture';
import { expect, it } from 'vitest';
import { type PlacedReason, placeReasons } from '../../../src/map/paint/place-reasons.ts';
import { problemsOf } from '../../../src/map/world/problems.ts';
import { ViewIndex } from '../../../src/map/world/view-index.ts';
import { ownedBy, record } from '../../support/record.ts';

const ZOOM = 0.4;
const blocked = { verdict: 'waits', rule: 'API-35', blockedBy: 'finalizer e.com/hold' } as const;

/** Blocked objects side by side whose reasons, of one word, leave so much between them, CSS px; a shorter word says less. */
function besideEachOther(gap: number): readonly PlacedReason[] {
  const owner = record({ uid: 'owner' });
  const held = { owners: [ownedBy(owner)], beingDeleted: true, summary: blocked };
  const rows = rowsOf([owner, ...['a', 'b', 'c'].map((uid) => record({ uid, ...held }))]);
  const placed = layout(rows);
  const [a = 0, b = 0] = ['a', 'b'].map((uid) => placed.x[slotOf(placed, uid) ?? -1]);
  const { marks } = problemsOf(placed, rows.marks);
  const scene = {
    layout: placed,
    index: new ViewIndex(placed),
    routes: [],
    names: [],
    withReasons: new Set(marks.map(({ slot }) => slot)),
    zoom: ZOOM,
    pan: { x: 0, y: 0 },
    width: 2000,
    widthOf: (text: string) => (text === 'long' ? Math.abs(b - a) * ZOOM - gap : 12),
    lineHeight: 11,
  };
  const asked = marks.map((mark) => ({ mark, words: ['long', 'short'], ways: [] }));
  return placeReasons(scene, asked);
}

it('reasons beside each other do not read as one sentence', () => {
  const placed = besideEachOther(6);
  expect(placed).toHaveLength(3);
  const boxes: readonly Box[] = placed.map(({ place }) => place);
  for (const [at, box] of boxes.entries()) {
    const around = { ...box, x: box.x - 9, width: box.width + 18 };
    expect(boxes.filter((each, other) => other !== at && overlaps(each, around))).toEqual([]);
  }
});

it('reasons with room between them are all said in full', () => {
  expect(besideEachOther(11).map(({ reason }) => reason)).toEqual(['long', 'long', 'long']);
});
