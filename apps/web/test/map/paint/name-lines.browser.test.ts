import { expect, it } from 'vitest';
import { type Brush, setFont, textWidth } from '../../../src/map/paint/brush.ts';
import { cutLines, cutName, nameLines, TINY } from '../../../src/map/paint/name-lines.ts';

it('a name too long for its namespace is written in two lines, or not at all', () => {
  const brush = { context: document.createElement('canvas').getContext('2d') } as Brush;
  const [whole] = nameLines(brush, 'team-252', [1000]) ?? [];
  expect(whole).toBe('team-252');
  const room = Math.ceil(textWidth(brush, 'team-252'));
  expect(nameLines(brush, 'team-252', [room])).toEqual(['team-252']);
  expect(nameLines(brush, 'team-252', [room - 1, room - 1])).toEqual(['team-', '252']);
  expect(nameLines(brush, 'team-252', [room - 1])).toBeUndefined();
  expect(nameLines(brush, 'unbroken', [20, 20, 20])).toBeUndefined();
  const widest = Math.ceil(textWidth(brush, 'node-'));
  expect(nameLines(brush, 'kube-node-lease', [widest, widest, widest])).toEqual([
    'kube-',
    'node-',
    'lease',
  ]);
  expect(nameLines(brush, 'kube-node-lease', [widest, widest])).toBeUndefined();
});

it('a cut name is as much of its end as has room: there names of one cluster differ', () => {
  const brush = { context: document.createElement('canvas').getContext('2d') } as Brush;
  setFont(brush, TINY, 600);
  const label = 'payments-us-alpha-4';
  const cuts = new Set<string | undefined>();
  for (let room = Math.ceil(textWidth(brush, label)); room > 10; room--) {
    const cut = cutName(brush, label, room);
    expect(textWidth(brush, cut ?? '')).toBeLessThanOrEqual(room);
    cuts.add(cut);
  }
  expect([...cuts].filter((cut) => cut === undefined || !label.endsWith(cut.slice(1)))).toEqual([
    undefined,
  ]);
  expect(cuts).toContain('…us-alpha-4');
  // The ellipsis stands for the hyphen, too.
  expect([...cuts].filter((cut) => cut?.startsWith('…-'))).toEqual([]);
  // `…-4` and `…a-4` may be any of twenty.
  expect([...cuts].slice(-2)).toEqual(['…pha-4', undefined]);
});

it('of a cut name whose last part has no room, the end of that is left', () => {
  const brush = { context: document.createElement('canvas').getContext('2d') } as Brush;
  setFont(brush, TINY, 600);
  expect(cutName(brush, 'preview-0123456789abcdef', 50)).toBe('…9abcdef');
  expect(cutName(brush, 'preview-0123456789abcdef', 30)).toBeUndefined();
});

it('a cut name of one part keeps both its ends while they tell it', () => {
  const brush = { context: document.createElement('canvas').getContext('2d') } as Brush;
  setFont(brush, TINY, 600);
  const narrowest = Math.ceil(textWidth(brush, 'mon…ng'));
  expect(cutName(brush, 'monitoring', narrowest)).toBe('mon…ng');
  expect(cutName(brush, 'monitoring', Math.floor(textWidth(brush, 'mo…ng')))).toBeUndefined();
});

it('a cut name on two lines has its last part whole on the lower one, and the end of the rest above', () => {
  const brush = { context: document.createElement('canvas').getContext('2d') } as Brush;
  setFont(brush, TINY, 600);
  const room = Math.ceil(textWidth(brush, 'gamma-104'));
  const name = 'payments-us-gamma-104';
  expect(cutLines(brush, name, [room, room])).toEqual(['…ents-us-', 'gamma-104']);
  expect(cutLines(brush, name, [10, room])).toBeUndefined();
  expect(cutLines(brush, name, [room])).toEqual(['…mma-104']);
});
