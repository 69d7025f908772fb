import { describe, expect, it } from 'vitest';
import {
  awaitedEdges,
  crossEdges,
  describeStack,
  drawView,
  layout,
  rowsOf,
  stackSiblings,
  writeMermaid,
} from '../src/index.ts';
import { record, reference } from './support/records.ts';
import { svgOf } from './support/svg-of.ts';

const space = record({
  uid: 'space',
  apiVersion: 'v1',
  kind: 'Namespace',
  namespace: '',
  name: 'shop',
  beingDeleted: true,
});
const held = record({ uid: 'held', namespace: 'shop', beingDeleted: true });
const calm = record({ uid: 'calm', namespace: 'shop' });
const elsewhere = record({ uid: 'elsewhere', namespace: 'pay', beingDeleted: true });
const world = [space, held, calm, elsewhere];
const VIEW = { title: 'shop', savedAt: '2026-01-01T00:00:00Z' };
const WORDS = 'waits for: its own deletion ends only after that';

describe('what a Namespace in deletion waits for', () => {
  it('[NS-08] has a line of its own look in the picture of the Namespace, and the legend says so', () => {
    const svg = drawView(world, { ...VIEW, focus: 'space' }, { theme: 'light' });
    expect(arrowheadsIn(svg)).toHaveLength(1);
    expect(svg).toContain(WORDS);
    expect(svg).not.toContain('>owner<');
  });

  it.each([
    ['another object', world, 'calm'],
    ['the cluster', world, undefined],
    ['a Namespace that stays', [{ ...space, beingDeleted: false }, held], 'space'],
    ['a kind of that name', [{ ...space, apiVersion: 'example.com/v1' }, held], 'space'],
  ])('has none in the picture of %s', (_, records, focus) => {
    const svg = drawView(records, { ...VIEW, ...(focus ? { focus } : {}) }, { theme: 'light' });
    expect(svg).not.toMatch(/class="e waits/);
    expect(svg).not.toContain(WORDS);
  });

  it('has a line in the picture of what it waits for, too', () => {
    const svg = drawView(world, { ...VIEW, focus: 'held' }, { theme: 'light' });
    expect(arrowheadsIn(svg)).toHaveLength(1);
    expect(svg).toContain(WORDS);
  });

  it('has none once it is gone', () => {
    const svg = drawView(world, { ...VIEW, focus: 'space', gone: ['held'] }, { theme: 'light' });
    expect(svg).not.toMatch(/class="e waits/);
  });

  it('has a line to each Namespace that a picture is about', () => {
    const pay = { ...space, uid: 'pay', name: 'pay' };
    const { edges } = rowsOf([space, pay, held, calm, elsewhere], undefined, ['space', 'pay']);
    expect([...edges.owners.subarray(0, edges.firsts.at(-1))]).toEqual([0, 1]);
    expect([...edges.firsts]).toEqual([0, 0, 0, 1, 1, 2]);
  });

  it('[NS-08] is told of rows without such edges, too, as their edges would tell it', () => {
    const pay = { ...space, uid: 'pay', name: 'pay' };
    const stays = { ...space, uid: 'stays', name: 'stays', beingDeleted: false };
    const inside = record({ uid: 'inside', namespace: 'stays', beingDeleted: true });
    const other = { ...space, uid: 'other', apiVersion: 'example.com/v1', name: 'stays' };
    const records = [space, pay, held, calm, elsewhere, stays, inside, other];
    const whole = rowsOf(records, undefined, ['space', 'pay']);
    const expected = crossEdges(whole.edges, layout(whole));
    expect(expected).toHaveLength(2);
    expect(awaitedEdges(rowsOf(records))).toEqual(expected);
  });

  it('keeps its place below its owner', () => {
    const owned = { ...held, owners: [reference('calm')] };
    const placed = layout(rowsOf([space, owned, calm], undefined, 'space'));
    expect([...placed.parents]).toEqual([-1, 2, -1]);
  });

  it('stands in stacks, which have one line', () => {
    const many = [1, 2, 3, 4].map((at) => ({ ...held, uid: `held-${at}` }));
    const rows = stackSiblings(rowsOf([space, calm, ...many], undefined, 'space'));
    expect(rows.uids).toHaveLength(3);
    const svg = svgOf(rows);
    expect(arrowheadsIn(svg)).toHaveLength(1);
  });

  it('stands in a stack of its own if it is blocked, behind the first few', () => {
    const summary = { verdict: 'waits', rule: 'API-35', blockedBy: 'finalizer x/y' } as const;
    const many = Array.from({ length: 2000 }, (_, at) => {
      const name = `held-${`${at}`.padStart(4, '0')}`;
      return { ...held, uid: name, name, summary };
    });
    const all = rowsOf([space, ...many], undefined, 'space');
    const rows = stackSiblings(all);
    expect(rows.names.slice(1, 11)).toEqual(many.slice(0, 10).map(({ name }) => name));
    const [stack] = rows.stacks.values();
    expect([...rows.stacks.values()].map(describeStack)).toEqual([
      '1,990 ConfigMaps: 1,990 blocked',
    ]);
    const svg = svgOf(rows);
    expect(arrowheadsIn(svg)).toHaveLength(11);
    expect(svg).toContain('class="stack blocked"');
    const opened = stackSiblings(all, { open: new Set([stack?.id ?? '']) });
    expect(opened.uids).toHaveLength(2002);
    // Each of them has its card on the map of the cluster.
    expect(stackSiblings(rowsOf([space, ...many])).stacks.size).toBe(0);
  });

  it('is drawn the other way in Mermaid: from what waits', () => {
    expect(writeMermaid(rowsOf(world, undefined, 'space'), { title: 't' })).toHaveProperty(
      'text',
      expect.stringContaining('\n  n0 -.->|waits for| n1\n'),
    );
  });
});

/** The arrowheads of the lines, without the one of the legend. */
function arrowheadsIn(svg: string): readonly string[] {
  const [, path = ''] = /<path class="e waits tip" d="([^"]*)"/.exec(svg) ?? [];
  return path.match(/M/g) ?? [];
}
