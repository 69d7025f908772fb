import type { NodeRecord } from '@gcscope/gc-core/wire';
import {
  type Box,
  CARD_HEIGHT,
  CARD_WIDTH,
  glyphOf,
  layout,
  overlaps,
  palette,
  rowsOf,
  stackSiblings,
} from '@gcscope/picture';
import { expect, it } from 'vitest';
import { setFont } from '../../../src/map/paint/brush.ts';
import type { NamedTrees } from '../../../src/map/paint/name-rooms.ts';
import { problemsOf } from '../../../src/map/world/problems.ts';
import { drawNames, facesOf } from '../../support/draw-tree-names.ts';
import type { Drawing } from '../../support/drawing.ts';
import { ownedBy, record } from '../../support/record.ts';

const summary = { verdict: 'waits', rule: 'FG-02', blockedBy: 'x' } as const;

it('what is blocked has its name with its sign, also without a card, and no mark that covers it; with too many in view a mark', () => {
  const blocked = (trees: number): readonly NodeRecord[] =>
    Array.from({ length: trees }, (_, tree) => {
      const root = record({ uid: `${tree}`, beingDeleted: true, summary });
      const below = { owners: [ownedBy(root)], beingDeleted: true, summary };
      return [
        root,
        ...Array.from({ length: 9 }, (__, at) => record({ uid: `${tree}-${at}`, ...below })),
      ];
    }).flat();
  const few = drawNames(blocked(8), { hasCard: () => false }, 0.24);
  expect([few.boxes.length, few.marked]).toEqual([80, []]);
  const many = drawNames(blocked(16), { hasCard: () => false }, 0.24);
  // Names of roots are few.
  expect(many.boxes).toHaveLength(16);
  expect(many.marked.some((uid) => !uid?.includes('-'))).toBe(false);
  expect(many.marked.length).toBeGreaterThan(100);
});

it('what the API server has removed is drawn so, whatever the graph still has of it', () => {
  const root = record({ uid: 'root', name: 'web', beingDeleted: true, summary });
  const below = record({ uid: 'one', owners: [ownedBy(root)] });
  const rows = rowsOf([root, below], new Map([['root', 'removed']]));
  const { boxOf } = drawNames([root, below], { marks: rows.marks });
  const { blocked, removed } = palette('light').marks;
  expect(boxOf(removed.fill)).toBeDefined();
  expect(boxOf(blocked.fill)).toBeUndefined();
});

/** Draws the name of a Deployment over its ReplicaSets. */
function writtenOfRoot(replicas: number, fields: Partial<NamedTrees> = {}): Drawing {
  const root = record({ uid: 'root', name: 'api', apiVersion: 'apps/v1', kind: 'Deployment' });
  const sets = Array.from({ length: replicas }, (_, at) =>
    record({ uid: `set-${at}`, kind: 'ReplicaSet', owners: [ownedBy(root)] }),
  );
  return drawNames([root, ...sets], fields);
}

it('the kind of a root stands behind its name, alike over a wide and a narrow tree', () => {
  for (const replicas of [3, 1]) {
    expect(writtenOfRoot(replicas).written.map(({ text }) => text)).toEqual(['api', 'deploy']);
  }
});

it('a name with its kind covers no line that ends at the card', () => {
  const { written } = writtenOfRoot(3, { isReached: () => true });
  // The short name of the kind has room on the card.
  expect(written.map(({ text }) => text)).toEqual(['api', 'deploy']);
});

it('the name of a root has its glyph', () => {
  const glyph = writtenOfRoot(3).boxOf(glyphOf('apps/v1', 'Deployment').tint);
  expect(glyph?.width).toBeGreaterThanOrEqual(11);
  expect(glyph?.height).toBeGreaterThanOrEqual(11);
});

it('the name of a root at the side of its room stays within that room', () => {
  const tree = (name: string, dependents: number): NodeRecord[] => {
    const root = record({ uid: name, name, kind: 'Deployment' });
    const below = { kind: 'ReplicaSet', owners: [ownedBy(root)] };
    return [
      root,
      ...Array.from({ length: dependents }, (_, at) => record({ uid: `${name}${at}`, ...below })),
    ];
  };
  const long = 'checkout-metrics-reader-of-the-payments-team';
  const [left, large] = [tree('left-of-it', 1), tree(long, 3)];
  const before = layout(rowsOf([...left, ...large]));
  const [root] = large;
  const records = [...left, ...(root ? [root] : []), ...large.slice(1, 2)];
  const placed = layout(rowsOf(records), before);
  const slot = placed.uids.indexOf(long);
  const room = placed.reserved[placed.trees[slot] ?? -1] as Box;
  const moved = { ...placed, x: placed.x.with(slot, room.x + CARD_WIDTH / 2) };
  const [beside, name] = drawNames(records, { layout: moved }).boxes;
  expect(beside && name && overlaps(beside, name)).toBe(false);
  // The name reaches no farther than half of the gap beside it.
  expect(name?.x).toBeGreaterThan((room.x - 16 - placed.bounds.x) * 0.36);
});

