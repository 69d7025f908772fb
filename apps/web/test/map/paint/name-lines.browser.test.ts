import { expect, it } from 'vitest';
import { type Brush, setFont, textWidth } from '../../../src/map/paint/brush.ts';
import { cutName, nameLines, TINY, TINY_LINE } from '../../../src/map/paint/name-lines.ts';

it('a name too long for its namespace is written in two lines, or not at all', () => {
  const brush = { context: document.createElement('canvas').getContext('2d') } as Brush;
  const [whole] = nameLines(brush, 'team-252', 1000, 100) ?? [];
  expect(whole).toBe('team-252');
  const room = Math.ceil(textWidth(brush, 'team-252'));
  expect(nameLines(brush, 'team-252', room, TINY_LINE)).toEqual(['team-252']);
  expect(nameLines(brush, 'team-252', room - 1, 2 * TINY_LINE)).toEqual(['team-', '252']);
  expect(nameLines(brush, 'team-252', room - 1, TINY_LINE)).toBeUndefined();
  expect(nameLines(brush, 'unbroken', 20, 100)).toBeUndefined();
  const widest = Math.ceil(textWidth(brush, 'node-'));
  expect(nameLines(brush, 'kube-node-lease', widest, 3 * TINY_LINE)).toEqual([
    'kube-',
    'node-',
    'lease',
  ]);
  expect(nameLines(brush, 'kube-node-lease', widest, 3 * TINY_LINE - 1)).toBeUndefined();
});

it('of a cut name that begins as another does, its ending stays', () => {
  const lease = ['…node-lease', '…lease'];
  const brush = { context: document.createElement('canvas').getContext('2d') } as Brush;
  setFont(brush, TINY, 600);
  const name = { label: 'kube-node-lease', endings: lease };
  const [longer = 0, shorter = 0] = lease.map((ending) => Math.ceil(textWidth(brush, ending)));
  expect(cutName(brush, name, longer)).toBe('…node-lease');
  expect(cutName(brush, name, longer - 2)).toBe('…lease');
  expect(cutName(brush, name, shorter - 2)).toBeUndefined();
  // Where no ending has room, all of the last part and the beginning tell it.
  const stuck = { label: 'preview-417-eu-alpha-24', endings: ['…417-eu-alpha-24'] };
  expect(cutName(brush, stuck, 50)).toMatch(/^prev.*…24$/);
  expect(cutName(brush, { ...stuck, label: 'preview-417-abcdefghij' }, 50)).toBeUndefined();
});

it('other names without room are cut in their middle while both ends can be told', () => {
  const brush = { context: document.createElement('canvas').getContext('2d') } as Brush;
  setFont(brush, TINY, 600);
  const name = { label: 'cluster-scoped', endings: [] };
  expect(cutName(brush, name, 45)).toMatch(/^clu.*….*d$/);
  const narrowest = Math.ceil(textWidth(brush, 'clus…ed'));
  expect(cutName(brush, name, narrowest)).toBe('clus…ed');
  expect(cutName(brush, name, Math.floor(textWidth(brush, 'clu…ed')))).toBeUndefined();
});

it('a cut name keeps its last part, by which it is told from others', () => {
  const brush = { context: document.createElement('canvas').getContext('2d') } as Brush;
  setFont(brush, TINY, 600);
  for (const [label, usual] of [
    ['monitoring-225', 'monit…25'],
    ['payments-126', 'paym…126'],
    ['team.of.the.north-9', 'team….the.nor…9'],
  ] as const) {
    const room = Math.ceil(textWidth(brush, usual)) + 1;
    const cut = cutName(brush, { label, endings: [] }, room);
    expect(cut).toMatch(new RegExp(`^${label.slice(0, 2)}.*…${label.split('-').at(-1)}$`));
    expect(textWidth(brush, cut ?? '')).toBeLessThanOrEqual(room);
  }
  // Of a long one only its end has room.
  const hash = { label: 'preview-0123456789abcdef', endings: [] };
  expect(cutName(brush, hash, 50)).toMatch(/^pr.*….*ef$/);
});
