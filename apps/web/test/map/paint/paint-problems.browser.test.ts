import { layout, overlaps, rowsOf } from '@gcscope/picture';
import { expect, it } from 'vitest';
import { paintFrameNames } from '../../../src/map/paint/paint-frame-names.ts';
import { footprint, paintProblems } from '../../../src/map/paint/paint-problems.ts';
import { markSize, problemsOf } from '../../../src/map/world/problems.ts';
import { drawing } from '../../support/drawing.ts';
import { record } from '../../support/record.ts';

it('a mark that stands for several objects says how many', () => {
  const summary = { verdict: 'waits', rule: 'FG-02', blockedBy: 'x' } as const;
  const rows = rowsOf([1, 2, 3].map((at) => record({ uid: `${at}`, beingDeleted: true, summary })));
  const placed = layout(rows);
  const problems = problemsOf(placed, rows.marks);
  const painted = (zoom: number): ReturnType<typeof drawing> & { readonly counts: number[] } => {
    const made = drawing({ zoom, pan: { x: 50, y: 50 } });
    const marks = paintProblems(made.brush, placed, problems, [], () => false);
    return { ...made, counts: marks.map(({ count }) => count) };
  };
  const afar = painted(0.001);
  expect(afar.counts).toEqual([3]);
  expect(afar.written.map(({ text }) => text)).toEqual(['3']);
  const near = painted(0.21);
  expect(near.counts).toEqual([1, 1, 1]);
  expect(near.written).toEqual([]);
});

it.each([0.004, 0.01, 0.02, 0.03, 0.05])(
  'from afar no mark and no number lies on another one, and each problem is counted: at %d',
  (zoom) => {
    const summary = { verdict: 'waits', rule: 'FG-02', blockedBy: 'x' } as const;
    const records = Array.from({ length: 900 }, (_, at) =>
      record({
        uid: `${at}`,
        // Some namespaces have one object, others dozens.
        namespace: `n${Math.floor(Math.sqrt(at * 9))}`,
        ...(at % 3 > 0 && { beingDeleted: true, summary }),
      }),
    );
    const rows = rowsOf(records);
    const placed = layout(rows);
    const { x, y, width, height } = placed.bounds;
    const pan = { x: 20 - x * zoom, y: 20 - y * zoom };
    const size = [width * zoom + 40, height * zoom + 40].map(Math.ceil) as [number, number];
    const { brush } = drawing({ zoom, pan }, ...size);
    const problems = problemsOf(placed, rows.marks);
    const { names } = paintFrameNames(brush, placed, problems);
    const marks = paintProblems(brush, placed, problems, names, () => false);
    for (const [at, mark] of marks.entries()) {
      const box = footprint(brush, mark);
      const others = marks.slice(at + 1).map((other) => footprint(brush, other));
      expect(others.filter((other) => overlaps(other, box))).toEqual([]);
    }
    expect(marks.reduce((sum, { count }) => sum + count, 0)).toBe(600);
    // A small namespace has one mark.
    const isSmall = ({ slot }: { readonly slot: number }): boolean =>
      (placed.namespaces[placed.frames[slot] ?? -1]?.height ?? 0) * zoom < 36;
    const inSmall = marks.filter(isSmall).map(({ slot }) => placed.frames[slot]);
    expect(new Set(inSmall).size).toBe(inSmall.length);
  },
);

it('a mark stands a little beside the name of its namespace where there is room, and never on it', () => {
  const summary = { verdict: 'waits', rule: 'FG-02', blockedBy: 'x' } as const;
  const rows = rowsOf([record({ uid: 'stuck', beingDeleted: true, summary })]);
  const placed = layout(rows);
  const frame = placed.namespaces[0] ?? { x: 0, y: 0, width: 0, height: 0 };
  const zoom = 0.19;
  const { brush } = drawing({ zoom, pan: { x: -frame.x * zoom, y: -frame.y * zoom } });
  const problems = problemsOf(placed, rows.marks);
  const size = markSize(zoom);
  const [x, y] = [(placed.x[0] ?? 0) - frame.x, (placed.y[0] ?? 0) - frame.y].map(
    (at) => at * zoom,
  );
  /** How far the mark is to the right of a name which so much of it would cover. */
  const gapTo = (covered: number): number => {
    const right = (x ?? 0) - size.width / 2 + covered;
    const name = { frame: 0, x: 0, y: 0, width: right, height: (frame.height - 1) * zoom };
    const [mark] = paintProblems(brush, placed, problems, [name], () => false);
    expect(mark?.y).toBeCloseTo(y ?? 0);
    return (mark?.x ?? 0) - size.width / 2 - right;
  };
  expect(gapTo(1)).toBeCloseTo(2);
  expect(gapTo(-1)).toBeCloseTo(2);
  expect(gapTo(-3)).toBeCloseTo(3);
});