/** The name that is written of a blocked Pod below an owner, beside `calm` others and these lines, relative to the Pod. */
function nameOfBlocked(
  calm: number,
  lines: readonly (readonly number[])[] = [],
): string | undefined {
  const root = record({ uid: 'root', name: 'api' });
  const owners = [ownedBy(root)];
  const name = 'ledger-6c9f7b54d8-x2x9k';
  const records = [
    root,
    record({ uid: 'held', name, owners, beingDeleted: true, summary }),
    ...Array.from({ length: calm }, (_, at) => record({ uid: `calm-${at}`, owners })),
    // A wide frame.
    ...Array.from({ length: 9 }, (_, at) => record({ uid: `alone-${at}` })),
  ];
  const placed = layout(rowsOf(records));
  const slot = placed.uids.indexOf('held');
  const at = [placed.x[slot] ?? 0, placed.y[slot] ?? 0] as const;
  const routes = lines.map((points) => ({
    points: points.map((each, index) => each + at[index % 2 ? 1 : 0]),
  }));
  return drawNames(records, { routes }).written.find(({ text }) => text.startsWith('l'))?.text;
}

it('the name of an object with a problem covers the beginning of its own line, up to its bend', () => {
  const name = 'export-token';
  const wrong = [{ index: 0, finding: 'cross-namespace' }] as const;
  const records = [
    record({ uid: 'held', name, beingDeleted: true, summary: { ...summary, wrong } }),
    ...Array.from({ length: 9 }, (_, at) => record({ uid: `alone-${at}` })),
  ];
  const placed = layout(rowsOf(records));
  const slot = placed.uids.indexOf('held');
  const [x = 0, y = 0] = [placed.x[slot], placed.y[slot]];
  const written = (dependent: number, bend: number): boolean => {
    const points = [x + CARD_WIDTH / 2, y, x + bend, y, x + bend, y + 300];
    const fields = { layout: placed, routes: [{ points, dependent }] };
    return drawNames(records, fields, 0.27).written.some(({ text }) => text === name);
  };
  expect([written(slot, 230), written(-1, 230), written(slot, 110)]).toEqual([true, false, false]);
});

it('the names of roots with problems share the gap between their trees', () => {
  const pair = ['checkout-metrics-reader', 'preview-417-with-a-long-name'].flatMap((name) => {
    const root = record({ uid: name, name, beingDeleted: true, summary });
    return [root, record({ uid: `below-${name}`, owners: [ownedBy(root)] })];
  });
  const alone = Array.from({ length: 9 }, (_, at) => record({ uid: `alone-${at}` }));
  const [one, other] = drawNames([...pair, ...alone]).boxes;
  expect(one && other && one.y === other.y).toBe(true);
  expect(one && other && overlaps(one, other)).toBe(false);
});

it('the names of roots take the room beside their trees, and of one gap that of a problem takes more', () => {
  const namesOf = (
    problems: readonly boolean[],
    fields: Partial<NamedTrees> = {},
  ): readonly Box[] => {
    const trees = problems.flatMap((hasProblem, at) => {
      const name = `${at}-checkout-metrics-reader-of-payments`;
      const problem = hasProblem && { beingDeleted: true, summary };
      const root = record({ uid: `root-${at}`, name, kind: 'ConfigMap', ...problem });
      return [root, record({ uid: `below-${at}`, owners: [ownedBy(root)] })];
    });
    // A wide frame.
    const alone = Array.from({ length: 9 }, (_, at) => record({ uid: `alone-${at}` }));
    return drawNames([...trees, ...alone], fields).boxes.slice(0, problems.length);
  };
  const widths = (boxes: readonly Box[]): number[] => boxes.map(({ width }) => width);
  const [calm, leftProblem, rightProblem] = [
    namesOf([false, false]),
    namesOf([true, false]),
    namesOf([false, true]),
  ];
  for (const [left, right] of [calm, leftProblem, rightProblem]) {
    expect(left && right && left.y === right.y && !overlaps(left, right)).toBe(true);
  }
  const [one = 0, other = 0] = widths(calm);
  const [oneInTree = 0, otherInTree = 0] = widths(
    namesOf([false, false], { isReached: () => true }),
  );
  expect([one > oneInTree, other > otherInTree]).toEqual([true, true]);
  expect(widths(leftProblem)[0]).toBeGreaterThan(one);
  expect(widths(rightProblem)[1]).toBeGreaterThan(other);
});

