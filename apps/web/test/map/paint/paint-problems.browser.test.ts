import type { NodeRecord } from '@gcscope/gc-core/wire';
import { inflate, layout, overlaps, palette, rowsOf } from '@gcscope/picture';
import { expect, it } from 'vitest';
import { TINY } from '../../../src/map/paint/name-lines.ts';
import { paintFrameNames } from '../../../src/map/paint/paint-frame-names.ts';
import { paintProblems } from '../../../src/map/paint/paint-problems.ts';
import {
  footprint,
  isStacked,
  numberBox,
  type PaintedMark,
} from '../../../src/map/paint/painted-mark.ts';
import { markSize, problemsOf } from '../../../src/map/world/problems.ts';
import { drawing } from '../../support/drawing.ts';
import { record } from '../../support/record.ts';

it('a mark that stands for several objects says how many, in no smaller letters than names', () => {
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
  expect(Number.parseFloat(/[\d.]+(?=px)/.exec(afar.brush.context.font)?.[0] ?? '')).toBe(TINY);
  const near = painted(0.21);
  expect(near.counts).toEqual([1, 1, 1]);
  expect(near.written).toEqual([]);
});

/** Objects of one namespace that are blocked, or have a wrong reference. */
function mixed(blocked: number, wrong: number): ReturnType<typeof record>[] {
  const stuck = { verdict: 'waits', rule: 'FG-02', blockedBy: 'x' } as const;
  const faulty = { verdict: 'stays', rule: 'AD-20', wrong: [{ index: 0, finding: 'dangling' }] };
  return [
    ...Array.from({ length: blocked }, (_, at) =>
      record({ uid: `b${at}`, beingDeleted: true, summary: stuck }),
    ),
    ...Array.from({ length: wrong }, (_, at) =>
      record({ uid: `w${at}`, summary: faulty as NonNullable<NodeRecord['summary']> }),
    ),
  ];
}

it.each([
  [20, 1],
  [1, 20],
])(
  'the number beside the sign of what is blocked counts no wrong references: %d blocked, %d wrong',
  (blocked, wrong) => {
    const made = rowsOf(mixed(blocked, wrong));
    const placed = layout(made);
    const problems = problemsOf(placed, made.marks);
    const painted = (size: number): readonly (readonly [string, number])[] => {
      const own = {
        ...placed,
        namespaces: placed.namespaces.map((frame) => {
          return { ...frame, x: 0, y: 0, width: size / 0.05, height: size / 0.05 };
        }),
        // All objects stand at one spot.
        x: placed.x.map(() => size / 0.1),
        y: placed.y.map(() => size / 0.1),
      };
      const { brush } = drawing({ zoom: 0.05, pan: { x: 0, y: 0 } });
      const marks = paintProblems(brush, own, problems, [], () => false);
      return marks.map(({ state, count }) => [state, count]);
    };
    expect(painted(50)).toEqual([['blocked', blocked]]);
    expect(painted(300)).toEqual([['blocked', blocked]]);
  },
);

it.each([0.004, 0.01, 0.02, 0.03, 0.05])(
  'from afar no mark and no number lies on another one, or counts what is in another namespace: at %d',
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
      // Their outlines may touch.
      const box = inflate(footprint(brush, mark), -1);
      const others = marks.slice(at + 1).map((other) => footprint(brush, other));
      expect(others.filter((other) => overlaps(other, box))).toEqual([]);
    }
    const said = new Map<number, number>();
    for (const { slot, count } of marks) {
      const frame = placed.frames[slot] ?? -1;
      said.set(frame, count + (said.get(frame) ?? 0));
    }
    for (const [frame, count] of said) {
      const { width = 0, height = 0 } = placed.namespaces[frame] ?? {};
      // Specks have marks together.
      if (Math.min(width, height) * zoom < 5) continue;
      expect(problems.namespaces[frame]?.problems).toEqual([['blocked', count]]);
    }
    const total = [...said.values()].reduce((sum, count) => sum + count, 0);
    if (zoom === 0.004 || zoom === 0.05) expect(total).toBe(600);
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
  /** Gap from a name to the mark on its right, if the name would cover so much of it. */
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

/** Frames with a blocked object each, `gap` px apart, of which each is 740 px wide and so high, from afar. */
function rows(height: number, gap: number, objects = 1): readonly PaintedMark[] {
  const summary = { verdict: 'waits', rule: 'FG-02', blockedBy: 'x' } as const;
  const names = ['a', 'b', 'c', 'd'];
  const rows = rowsOf(
    names.flatMap((namespace) =>
      Array.from({ length: objects }, (_, at) =>
        record({ uid: `${namespace}${at}`, namespace, beingDeleted: true, summary }),
      ),
    ),
  );
  const made = layout(rows);
  const placed = {
    ...made,
    namespaces: made.namespaces.map((frame, at) => ({
      ...frame,
      ...{ x: 0, y: at * (height + gap), width: 740, height },
    })),
    x: made.x.map(() => 360),
    y: made.y.map((_, slot) => (made.frames[slot] ?? 0) * (height + gap) + height / 2),
  };
  const { brush } = drawing({ zoom: 0.05, pan: { x: 20, y: 20 } });
  return paintProblems(brush, placed, problemsOf(placed, rows.marks), [], () => false);
}

