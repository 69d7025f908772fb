import { type Box, layout, overlaps, rowsOf } from '@gcscope/picture';
import { expect, it } from 'vitest';
import type { FrameName } from '../../../src/map/paint/frame-name.ts';
import { TINY_LINE } from '../../../src/map/paint/name-lines.ts';
import { paintFrameNames } from '../../../src/map/paint/paint-frame-names.ts';
import { paintProblems } from '../../../src/map/paint/paint-problems.ts';
import { footprint } from '../../../src/map/paint/painted-mark.ts';
import { problemsOf } from '../../../src/map/world/problems.ts';
import { drawing } from '../../support/drawing.ts';
import { record } from '../../support/record.ts';

const ZOOM = 0.05;
const WIDTH = 400;
const ROW = 120;
const summary = { verdict: 'waits', rule: 'FG-02', blockedBy: 'x' } as const;
const GOES = { verdict: 'goes', rule: 'CL-01' } as const;

/** A namespace of the overview: so many objects, blocked or going next, or a calm one, and its size in CSS px. */
interface Small {
  readonly namespace: string;
  readonly blocked?: number;
  readonly goes?: number;
  readonly width: number;
  readonly height: number;
}

interface Painted {
  readonly names: readonly FrameName[];
  /** Their lines as they are written. */
  readonly texts: readonly string[];
  /** Boxes of the marks with their numbers. */
  readonly marks: readonly Box[];
  /** Frames in the order of the marks. */
  readonly frames: readonly Box[];
}

/** The namespaces below each other, from afar. */
function overview(all: readonly Small[]): Painted {
  const rows = rowsOf(
    all.flatMap(({ namespace, blocked = 0, goes = 0 }) =>
      Array.from({ length: Math.max(1, blocked, goes) }, (_, at) => {
        const one = record({ uid: `${namespace}-${at}`, namespace });
        if (goes > 0) return { ...one, summary: GOES };
        return blocked > 0 ? { ...one, beingDeleted: true, summary } : one;
      }),
    ),
  );
  const made = layout(rows);
  const namespaces = made.namespaces.map((frame) => {
    const at = all.findIndex(({ namespace }) => namespace === frame.namespace);
    const { width = 0, height = 0 } = all[at] ?? {};
    const size = { width: width / ZOOM, height: height / ZOOM };
    return { ...frame, x: 0, y: (at * ROW) / ZOOM, ...size };
  });
  const height = ROW * all.length;
  const bounds = { x: 0, y: 0, width: WIDTH / ZOOM, height: height / ZOOM };
  const placed = { ...made, namespaces, bounds };
  const { brush, written } = drawing({ zoom: ZOOM, pan: { x: 0, y: 0 } }, WIDTH, height);
  const problems = problemsOf(placed, rows.marks);
  const { names, write } = paintFrameNames(brush, placed, problems);
  write();
  const texts = written.map(({ text }) => text);
  const marks = paintProblems(brush, placed, problems, names, () => false);
  const frames = marks.map(({ slot }): Box => {
    const frame = all.findIndex(
      ({ namespace }) => namespace === namespaces[placed.frames[slot] ?? -1]?.namespace,
    );
    const { width = 0, height = 0 } = all[frame] ?? {};
    return { x: 0, y: ROW * frame, width, height };
  });
  return { names, texts, marks: marks.map((mark) => footprint(brush, mark)), frames };
}

it.each([
  [140, 46, 4],
  [140, 46, 1],
  [79, 25, 4],
  [68, 22, 4],
  [54, 27, 1],
  [26, 14, 3],
  [15, 11, 1],
])(
  'from afar the marks of namespaces of %d x %d px, %d blocked, all stand in the upper right corner',
  (width, height, blocked) => {
    const labels = ['shop', 'preview-417', 'payments-eu-alpha-24', 'of.a.long-name-of-parts-1234'];
    const { names, marks, frames } = overview(
      labels.map((namespace) => ({ namespace, blocked, width, height })),
    );
    expect(marks).toHaveLength(labels.length);
    const places = marks.map((mark, at) => {
      const frame = frames[at] ?? mark;
      expect(
        names.flatMap(({ lines = [] }) => lines).filter((each) => overlaps(each, mark)),
      ).toEqual([]);
      expect(mark.x).toBeGreaterThanOrEqual(frame.x);
      expect(mark.y + mark.height).toBeLessThanOrEqual(frame.y + frame.height);
      const right = frame.width - mark.x - mark.width;
      return `${right.toFixed(1)} from the right, ${(mark.y - frame.y).toFixed(1)} from above`;
    });
    expect(new Set(places)).toEqual(new Set(['1.0 from the right, 1.0 from above']));
  },
);

/** Height of one line of each name. */
function lineHeights(all: readonly Small[]): readonly number[] {
  const { names } = overview(all);
  expect(names).toHaveLength(all.length);
  // A second line has the problems.
  return names.map(({ lines, height }) => lines?.[0]?.height ?? Math.min(height, 17));
}

const size = { width: 140, height: 46 };
const SHORT: readonly Small[] = [
  { namespace: 'shop', blocked: 1, ...size },
  { namespace: 'payments', blocked: 4, ...size },
  { namespace: 'default', ...size },
];
const LONG: Small = { namespace: 'of-a-long-name-for-so-little-room', blocked: 1, ...size };
const LARGE: Small = { namespace: 'kube-system', width: 300, height: 100 };