it('before cards have names, an object with a problem has its glyph rather than a few letters', () => {
  const root = record({ uid: 'root', name: 'api' });
  const owners = [ownedBy(root)];
  const token = { name: 'export-token', kind: 'Secret', owners };
  const held = record({ uid: 'held', ...token, beingDeleted: true, summary });
  const calm = ['a', 'b', 'c', 'd'].map((uid) => record({ uid, owners }));
  const namesAt = (zoom: number): readonly string[] =>
    drawNames([root, held, ...calm], { isReached: () => true }, zoom)
      .written.map(({ text }) => text)
      .filter((text) => text.startsWith('e'));
  expect(namesAt(0.24)).toEqual([]);
  expect(namesAt(0.31)).toEqual([expect.stringMatching(/^ex\w*…\w*n$/)]);
});

/** Texts on an object with a problem between calm siblings, before cards have names. */
function writtenWithProblem(name: string): readonly string[] {
  const root = record({ uid: 'root', name: 'api' });
  const owners = [ownedBy(root)];
  const wrong = [{ index: 0, finding: 'dangling' }] as const;
  const lost = { verdict: 'goes', rule: 'CL-13', wrong } as const;
  const records = [
    root,
    record({ uid: 'a', name: 'a', owners }),
    record({ uid: 'b', name, kind: 'ConfigMap', owners, summary: lost }),
    record({ uid: 'c', name: 'c', owners }),
  ];
  return drawNames(records, {}, 0.23)
    .written.map(({ text }) => text)
    .filter((text) => !['', 'api', 'Pod'].includes(text));
}

it('the name of an object with a problem takes all the room that its calm siblings leave', () => {
  expect(writtenWithProblem('canaryWeights')).toEqual([expect.stringMatching(/^can\w*…\w*ts$/)]);
});

it('where the name of an object with a problem has no room, its glyph says its kind, and no word', () => {
  expect(writtenWithProblem('mmmmmmmmm-mmmmmmmmm')).toEqual([]);
});

it('the glyph gives way where a name is whole without it', () => {
  const glyphOfRoot = (name: string): object | undefined => {
    const root = record({ uid: 'root', name, apiVersion: 'apps/v1', kind: 'Deployment' });
    const wide = Array.from({ length: 9 }, (_, at) => record({ uid: `alone-${at}` }));
    return drawNames([root, record({ uid: 'set', owners: [ownedBy(root)] }), ...wide], {
      isReached: () => true,
    }).boxOf(glyphOf('apps/v1', 'Deployment').tint);
  };
  expect(glyphOfRoot('checkout')).toBeDefined();
  expect(glyphOfRoot('prometheus')).toBeUndefined();
  // This name would be cut all the same.
  expect(glyphOfRoot('prometheus-of-payments')).toBeDefined();
});

it('the name of a problem takes the room that is free beside its card, and no more', () => {
  const [alone = '', crowded = ''] = [nameOfBlocked(0), nameOfBlocked(2)];
  expect(alone.length).toBeGreaterThan(crowded.length + 3);
});

it('the name of a problem takes the room on the side that no line comes to', () => {
  const half = CARD_WIDTH / 2;
  const fromLeft = [-300, 0, -half, 0];
  const fromRight = [half, 0, 300, 0];
  const through = [-300, 0, 300, 0];
  const below = [-300, 60, 0, 60, 0, CARD_HEIGHT / 2 + 1];
  const [free = '', none = ''] = [nameOfBlocked(0), nameOfBlocked(0, [through])];
  expect(nameOfBlocked(0, [below])).toBe(free);
  for (const line of [fromLeft, fromRight]) {
    const { length } = nameOfBlocked(0, [line]) ?? '';
    expect([length > none.length, length <= free.length]).toEqual([true, true]);
  }
  expect(nameOfBlocked(0, [fromLeft, fromRight])).toBe(none);
});

