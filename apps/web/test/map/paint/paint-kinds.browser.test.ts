import type { NodeRecord } from '@gcscope/gc-core/wire';
import { type Box, CARD_WIDTH, GAP_X, layout, rowsOf, slotOf } from '@gcscope/picture';
import { beforeAll, expect, it } from 'vitest';
import { loadFonts } from '../../../src/map/paint/brush.ts';
import { type KindsScene, paintKinds } from '../../../src/map/paint/paint-kinds.ts';
import { type Drawing, drawing } from '../../support/drawing.ts';
import { ownedBy, record } from '../../support/record.ts';

beforeAll(loadFonts);

const SET = record({ uid: 'set', kind: 'StatefulSet' });
const RECORDS: readonly NodeRecord[] = [
  SET,
  record({ uid: 'claim', kind: 'PersistentVolumeClaim', owners: [ownedBy(SET)] }),
  record({ uid: 'pod', owners: [ownedBy(SET)] }),
  record({ uid: 'slice', kind: 'EndpointSlice' }),
];

function painted(zoom: number, change: Partial<KindsScene> = {}, records = RECORDS): Drawing {
  const rows = rowsOf(records);
  const placed = layout(rows);
  const pan = { x: 20 - placed.bounds.x * zoom, y: 20 - placed.bounds.y * zoom };
  const made = drawing({ zoom, pan });
  const byUid = new Map(records.map((each) => [each.uid, each]));
  const scene = { cards: byUid.keys(), named: new Map(), routes: [], taken: [], ...change };
  const objects = { layout: placed, records: byUid, marks: rows.marks, stacks: new Map() };
  paintKinds(made.brush, objects, scene);
  return made;
}

const kindsIn = ({ written }: Drawing): readonly string[] => written.map(({ text }) => text).sort();

it('while cards have one line, each has its kind below it, or a short name of it', () => {
  expect(kindsIn(painted(0.36))).toEqual(['EndpointSlice', 'Pod', 'pvc', 'sts']);
  for (const zoom of [0.29, 0.62]) expect(kindsIn(painted(zoom))).toEqual([]);
});

it('a kind that stands beside the name is not written again', () => {
  const slot = slotOf(layout(rowsOf(RECORDS)), 'slice') ?? -1;
  const name = { x: 0, y: 0, width: 1, height: 1 };
  expect(kindsIn(painted(0.36, { named: new Map([[slot, { ...name, hasKind: true }]]) }))).toEqual([
    'Pod',
    'pvc',
    'sts',
  ]);
  const without = new Map([[slot, { ...name, hasKind: false }]]);
  expect(kindsIn(painted(0.36, { named: without }))).toContain('EndpointSlice');
});

it('where a reason stands, or belongs, there is no kind', () => {
  const everywhere: Box = { x: 0, y: 0, width: 900, height: 600 };
  expect(kindsIn(painted(0.36, { taken: [everywhere] }))).toEqual([]);
  const blocked = { verdict: 'waits', rule: 'API-35', blockedBy: 'finalizer x' } as const;
  const records = RECORDS.map((each) =>
    each.uid === 'slice' ? { ...each, beingDeleted: true, summary: blocked } : each,
  );
  expect(kindsIn(painted(0.36, {}, records))).toEqual(['Pod', 'pvc', 'sts']);
});

it('a kind keeps off the wide name of another card, on the side where its own card is', () => {
  const placed = layout(rowsOf(RECORDS));
  const zoom = 0.36;
  const slot = slotOf(placed, 'slice') ?? -1;
  const middle = ((placed.x[slot] ?? 0) - placed.bounds.x) * zoom + 20;
  const below = ((placed.y[slot] ?? 0) - placed.bounds.y + 22) * zoom + 20;
  const place = (x: number): readonly { readonly text: string; readonly x: number }[] => {
    const plate = { x, y: below + 2, width: 300, height: 16, hasKind: true };
    return painted(zoom, { named: new Map([[-1, plate]]) }).written.filter(({ text }) => {
      return text === 'EndpointSlice' || text === 'endpointslice';
    });
  };
  const [alone] = painted(zoom).written.filter(({ text }) => text === 'EndpointSlice');
  expect(place(middle + 10)).toEqual([]);
  expect(place(middle - 310)).toEqual([]);
  expect(place(middle + 38)[0]?.x).toBeLessThan(alone?.x ?? 0);
});

it('no line of a reference runs through a kind', () => {
  const placed = layout(rowsOf(RECORDS));
  const slot = slotOf(placed, 'slice') ?? -1;
  const [x, y] = [placed.x[slot] ?? 0, (placed.y[slot] ?? 0) + 32];
  const route = { points: [x - 300, y, x + 300, y] };
  expect(kindsIn(painted(0.36, { routes: [route] }))).not.toContain('EndpointSlice');
});

it('a line in the gap beside a card leaves the card its kind', () => {
  const placed = layout(rowsOf(RECORDS));
  const slot = slotOf(placed, 'claim') ?? -1;
  const [x, y] = [placed.x[slot] ?? 0, (placed.y[slot] ?? 0) + 22];
  const down = (from: number): KindsScene['routes'] => [{ points: [from, y, from, y + 90] }];
  const gap = (CARD_WIDTH + GAP_X) / 2;
  for (const side of [-gap, gap]) {
    expect(kindsIn(painted(0.52, { routes: down(x + side) }))).toContain('pvc');
  }
  expect(kindsIn(painted(0.52, { routes: down(x) }))).not.toContain('pvc');
});
