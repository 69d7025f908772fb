import type { NodeRecord } from '@gcscope/gc-core/wire';
import { layout, overlaps, palette, rowsOf } from '@gcscope/picture';
import { expect, it } from 'vitest';
import { nameLines, TINY_LINE } from '../../src/map/name-lines.ts';
import { type Brush, textWidth } from '../../src/map/paint.ts';
import { type FrameNames, paintFrameNames } from '../../src/map/paint-frames.ts';
import { problemsOf } from '../../src/map/problems.ts';
import { record } from '../support/record.ts';
import { bigWorld } from '../support/shop-world.ts';

const PHONE = { width: 390, height: 600 };

function calm(each: NodeRecord): NodeRecord {
  return { ...each, beingDeleted: false, summary: { verdict: 'stays', rule: 'AD-17' } };
}

/** The names of a world that fits a phone, and the namespaces of these. */
function namesOf(
  records: readonly NodeRecord[],
): FrameNames & { readonly named: readonly string[] } {
  const placed = layout(rowsOf(records));
  const context = document.createElement('canvas').getContext('2d');
  if (!context) throw new Error('The browser gives no canvas to draw on.');
  const { x, y, width } = placed.bounds;
  const zoom = PHONE.width / width;
  const pan = { x: -x * zoom, y: -y * zoom };
  const brush: Brush = { context, colours: palette('light'), zoom, pan, ...PHONE };
  const problems = problemsOf(placed, rowsOf(records).marks);
  const painted = paintFrameNames(brush, placed, problems);
  const named = painted.names.map(({ frame }) => placed.namespaces[frame]?.namespace ?? '');
  return { ...painted, named };
}

it('a namespace too small for its name has none, unless something in it has a problem', () => {
  const world = bigWorld(4000).map(calm);
  const before = namesOf(world);
  expect(before.isAnyNameless).toBe(true);
  const small = world.find(
    ({ namespace }) => namespace !== '' && !before.named.includes(namespace),
  );
  const after = namesOf(
    world.map((each) =>
      each === small
        ? {
            ...each,
            beingDeleted: true,
            summary: { verdict: 'waits', rule: 'FG-02', blockedBy: 'x' },
          }
        : each,
    ),
  );
  expect(after.named).toContain(small?.namespace);
  for (const [at, name] of after.names.entries()) {
    expect(after.names.slice(at + 1).filter((other) => overlaps(name, other))).toEqual([]);
    expect(name.x >= 0 && name.x + name.width <= PHONE.width).toBe(true);
  }
});

it('what is wrong stands beside the name where there is room, and below it elsewhere', () => {
  const summary = { verdict: 'waits', rule: 'FG-02', blockedBy: 'x' } as const;
  const withProblems = (namespace: string, pods: number): NodeRecord[] =>
    Array.from({ length: pods }, (_, at) =>
      record({ uid: `${namespace}${at}`, namespace, beingDeleted: true, summary }),
    );
  const records = [...withProblems('wide', 900), ...withProblems('of-a-longer-name', 100)];
  const placed = layout(rowsOf(records));
  const context = document.createElement('canvas').getContext('2d');
  if (!context) throw new Error('The browser gives no canvas to draw on.');
  const { x, y } = placed.bounds;
  const zoom = 0.19;
  const pan = { x: -x * zoom, y: -y * zoom };
  const size = { width: 2000, height: 2000 };
  const brush: Brush = { context, colours: palette('light'), zoom, pan, ...size };
  const { names } = paintFrameNames(brush, placed, problemsOf(placed, rowsOf(records).marks));
  const heights = names.map(({ frame, height }) => [placed.namespaces[frame]?.namespace, height]);
  expect(Object.fromEntries(heights)).toEqual({ wide: 17, 'of-a-longer-name': 34 });
});

it('a name too long for its namespace is written in two lines, or not at all', () => {
  const brush = { context: document.createElement('canvas').getContext('2d') } as Brush;
  const [whole] = nameLines(brush, 'team-252', 1000, 100) ?? [];
  expect(whole).toBe('team-252');
  const room = Math.ceil(textWidth(brush, 'team-252'));
  expect(nameLines(brush, 'team-252', room, TINY_LINE)).toEqual(['team-252']);
  expect(nameLines(brush, 'team-252', room - 1, 2 * TINY_LINE)).toEqual(['team-', '252']);
  expect(nameLines(brush, 'team-252', room - 1, TINY_LINE)).toBeUndefined();
  expect(nameLines(brush, 'unbroken', 20, 100)).toBeUndefined();
});
