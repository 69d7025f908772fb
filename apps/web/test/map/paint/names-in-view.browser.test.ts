import { FRAME_PADDING, inflate, type Layout, layout, overlaps, rowsOf } from '@gcscope/picture';
import { expect, it, vi } from 'vitest';
import type { Brush } from '../../../src/map/paint/brush.ts';
import { paintFrameNames } from '../../../src/map/paint/paint-frame-names.ts';
import { paintGroupName } from '../../../src/map/paint/paint-group-name.ts';
import { onScreen } from '../../../src/map/view/on-screen.ts';
import { problemsOf } from '../../../src/map/world/problems.ts';
import { drawing } from '../../support/drawing.ts';
import { record } from '../../support/record.ts';
import { bigWorld } from '../../support/shop-world.ts';

/** Every part of a world as a view of 900 x 600 px sees it: some of its namespaces are cut by each edge. */
function* partsOf(placed: Layout, zoom: number): Generator<Brush['pan']> {
  const { x, y, width, height } = placed.bounds;
  for (let across = -40; across < width * zoom; across += 410) {
    for (let down = -40; down < height * zoom; down += 93) {
      yield { x: -x * zoom - across, y: -y * zoom - down };
    }
  }
}

const summary = { verdict: 'waits', rule: 'FG-02', blockedBy: 'x' } as const;

/** A world of which some namespaces are small, and have a problem. */
const MIXED = [
  ...bigWorld(2500).map(({ summary, ...each }) => ({ ...each, beingDeleted: false })),
  ...Array.from({ length: 30 }, (_, at) =>
    record({ uid: `held-${at}`, namespace: `preview-${at}`, beingDeleted: true, summary }),
  ),
];

it.each([0.03, 0.045, 0.069, 0.089, 0.13])(
  'whatever part of the map is in view, no name lies on another namespace or another name: at %d',
  (zoom) => {
    const rows = rowsOf(MIXED);
    const placed = layout(rows);
    const problems = problemsOf(placed, rows.marks);
    let seen = 0;
    for (const pan of partsOf(placed, zoom)) {
      const { brush } = drawing({ zoom, pan });
      const { names } = paintFrameNames(brush, placed, problems);
      const frames = placed.namespaces.map((frame) => onScreen(brush, frame));
      for (const [at, name] of names.entries()) {
        seen++;
        // A name above cards may lie on the edge of the next namespace, where that has no cards.
        const covered = frames.filter(
          (frame, index) =>
            index !== name.frame && overlaps(inflate(frame, -FRAME_PADDING * zoom), name),
        );
        expect([covered, names.slice(at + 1).filter((other) => overlaps(name, other))]).toEqual([
          [],
          [],
        ]);
      }
    }
    expect(seen).toBeGreaterThan(50);
  },
);

it('small namespaces have a name together only on their own ground, and none for those that the edge of the view cuts', () => {
  const rows = rowsOf(MIXED);
  const placed = layout(rows);
  const problems = problemsOf(placed, rows.marks);
  let seen = 0;
  for (const zoom of [0.03, 0.045, 0.069]) {
    for (const pan of partsOf(placed, zoom)) {
      const { brush } = drawing({ zoom, pan });
      const { group, names } = paintFrameNames(brush, placed, problems);
      for (const { box } of group) {
        expect(box.x >= 0 && box.x + box.width <= brush.width).toBe(true);
        expect(box.y >= 0 && box.y + box.height <= brush.height).toBe(true);
      }
      const plate = paintGroupName(brush, placed, group, names);
      if (!plate) continue;
      seen++;
      const own = new Set(group.map(({ frame }) => frame));
      const others = placed.namespaces.filter((_, at) => !own.has(at));
      const covered = others.filter((frame) => overlaps(onScreen(brush, frame), plate));
      expect(covered).toEqual([]);
      expect(names.filter((name) => overlaps(name, plate))).toEqual([]);
    }
  }
  expect(seen).toBeGreaterThan(2);
});

it('the names of more than a thousand namespaces are measured in the first frame only, while the map is dragged', () => {
  const world = Array.from({ length: 1400 }, (_, at) =>
    record({
      uid: `pod-${at}`,
      namespace: `team-${at % 9}-checkout.staging-europe-west-${(at * 7919) % 1400}`,
      ...(at % 4 === 0 && { beingDeleted: true, summary }),
    }),
  );
  const rows = rowsOf(world);
  const placed = layout(rows);
  const problems = problemsOf(placed, rows.marks);
  const { x, y, width, height } = placed.bounds;
  const zoom = Math.min(2300 / width, 1400 / height);
  const pan = { x: -x * zoom + 10, y: -y * zoom + 10 };
  const { brush } = drawing({ zoom, pan }, 2400, 1500);
  const measured = vi.spyOn(brush.context, 'measureText');
  const { names } = paintFrameNames(brush, placed, problems);
  expect(names.length).toBeGreaterThan(1000);
  expect(measured.mock.calls.length).toBeGreaterThan(1000);
  measured.mockClear();
  paintFrameNames({ ...brush, pan: { x: pan.x + 5, y: pan.y + 3 } }, placed, problems);
  expect(measured).not.toHaveBeenCalled();
});
