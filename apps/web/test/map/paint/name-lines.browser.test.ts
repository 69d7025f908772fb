import { expect, it } from 'vitest';
import { type Brush, setFont, textWidth } from '../../../src/map/paint/brush.ts';
import { cutLines, cutName, linesOf, TINY } from '../../../src/map/paint/name-lines.ts';
import { namesApart } from '../../../src/map/world/names-apart.ts';

it('a name too long for its namespace is written in two lines, or not at all', () => {
  const brush = { context: document.createElement('canvas').getContext('2d') } as Brush;
  setFont(brush, TINY, 600);
  const room = Math.ceil(textWidth(brush, 'team-252'));
  expect(linesOf(brush, 'team-252', [room])).toEqual(['team-252']);
  expect(linesOf(brush, 'team-252', [room - 1, room - 1])).toEqual(['team-', '252']);
  expect(linesOf(brush, 'team-252', [room - 1])).toBeUndefined();
  expect(linesOf(brush, 'unbroken', [20, 20, 20])).toBeUndefined();
  const widest = Math.ceil(textWidth(brush, 'node-'));
  expect(linesOf(brush, 'kube-node-lease', [widest, widest, widest])).toEqual([
    'kube-',
    'node-',
    'lease',
  ]);
  expect(linesOf(brush, 'kube-node-lease', [widest, widest])).toBeUndefined();
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

const TEAMS = ['payments', 'preview-417', 'shop', 'monitoring', 'operators'];
const NAMES = [
  'default',
  ...TEAMS,
  ...TEAMS.flatMap((team) => Array.from({ length: 118 }, (_, at) => `${team}-eu-beta-${at + 1}`)),
];

/** The names that a cut one may stand for. */
function readAs(cut: string): readonly string[] {
  const [first = '', end] = cut.split('…');
  return NAMES.filter((name) =>
    end === undefined ? name === cut : name.startsWith(first) && name.endsWith(end),
  );
}

it('a cut name of one map is its end where no other ends so, else its first letters and its end', () => {
  const brush = { context: document.createElement('canvas').getContext('2d') } as Brush;
  setFont(brush, TINY, 600);
  const apart = namesApart(NAMES);
  const inRoomOf = (name: string, like: string): string | undefined =>
    cutName(brush, name, Math.ceil(textWidth(brush, like)), apart);
  expect(inRoomOf('shop-eu-beta-53', '…op-eu-beta-53')).toBe('…op-eu-beta-53');
  // `…eta-53` may be any of five.
  expect(inRoomOf('shop-eu-beta-53', 'sh…ta-53')).toBe('sh…ta-53');
  expect(inRoomOf('shop-eu-beta-53', 'sh…-53')).toBe('sh…-53');
  expect(inRoomOf('payments-eu-beta-53', 'pa…53')).toBe('pa…53');
  // `pa…7` may be `-17`.
  expect(inRoomOf('payments-eu-beta-7', 'pa…-7')).toBe('pa…-7');
  expect(inRoomOf('monitoring-eu-beta-104', 'm…104')).toBe('m…104');
});

it('no cut name of one map may be read as two of its names where seven letters have room', () => {
  const brush = { context: document.createElement('canvas').getContext('2d') } as Brush;
  setFont(brush, TINY, 600);
  const apart = namesApart(NAMES);
  const enough = Math.ceil(textWidth(brush, 'mo…-117'));
  for (const name of NAMES) {
    for (let room = enough; room < textWidth(brush, name); room += 3) {
      const cut = cutName(brush, name, room, apart) ?? '';
      expect(textWidth(brush, cut)).toBeLessThanOrEqual(room);
      const lines = cutLines(brush, name, [room, 20], apart) ?? [];
      expect([readAs(cut), readAs(lines.join(''))]).toEqual([[name], [name]]);
    }
  }
});

it('of a name on two lines the upper one has its first letters where else it may be another', () => {
  const brush = { context: document.createElement('canvas').getContext('2d') } as Brush;
  setFont(brush, TINY, 600);
  const widths = ['monitoring-', 'beta-104'].map((each) => Math.ceil(textWidth(brush, each)));
  const [wide = 0, second = 0] = widths;
  const apart = namesApart(NAMES);
  const name = 'monitoring-eu-beta-104';
  expect(cutLines(brush, name, [wide, second], apart)).toEqual(['…oring-eu-', 'beta-104']);
  // `…s-eu-` may be of the operators.
  const narrow = Math.ceil(textWidth(brush, 'pa…eu-'));
  expect(cutLines(brush, 'payments-eu-beta-104', [narrow, second], apart)).toEqual([
    'pa…eu-',
    'beta-104',
  ]);
  expect(cutLines(brush, name, [17, 17], apart)).toBeUndefined();
});
