import { layout, rowsOf } from '@gcscope/picture';
import { expect, it } from 'vitest';
import { paintProblems } from '../../src/map/paint-problems.ts';
import { problemsOf } from '../../src/map/problems.ts';
import { drawing } from '../support/drawing.ts';
import { record } from '../support/record.ts';

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
  const near = painted(0.15);
  expect(near.counts).toEqual([1, 1, 1]);
  expect(near.written).toEqual([]);
});
