import { type Layout, layout, type Rows, rowsOf } from '@gcscope/picture';
import { expect, it } from 'vitest';
import type { FrameName } from '../../../src/map/paint/frame-name.ts';
import { paintFrameNames } from '../../../src/map/paint/paint-frame-names.ts';
import { paintProblems } from '../../../src/map/paint/paint-problems.ts';
import { isStacked, type PaintedMark } from '../../../src/map/paint/painted-mark.ts';
import { type MapProblems, problemsOf } from '../../../src/map/world/problems.ts';
import { drawing } from '../../support/drawing.ts';
import { record } from '../../support/record.ts';

const BLOCKED = { verdict: 'waits', rule: 'FG-02', blockedBy: 'x' } as const;
const LOST = {
  verdict: 'goes',
  rule: 'CL-13',
  wrong: [{ index: 0, finding: 'dangling' }],
} as const;

interface Overview {
  readonly problems: MapProblems;
  readonly names: readonly FrameName[];
  readonly marks: readonly PaintedMark[];
}

function overview(
  rows: Rows,
  placed: Layout,
  zoom: number,
  [width, height]: readonly [number, number],
): Overview {
  const { x, y } = placed.bounds;
  const { brush } = drawing({ zoom, pan: { x: 16 - x * zoom, y: 16 - y * zoom } }, width, height);
  const problems = problemsOf(placed, rows.marks);
  const { names } = paintFrameNames(brush, placed, problems);
  const marks = paintProblems(brush, placed, problems, names, () => false);
  return { problems, names, marks };
}

it('a name leaves room for the number beside the mark', () => {
  const zoom = 0.05;
  const rows = rowsOf(
    Array.from({ length: 4 }, (_, at) =>
      record({ uid: `u${at}`, namespace: 'shop-165', beingDeleted: true, summary: BLOCKED }),
    ),
  );
  const made = layout(rows);
  const heights = new Set<number>();
  for (let width = 70; width < 130; width += 2) {
    const room = { width: width / zoom, height: 18 / zoom };
    const namespaces = made.namespaces.map((frame) => ({ ...frame, ...room }));
    const { names, marks } = overview(rows, { ...made, namespaces }, zoom, [200, 100]);
    expect(marks.map(({ count, isBeside }) => [width, count, isBeside])).toEqual([
      [width, 4, true],
    ]);
    expect(names).toHaveLength(1);
    for (const { height } of names) heights.add(height);
  }
  // Names have the smallest letters where they have to.
  expect(heights.size).toBe(2);
});

it.each([
  [1.7, 1208, 780],
  [1.7, 1048, 680],
  [0.7, 390, 647],
])(
  'among a thousand namespaces all with something blocked have their names: aspect %f, %i x %i px',
  (aspect, width, height) => {
    const records = Array.from({ length: 1500 }, (_, at) => {
      const isBlocked = at % 38 === 0;
      const namespace = isBlocked ? `preview-417-${100 + at / 38}` : `shop-${at}`;
      return Array.from({ length: 8 }, (_, object) => {
        const one = { uid: `${at}-${object}`, namespace };
        if (object > at % 4) return record(one);
        if (isBlocked) return record({ ...one, beingDeleted: true, summary: BLOCKED });
        return record(at % 5 === 0 ? { ...one, summary: LOST } : one);
      });
    }).flat();
    const rows = rowsOf(records);
    const placed = layout(rows, undefined, aspect);
    const { bounds } = placed;
    // The zoom that leaves the page's margins around the world.
    const zoom = Math.min((width - 32) / bounds.width, (height - 88) / bounds.height);
    const { names, marks, problems } = overview(rows, placed, zoom, [width, height]);
    const named = new Set(names.map(({ frame }) => frame));
    const nameless = problems.namespaces.filter(
      ({ problems: [worst] }, frame) => worst?.[0] === 'blocked' && !named.has(frame),
    );
    expect(nameless.map(({ label }) => label)).toEqual([]);
    expect(marks.filter((mark) => mark.state === 'blocked' && isStacked(mark))).toEqual([]);
  },
);