it('from afar the names of all small namespaces have letters of one size', () => {
  expect(lineHeights(SHORT)).toEqual([17, 17, 17]);
  expect(new Set(lineHeights([...SHORT, LONG]))).toEqual(new Set([TINY_LINE]));
});

it('from afar a few long names of calm namespaces are in the smallest letters, and the others are not', () => {
  const calm = Array.from({ length: 19 }, (_, at): Small => ({ namespace: `team-${at}`, ...size }));
  const { blocked: _, ...long } = LONG;
  const heights = lineHeights([...SHORT, ...calm, long]);
  expect(heights.filter((each) => each === 17)).toHaveLength(SHORT.length + calm.length);
  expect(heights.filter((each) => each === TINY_LINE)).toHaveLength(1);
  // Names with problems are read first.
  expect(new Set(lineHeights([...SHORT, ...calm, LONG]))).toEqual(new Set([TINY_LINE]));
});

it('from afar no name without a problem has larger letters than one with a problem', () => {
  expect(lineHeights([LARGE])).toEqual([17]);
  expect(lineHeights([LARGE, LONG])).toEqual([TINY_LINE, TINY_LINE]);
});

it('of very many namespaces without room for a mark only blocked ones have one; all others are of one size, within their frames', () => {
  const roomy = Array.from({ length: 5 }, (_, at): Small => {
    return { namespace: `roomy-${at}`, blocked: 4, width: 79, height: 25 };
  });
  const tiny = (many: number): readonly Small[] =>
    Array.from({ length: many }, (_, at): Small => {
      return { namespace: `tiny-${at}`, goes: 1 + (at % 2), width: 10 + (at % 8), height: 8 };
    });
  // Each of few is seen.
  expect(overview([...roomy, ...tiny(20)]).marks).toHaveLength(25);
  const { marks, frames } = overview([...roomy, ...tiny(120)]);
  expect(marks).toHaveLength(roomy.length);
  expect(new Set(marks.map(({ height }) => height))).toEqual(new Set([13]));
  for (const [at, { x, y, width, height }] of marks.entries()) {
    const frame = frames[at];
    expect(x + width).toBeLessThanOrEqual((frame?.x ?? 0) + (frame?.width ?? 0));
    expect(y + height).toBeLessThanOrEqual((frame?.y ?? 0) + (frame?.height ?? 0));
  }
  const blocked = { namespace: 'blocked', blocked: 1, width: 10, height: 8 };
  expect(overview([...roomy, ...tiny(120), blocked]).marks).toHaveLength(roomy.length + 1);
});

it('of many blocked namespaces without room for a mark none has one, and smaller marks stand within their frames', () => {
  const tiny = (many: number): readonly Small[] =>
    Array.from({ length: many }, (_, at): Small => {
      return { namespace: `tiny-${at}`, blocked: 1 + (at % 2), width: 10 + (at % 8), height: 8 };
    });
  // Each of few is seen.
  expect(overview(tiny(5)).marks).toHaveLength(5);
  const low = { namespace: 'low', blocked: 4, width: 20, height: 14 };
  const { marks, frames } = overview([low, ...tiny(20)]);
  expect(marks).toHaveLength(1);
  const [{ x, y, width, height } = { x: 0, y: 0, width: 0, height: 0 }] = marks;
  expect(width).toBeLessThan(13);
  expect(x + width).toBeLessThanOrEqual((frames[0]?.x ?? 0) + low.width);
  expect(y + height).toBeLessThanOrEqual((frames[0]?.y ?? 0) + low.height);
});

it('a name is broken below its mark before it is cut, though its last line has a px less than a line', () => {
  const blocked = { blocked: 4, width: 76 };
  const texts = (height: number): number =>
    overview([{ namespace: 'payments-eu-alpha-120', height, ...blocked }]).names[0]?.lines?.[1]
      ?.width ?? 0;
  // `eu-alpha-120`, not `alpha-120`.
  expect(texts(23.5)).toBeGreaterThan(57);
  expect(texts(22)).toBeLessThan(57);
});

it.each([
  [8, []],
  [9.6, [1]],
  [11, [1]],
  [18, [1]],
  [19, [2]],
  [20.6, [2]],
])(
  'a namespace %f px high has as many lines of its name as letters have room for',
  (height, lines) => {
    const { names } = overview([{ namespace: 'gamma-ap-beta-44', width: 66, height }]);
    expect(names.map((name) => name.lines?.length)).toEqual(lines);
    for (const { y } of names) expect(y).toBeGreaterThanOrEqual(0);
    for (const name of names) expect(name.y + name.height).toBeLessThanOrEqual(height + 1.3);
  },
);

it.each([
  [44, 11],
  [36, 21],
])(
  'from afar no cut name of namespaces of %d x %d px may be read as that of another',
  (width, height) => {
    const labels = ['payments', 'preview-417', 'shop', 'monitoring', 'operators'].flatMap((team) =>
      [4, 53, 66, 104].map((number) => `${team}-eu-beta-${number}`),
    );
    const { names, texts } = overview(labels.map((namespace) => ({ namespace, width, height })));
    expect(names).toHaveLength(labels.length);
    let next = 0;
    for (const { lines = [] } of names) {
      const cut = texts.slice(next, next + lines.length).join('');
      next += lines.length;
      const [first = '', end = ''] = cut.split('…');
      const read = labels.filter((label) => label.startsWith(first) && label.endsWith(end));
      expect(`${cut} is ${read.join(', ')}`).toBe(`${cut} is ${read[0]}`);
    }
  },
);
