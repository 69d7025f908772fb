import type { NodeRecord } from '@gcscope/gc-core/wire';
import { type Layout, layout, palette, rowsOf } from '@gcscope/picture';
import { afterEach, expect, it, vi } from 'vitest';
import type { Brush } from '../../../src/map/paint/brush.ts';
import { FarView } from '../../../src/map/paint/far-view.ts';
import { record } from '../../support/record.ts';
import { bigWorld } from '../../support/shop-world.ts';

const SIZE = { width: 900, height: 600 };
const colours = palette('light');

interface World {
  readonly placed: Layout;
  readonly marks: Uint8Array;
}

function worldOf(records: readonly NodeRecord[], before?: World): World {
  const rows = rowsOf(records);
  return { placed: layout(rows, before?.placed), marks: rows.marks };
}

/** All px of a view of the whole world. */
function pixels(view: FarView, { placed, marks }: World): Uint32Array {
  const canvas = document.createElement('canvas');
  canvas.width = SIZE.width;
  canvas.height = SIZE.height;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('The browser gives no canvas to draw on.');
  const { x, y, width, height } = placed.bounds;
  const zoom = Math.min(SIZE.width / width, SIZE.height / height);
  const brush: Brush = { context, colours, zoom, pan: { x: -x * zoom, y: -y * zoom }, ...SIZE };
  expect(view.paint(brush, placed, marks)).toBe(true);
  return new Uint32Array(context.getImageData(0, 0, SIZE.width, SIZE.height).data.buffer);
}

/** Number of px that differ. */
function differing(one: Uint32Array, other: Uint32Array): number {
  return one.reduce((sum, pixel, at) => (pixel === other[at] ? sum : sum + 1), 0);
}

afterEach(() => void vi.restoreAllMocks());

it('of a world that changes draws what has changed, px by px as if all were drawn', () => {
  const records = bigWorld(4000);
  const first = worldOf(records);
  const stuck = { verdict: 'waits', rule: 'API-35', blockedBy: 'x' } as const;
  // Some objects go, some get a problem.
  const changed = records
    .filter((_, at) => at % 211 !== 3)
    .map((each, at) => (at % 307 === 5 ? { ...each, beingDeleted: true, summary: stuck } : each));
  const second = worldOf(changed, first);
  expect(second.placed.bounds).toEqual(first.placed.bounds);
  const view = new FarView();
  const before = pixels(view, first);
  const filled = vi.spyOn(CanvasRenderingContext2D.prototype, 'fillRect');
  const after = pixels(view, second);
  expect(filled.mock.calls.length).toBeLessThan(2000);
  expect(filled.mock.calls.length).toBeGreaterThan(20);
  expect(differing(after, before)).toBeGreaterThan(0);
  expect(differing(after, pixels(new FarView(), second))).toBe(0);
  // And back again, from what is known of the picture by then.
  expect(differing(pixels(view, first), before)).toBe(0);
});

it('draws nothing anew where only names have come', () => {
  const world = worldOf(bigWorld(4000));
  const view = new FarView();
  const before = pixels(view, world);
  const filled = vi.spyOn(CanvasRenderingContext2D.prototype, 'fillRect');
  const after = pixels(view, { ...world, placed: { ...world.placed } });
  expect(differing(after, before)).toBe(0);
  expect(filled).not.toHaveBeenCalled();
});

it('draws a world of another size anew', () => {
  const records = bigWorld(4000);
  const view = new FarView();
  pixels(view, worldOf(records));
  const larger = worldOf([...records, record({ uid: 'far', namespace: 'zz-new' })]);
  expect(differing(pixels(view, larger), pixels(new FarView(), larger))).toBe(0);
});