it('names of problems far from each other do not meet', () => {
  const root = record({ uid: 'root', name: 'api' });
  const long = (end: string): string => `l${'o'.repeat(60)}ng-${end}`;
  const [left, right] = ['left', 'right'].map((uid) =>
    record({ uid, name: long(uid), owners: [ownedBy(root)], beingDeleted: true, summary }),
  ) as [NodeRecord, NodeRecord];
  // Two dependents each keep them apart.
  const below = [left, right].flatMap((owner) =>
    [0, 1].map((at) => record({ uid: `${owner.uid}-${at}`, owners: [ownedBy(owner)] })),
  );
  const { boxes } = drawNames([root, left, right, ...below]);
  const [one, other] = boxes.filter(({ width }) => width > 100);
  if (!one || !other) throw new Error('Neither name takes the room beside its card.');
  expect(overlaps(one, other)).toBe(false);
});

it('the name of a stack has an hourglass while some of its members are terminating', () => {
  const namespaces = ['shop', 'bank', 'preview'].map((name) =>
    record({ uid: name, name, kind: 'Namespace', namespace: '', beingDeleted: name === 'preview' }),
  );
  const stacked = stackSiblings(rowsOf(namespaces));
  const placed = layout(stacked);
  const [stack] = stacked.stacks.values();
  const uid = stack?.uid ?? '';
  const face = record({ uid, kind: 'Namespace', name: '3 Namespaces' });
  const faces = { ...facesOf([face]), stacks: new Map(stack && [[uid, stack]]) };
  const problems = problemsOf(placed, stacked.marks, { stacks: stacked.stacks });
  const { boxOf, written } = drawNames([], { layout: placed, faces, problems });
  expect(written.map(({ text }) => text)).toEqual(['3 ns']);
  expect(boxOf(palette('light').marks.terminating.sign)).toBeDefined();
});

it('a root that is gone keeps its name as it was, with the room of its tree', () => {
  const root = record({ uid: 'root', name: 'checkout-metrics-reader', kind: 'Deployment' });
  const sets = ['a', 'b', 'c'].map((uid) =>
    record({ uid, kind: 'ReplicaSet', owners: [ownedBy(root)] }),
  );
  const all = [root, ...sets];
  const textsOf = (faces: NamedTrees['faces']): string[] =>
    drawNames(all, { faces }).written.map(({ text }) => text);
  const before = textsOf(facesOf(all));
  expect(before).toContain('checkout-metrics-reader');
  expect(textsOf(facesOf(all, ['root', 'a', 'b', 'c']))).toEqual(before);
});

it('in a comparison, a card has the same name in any state, with a line to it or without', () => {
  const root = record({ uid: 'root', name: 'checkout-of-the-web-shop', kind: 'Deployment' });
  const names = ['checkout-of-the-web-shop-5d8f9c-canary', 'limits', 'wildcard-certificate-of-all'];
  const calm = [root, ...names.map((name) => record({ uid: name, name, owners: [ownedBy(root)] }))];
  const hurt = calm.map((each) => ({ ...each, beingDeleted: true, summary }));
  const placed = layout(rowsOf(calm));
  const lettersOf = (records: readonly NodeRecord[], fields: Partial<NamedTrees>): unknown => {
    const { written, boxes } = drawNames(records, { layout: placed, ...fields });
    return [written.map(({ text }) => text), boxes.length];
  };
  const compared = lettersOf(calm, { isCompared: true });
  expect(compared).toEqual([expect.anything(), 4]);
  const reached = { isCompared: true, isReached: () => true };
  expect(lettersOf(hurt, { isCompared: true })).toEqual(compared);
  expect(lettersOf(hurt, reached)).toEqual(compared);
  // Elsewhere what has a problem has more room.
  expect(lettersOf(hurt, {})).not.toEqual(lettersOf(calm, {}));
});

it('between the name of an object with a problem and its border there is as much room as on a card', () => {
  const root = record({ uid: 'root', name: 'web' });
  const others = ['one', 'two'].map((uid) => record({ uid, owners: [ownedBy(root)] }));
  const roomBehind = (name: string): number => {
    const problem = { owners: [ownedBy(root)], beingDeleted: true, summary };
    const records = [root, record({ uid: 'held', name, ...problem }), ...others];
    const { written, boxes, brush } = drawNames(records, { isReached: () => true }, 0.54);
    const said = written.find(({ text }) => name.endsWith(text) && text !== '');
    const plate = boxes.find(({ x, width }) => said && said.x > x && said.x < x + width);
    if (!said || !plate) return Number.POSITIVE_INFINITY;
    setFont(brush, Math.max(10, 17 * brush.zoom), 600);
    return plate.x + plate.width - said.x - brush.context.measureText(said.text).width;
  };
  const names = Array.from({ length: 16 }, (_, at) => `held-${'r'.repeat(at + 1)}`);
  const least = Math.min(...names.map(roomBehind));
  expect(least).toBeGreaterThan(4.5);
  expect(least).toBeLessThan(20);
});