it.each([220, 200, 160])(
  'marks of namespaces that are a little too low for them stand each in its own: %d px',
  (height) => {
    const marks = rows(height, 36, 2);
    expect(marks.map(({ count }) => count)).toEqual([2, 2, 2, 2]);
    for (const { y, slot } of marks) {
      const frame = Math.floor(slot / 2);
      expect(y).toBeCloseTo(20 + (frame * (height + 36) + height / 2) * 0.05);
    }
  },
);

it('a namespace without room for its mark has none, rather than one that counts for another', () => {
  const marks = rows(120, 4);
  expect(marks.map(({ count }) => count)).toEqual(marks.map(() => 1));
  expect(marks.length).toBeGreaterThan(1);
});

it('a mark that has come to stand for several has its number beside it where there is room', () => {
  const summary = { verdict: 'waits', rule: 'FG-02', blockedBy: 'x' } as const;
  const made = rowsOf(['a', 'b'].map((uid) => record({ uid, beingDeleted: true, summary })));
  const placed = layout(made);
  const wide = {
    ...placed,
    namespaces: placed.namespaces.map((frame) => ({ ...frame, width: 2000, height: 2000 })),
    // The objects stand at two spots, too near to each other for two marks.
    x: placed.x.map((_, slot) => 1030 + slot * 140),
    y: placed.y.map(() => 1000),
  };
  const { brush } = drawing({ zoom: 0.05, pan: { x: 20, y: 20 } });
  const marks = paintProblems(brush, wide, problemsOf(wide, made.marks), [], () => false);
  expect(marks.map(({ count, isBeside }) => [count, isBeside])).toEqual([[2, true]]);
});

it('no number stands on a mark; one without room for it has an edge behind it', () => {
  const summary = { verdict: 'waits', rule: 'FG-02', blockedBy: 'x' } as const;
  let stacked = 0;
  for (const [zoom, height] of [
    [0.05, 220],
    [0.05, 340],
    [0.08, 160],
  ] as const) {
    for (const width of [240, 300, 420, 700, 1100]) {
      const made = rowsOf(
        ['a', 'b', 'c'].flatMap((name) =>
          [0, 1, 2].map((at) =>
            record({
              uid: `${name}${at}`,
              namespace: `shop-${name}`,
              beingDeleted: true,
              summary,
            }),
          ),
        ),
      );
      const first = layout(made);
      const placed = {
        ...first,
        namespaces: first.namespaces.map((frame, at) => {
          return { ...frame, x: 0, y: at * (height + 20), width, height };
        }),
        x: first.x.map(() => width / 2),
        y: first.y.map((_, slot) => (first.frames[slot] ?? 0) * (height + 20) + height / 2),
      };
      const { brush, written } = drawing({ zoom, pan: { x: 20, y: 20 } });
      const problems = problemsOf(placed, made.marks);
      const { names } = paintFrameNames(brush, placed, problems);
      const before = written.length;
      const marks = paintProblems(brush, placed, problems, names, () => false);
      const numbered = marks.filter(({ isBeside }) => isBeside);
      expect(written.length - before).toBe(numbered.length);
      for (const mark of numbered) {
        const number = inflate(numberBox(brush, mark), -0.1);
        const boxes = marks.map(({ x, y, size }) => {
          return { x: x - size.width / 2, y: y - size.height / 2, ...size };
        });
        expect(boxes.filter((box) => overlaps(box, number))).toEqual([]);
      }
      for (const mark of marks.filter(isStacked)) {
        stacked++;
        const { size } = mark;
        const pixel = brush.context.getImageData(
          Math.round(mark.x + size.width / 2) + 1,
          Math.round(mark.y),
          1,
          1,
        ).data;
        expect([...pixel.slice(0, 3)]).toEqual([0xb3, 0x26, 0x1e]);
      }
    }
  }
  expect(stacked).toBeGreaterThan(0);
});

it.each(['light', 'dark'] as const)(
  'the mark of a wrong reference is an outline, that of what is blocked is filled: %s',
  (theme) => {
    const made = rowsOf([
      record({
        uid: 'a',
        namespace: 'x',
        beingDeleted: true,
        summary: { verdict: 'waits', rule: 'FG-02', blockedBy: 'x' },
      }),
      record({
        uid: 'b',
        namespace: 'y',
        summary: { verdict: 'stays', rule: 'AD-20', wrong: [{ index: 0, finding: 'dangling' }] },
      }),
    ]);
    const placed = layout(made);
    const zoom = 0.1;
    const { bounds } = placed;
    const drawn = drawing({ zoom, pan: { x: 20 - bounds.x * zoom, y: 20 - bounds.y * zoom } });
    const brush = { ...drawn.brush, colours: palette(theme) };
    const problems = problemsOf(placed, made.marks);
    const marks = paintProblems(brush, placed, problems, [], () => false);
    const inner = Object.fromEntries(
      marks.map(({ state, x, y, size: { width, height } }) => [
        state,
        drawn.colourAt(x - width / 2 + 2, y - height / 2 + 2),
      ]),
    );
    const { marks: colours, background } = palette(theme);
    expect(inner).toEqual({ blocked: colours.blocked.sign, wrong: background });
  },
);
