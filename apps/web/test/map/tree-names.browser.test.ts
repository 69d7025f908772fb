import { layout, palette, rowsOf } from '@gcscope/picture';
import { expect, it } from 'vitest';
import type { Brush } from '../../src/map/paint.ts';
import { paintProblems } from '../../src/map/paint-problems.ts';
import { paintTreeNames } from '../../src/map/paint-tree-names.ts';
import { problemsOf } from '../../src/map/problems.ts';
import { ownedBy, record } from '../support/record.ts';

const summary = { verdict: 'waits', rule: 'FG-02', blockedBy: 'x' } as const;

it('no mark covers the name of a blocked root, which has its sign already', () => {
  const root = record({ uid: 'root', beingDeleted: true, summary });
  const below = (uid: string) =>
    record({ uid, owners: [ownedBy(root)], beingDeleted: true, summary });
  const records = [root, below('one'), below('two'), below('three')];
  const placed = layout(rowsOf(records));
  const problems = problemsOf(placed, rowsOf(records).marks);
  const context = document.createElement('canvas').getContext('2d');
  if (!context) throw new Error('The browser gives no canvas to draw on.');
  const { x, y } = placed.bounds;
  const zoom = 0.24;
  const pan = { x: -x * zoom, y: -y * zoom };
  const brush: Brush = { context, colours: palette('light'), zoom, pan, width: 900, height: 600 };
  const byUid = new Map(records.map((each) => [each.uid, each]));
  const named = paintTreeNames(brush, placed, byUid, problems, () => false);
  const marks = paintProblems(brush, placed, problems, [], (slot) => named.has(slot));
  const marked = marks.map(({ slot }) => placed.uids[slot]);
  expect(marked.sort()).toEqual(['one', 'three', 'two']);
});
