import { type Layout, layout, palette, rowsOf } from '@gcscope/picture';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Brush } from '../../../src/map/paint/brush.ts';
import { type Corner, cornerMark } from '../../../src/map/paint/corner-mark.ts';
import { apart } from '../../../src/map/paint/marks-apart.ts';
import type { PaintedMark } from '../../../src/map/paint/painted-mark.ts';
import { markSize, type ProblemState } from '../../../src/map/world/problems.ts';

/** The worst first. */
const STATES: readonly ProblemState[] = ['blocked', 'wrong', 'goes', 'terminating'];

const ZOOM = 0.05;
const MARKS_PER_FRAME = 5;

/** Letters of one width: where marks lie apart does not depend on the font. */
const context = { font: '', measureText: (text: string) => ({ width: 5 * text.length }) };
const brush = {
  context: context as unknown as CanvasRenderingContext2D,
  colours: palette('light'),
  zoom: ZOOM,
  pan: { x: 0, y: 0 },
  width: 2000,
  height: 2000,
} satisfies Brush;

const objects = fc.record({
  /** Place as a share of the width and the height of the namespace. */
  x: fc.double({ min: 0, max: 1, noNaN: true }),
  y: fc.double({ min: 0, max: 1, noNaN: true }),
  state: fc.constantFrom(...STATES),
  count: fc.constantFrom<number[]>(1, 1, 1, 3, 12, 400),
});

/** Namespaces below each other, of which some are too small for their marks, CSS px. */
const namespaces = fc.array(
  fc.record({
    width: fc.oneof(fc.integer({ min: 5, max: 90 }), fc.integer({ min: 5, max: 26 })),
    height: fc.oneof(fc.integer({ min: 5, max: 60 }), fc.integer({ min: 5, max: 20 })),
    objects: fc.array(objects, { minLength: 1, maxLength: MARKS_PER_FRAME }),
    /** Whether a name covers the upper part of the namespace. */
    isNamed: fc.boolean(),
  }),
  { minLength: 1, maxLength: 8 },
);

type Made = typeof namespaces extends fc.Arbitrary<infer T> ? T : never;

/** The worst of the last namespace finds no place beside the marks of the others, but a lesser one does. */
const CROWDED: Made = [
  { width: 5, height: 5, isNamed: false, objects: [at('goes', 1), at('blocked', 1)] },
  {
    width: 58,
    height: 5,
    isNamed: false,
    objects: [at('blocked', 400), at('blocked', 400), at('goes', 400), at('blocked', 1)],
  },
  {
    width: 46,
    height: 17,
    isNamed: false,
    objects: [at('wrong', 1), at('goes', 1), at('wrong', 1)],
  },
];

function at(state: ProblemState, count: number): Made[number]['objects'][number] {
  return { x: 0, y: 0, state, count };
}

it('the number of a mark is that of objects in its state; of those in the worst state none is left out, and none is counted twice', () => {
  fc.assert(
    fc.property(namespaces, (made) => {
      const tops = made.map((_, at) => made.slice(0, at).reduce((sum, one) => sum + one.height, 0));
      const all = made.flatMap(({ width, height, objects }, frame) =>
        objects.map(({ x, y, state, count }) => {
          const top = tops[frame] ?? 0;
          return { frame, state, count, x: x * width, y: top + y * height };
        }),
      );
      const placed: Layout = {
        ...layout(rowsOf([])),
        x: Float32Array.from(all, ({ x }) => x / ZOOM),
        y: Float32Array.from(all, ({ y }) => y / ZOOM),
        frames: Int32Array.from(all, ({ frame }) => frame),
        namespaces: made.map(({ width, height }, at) => ({
          namespace: `${at}`,
          label: `${at}`,
          count: 1,
          x: 0,
          y: (tops[at] ?? 0) / ZOOM,
          width: width / ZOOM,
          height: height / ZOOM,
        })),
      };
      const names = made.flatMap(({ width, height, isNamed }, frame) =>
        isNamed
          ? [{ frame, x: 0, y: tops[frame] ?? 0, width: width * 0.7, height: height / 2 }]
          : [],
      );
      const spots = all
        .map(({ state, count, x, y }, slot): PaintedMark => {
          return { slot, state, count, x, y, size: markSize(ZOOM), isBeside: false };
        })
        .sort((a, b) => STATES.indexOf(b.state) - STATES.indexOf(a.state));
      const cornerOf = (frame: number): Corner | undefined => {
        const box = placed.namespaces[frame];
        const own = spots.filter(({ slot }) => all[slot]?.frame === frame);
        const counts = STATES.map((state) => [state, sum(own, state)] as const);
        const problems = counts.filter(([, count]) => count > 0);
        return box && cornerMark(brush, box, problems);
      };
      const marks = apart(brush, placed, names, spots, cornerOf);
      for (const frame of made.keys()) {
        const own = marks.filter(({ slot }) => all[slot]?.frame === frame);
        // There was no room for a mark at all.
        if (own.length === 0) continue;
        const asked = spots.filter(({ slot }) => all[slot]?.frame === frame);
        const worst = STATES.find((state) => sum(asked, state) > 0) ?? 'blocked';
        expect([worst, sum(own, worst)]).toEqual([worst, sum(asked, worst)]);
        for (const state of STATES) {
          expect(sum(own, state)).toBeLessThanOrEqual(sum(asked, state));
        }
      }
    }),
    { numRuns: 400, examples: [[CROWDED]] },
  );
});

/** Number of objects that marks of this state stand for. */
function sum(marks: readonly PaintedMark[], asked: ProblemState): number {
  const counted = marks.filter(({ state }) => state === asked);
  return counted.reduce((all, { count }) => all + count, 0);
}
