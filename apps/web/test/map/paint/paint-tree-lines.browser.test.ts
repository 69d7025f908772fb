import type { NodeRecord } from '@gcscope/gc-core/wire';
import { BUS, layout, palette, rowsOf, slotOf } from '@gcscope/picture';
import { expect, it } from 'vitest';
import { treeWay } from '../../../src/map/elements/edge-route.ts';
import { paintTreeLines } from '../../../src/map/paint/paint-tree-lines.ts';
import { type Drawing, drawing } from '../../support/drawing.ts';
import { ownedBy, record } from '../../support/record.ts';

const PAN = { x: 100, y: 100 };
const set = record({ uid: 'set', kind: 'ReplicaSet' });

interface Lines extends Drawing {
  /** Share of the way of an object that is drawn, from 0 to 1. */
  readonly drawnOf: (uid: string) => number;
}

/** The lines of these objects. */
function linesOf(
  records: readonly NodeRecord[],
  zoom: number,
  edges = rowsOf(records).edges,
): Lines {
  const placed = layout(rowsOf(records));
  const made = drawing({ zoom, pan: PAN });
  const slots = records.map((_, slot) => slot);
  paintTreeLines(made.brush, { layout: placed, edges }, slots);
  const isInk = (x: number, y: number): boolean => {
    const at = [Math.round(x * zoom + PAN.x) - 1, Math.round(y * zoom + PAN.y) - 1] as const;
    return made.brush.context.getImageData(...at, 3, 3).data.some((value) => value > 0);
  };
  const drawnOf = (uid: string): number => {
    const slot = slotOf(placed, uid) ?? -1;
    const way = treeWay(placed, slot, placed.parents[slot] ?? -1) ?? [];
    const points = way.slice(1).flatMap((end, at) => {
      const start = way[at] ?? end;
      return [0, 0.25, 0.5, 0.75, 1].map((part) =>
        isInk(start.x + part * (end.x - start.x), start.y + part * (end.y - start.y)),
      );
    });
    return points.filter(Boolean).length / Math.max(1, points.length);
  };
  return { ...made, drawnOf };
}

it.each([0.12, 0.2, 0.29])(
  'objects without cards have their lines, in the ways of those between cards: at %d',
  (zoom) => {
    const below = ['a', 'b', 'c'].map((uid) => record({ uid, owners: [ownedBy(set)] }));
    // More of one kind stand in a grid, and their lines run beside its columns.
    const many = Array.from({ length: 30 }, (_, at) =>
      record({ uid: `many-${at}`, kind: 'Secret', owners: [ownedBy(set)] }),
    );
    const { drawnOf } = linesOf([set, ...below, ...many, record({ uid: 'alone' })], zoom);
    const drawn = [...below, ...many].map(({ uid }) => drawnOf(uid));
    expect(Math.min(...drawn)).toBe(1);
    expect(drawnOf('alone')).toBe(0);
  },
);

it('a reference that does not hold has its line in the colour of wrong ones, above all others', () => {
  const wrong = [{ index: 0, finding: 'wrong-name' }] as const;
  const bad = record({
    uid: 'bad',
    owners: [ownedBy(set)],
    summary: { verdict: 'stays', rule: 'CL-13', wrong },
  });
  const { boxOf } = linesOf([set, bad, record({ uid: 'good', owners: [ownedBy(set)] })], 0.2);
  expect(boxOf(palette('light').invalid)?.height).toBeGreaterThanOrEqual(BUS * 0.2);
});

it('what a foreground deletion waits for has its line in amber', () => {
  const foreground = { beingDeleted: true, deletingDependents: true };
  const owner = { ...set, ...foreground, finalizers: ['foregroundDeletion'] };
  const { drawnOf, brush } = linesOf([owner, record({ uid: 'held', owners: [ownedBy(set)] })], 0.2);
  expect(drawnOf('held')).toBeGreaterThan(0.5);
  expect(brush.context.strokeStyle).toBe(palette('light').amber);
});

it('what has no reference any more has no line', () => {
  const below = record({ uid: 'below', owners: [ownedBy(set)] });
  const { drawnOf } = linesOf([set, below], 0.2, rowsOf([set, { ...below, owners: [] }]).edges);
  expect(drawnOf('below')).toBe(0);
});
