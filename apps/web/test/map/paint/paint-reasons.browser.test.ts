import { hasWrongReference, markOf, type NodeRecord } from '@gcscope/gc-core/wire';
import {
  type Box,
  BUS,
  CARD_HEIGHT,
  CARD_WIDTH,
  crossEdges,
  GAP_X,
  layout,
  overlaps,
  palette,
  routeEdges,
  rowsOf,
} from '@gcscope/picture';
import { beforeAll, describe, expect, it } from 'vitest';
import { toMapRoute } from '../../../src/map/edges/map-routes.ts';
import { loadFonts } from '../../../src/map/paint/brush.ts';
import { paintCard, wordRoom } from '../../../src/map/paint/paint-cards.ts';
import { paintReasons } from '../../../src/map/paint/paint-reasons.ts';
import { paintTreeNames } from '../../../src/map/paint/paint-tree-names.ts';
import { CARD_NAMES_ZOOM, READABLE_ZOOM, REASONS_ZOOM } from '../../../src/map/view/measures.ts';
import { problemsOf } from '../../../src/map/world/problems.ts';
import { ViewIndex } from '../../../src/map/world/view-index.ts';
import { drawing } from '../../support/drawing.ts';
import { ownedBy, record } from '../../support/record.ts';
import { shopWorld } from '../../support/shop-world.ts';

const blocked = { verdict: 'waits', rule: 'API-35', blockedBy: 'finalizer e.com/hold' } as const;
const lost = {
  verdict: 'goes',
  rule: 'CL-13',
  wrong: [{ index: 0, finding: 'dangling' }],
} as const;

interface Reasons {
  readonly texts: readonly string[];
  readonly boxes: readonly Box[];
  /** The boxes of all cards, and of the straight parts of the routed lines, CSS px. */
  readonly cards: readonly Box[];
  readonly lines: readonly Box[];
  /** Boxes of the lines that begin below owners, each as wide as its bar. */
  readonly bars: readonly Box[];
  /** The colour of the ground of a reason. */
  readonly plate: (box: Box | undefined) => string | undefined;
}

/** The reasons that are written on a map of these objects. */
function reasonsOf(
  records: readonly NodeRecord[],
  zoom: number,
  beside: readonly Box[] = [],
  hasKind = true,
  width = 1440,
): Reasons {
  const rows = rowsOf(records);
  const placed = layout(rows);
  const { bounds } = placed;
  const pan = { x: 10 - bounds.x * zoom, y: 10 - bounds.y * zoom };
  const { brush, written, colourAt } = drawing({ zoom, pan }, width, 900);
  const routes = routeEdges(placed, crossEdges(rows.edges, placed)).map(toMapRoute);
  const known = new Map(records.map((each) => [each.uid, each]));
  const scene = {
    layout: placed,
    index: new ViewIndex(placed),
    records: known,
    problems: problemsOf(placed, rows.marks),
    routes,
    hasCard: () => true,
    hasKind: () => hasKind,
    roomOnCard: wordRoom(zoom),
  };
  const recordAt = known.get.bind(known);
  const faces = { records: known, recordAt, stacks: new Map() };
  const { marks } = rows;
  const names = paintTreeNames(brush, { ...scene, faces, marks, isReached: () => false });
  const before = written.length;
  const boxes = paintReasons(brush, { ...scene, names: [...names.values(), ...beside] });
  const texts = written.slice(before).map(({ text }) => text);
  const onScreen = (x: number, y: number, width: number, height: number): Box => {
    return { x: x * zoom + pan.x, y: y * zoom + pan.y, width: width * zoom, height: height * zoom };
  };
  const cards = records.map((_, slot) => {
    const [x, y] = [placed.x[slot] ?? 0, placed.y[slot] ?? 0];
    return onScreen(x - CARD_WIDTH / 2, y - CARD_HEIGHT / 2, CARD_WIDTH, CARD_HEIGHT);
  });
  const lines = routes.flatMap(({ points }) =>
    points.slice(2).flatMap((_, at) => {
      if (at % 2 === 1) return [];
      const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = points.slice(at, at + 4);
      const [x, y] = [Math.min(x1, x2), Math.min(y1, y2)];
      return [onScreen(x, y, Math.abs(x1 - x2) + 0.1, Math.abs(y1 - y2) + 0.1)];
    }),
  );
  const bars = [...new Set(placed.parents)]
    .filter((slot) => slot >= 0)
    .map((slot) => {
      const [x, y] = [placed.x[slot] ?? 0, placed.y[slot] ?? 0];
      return onScreen(x - 5, y + CARD_HEIGHT / 2, 10, BUS);
    });
  const plate = (box: Box | undefined): string | undefined =>
    box && colourAt(box.x - 1, box.y + box.height / 2);
  return { texts, boxes, cards, lines, bars, plate };
}

/** Three namespaces: beside a tall tree, room below an object that is blocked, one that has lost its owner, and a calm one. */
function withProblems(): NodeRecord[] {
  const leafs = [
    { uid: 'held', beingDeleted: true, summary: blocked },
    { uid: 'lost', summary: lost },
    { uid: 'calm' },
  ];
  return leafs.flatMap((leaf) => {
    const namespace = `of-${leaf.uid}`;
    const chain = [record({ uid: `${namespace}-0`, namespace })];
    for (const owner of chain) {
      const uid = `${namespace}-${chain.length}`;
      if (chain.length < 5) chain.push(record({ uid, namespace, owners: [ownedBy(owner)] }));
    }
    const root = record({ uid: `${namespace}-root`, namespace });
    return [...chain, root, record({ ...leaf, namespace, owners: [ownedBy(root)] })];
  });
}

/** Lines to two dependents leave no room below their owner. */
function twoLeafs(owner: NodeRecord): readonly NodeRecord[] {
  return ['a', 'b'].map((uid) => record({ uid, owners: [ownedBy(owner)] }));
}

describe('the reasons of problems', () => {
  beforeAll(loadFonts);

  it('no reason stands below the card of another problem', () => {
    const long = {
      ...blocked,
      blockedBy: 'ConfigMap content/held, finalizer example.com/cleanup',
    };
    const row = ['a', 'b', 'c', 'd'].map((uid) =>
      record({ uid, namespace: 'n', beingDeleted: true, summary: long }),
    );
    const { boxes, cards } = reasonsOf(row, 0.31);
    expect(boxes.length).toBeGreaterThan(1);
    for (const box of boxes) {
      const above = cards.filter(
        ({ x, y, width, height }) =>
          y < box.y && y + 2 * height > box.y && x < box.x + box.width && x + width > box.x,
      );
      expect(above).toHaveLength(1);
    }
  });

  it.each([0.36, 0.45, READABLE_ZOOM - 0.01])('stand at their cards: at %d', (zoom) => {
    expect(reasonsOf(withProblems(), zoom).texts).toEqual(['e.com/hold', 'owner is missing']);
  });

  it('stand at their cards already while others have no names, but not from afar', () => {
    const both = ['e.com/hold', 'owner is', 'missing'];
    expect(reasonsOf(withProblems(), CARD_NAMES_ZOOM - 0.02).texts).toEqual(both);
    expect(reasonsOf(withProblems(), REASONS_ZOOM - 0.01).texts).toEqual([]);
  });

  it.each([READABLE_ZOOM, 0.7, 0.82, 1, 1.6])(
    'are said once, on the second line of the card or beside it: at %d',
    (zoom) => {
      const said = (fields: Partial<NodeRecord>): string => {
        const one = record({ uid: 'web', kind: 'Secret', ...fields });
        const alone = Array.from({ length: 4 }, (_, at) => record({ uid: `alone-${at}` }));
        const { brush, written } = drawing({ zoom, pan: { x: 500, y: 300 } });
        const wrong = hasWrongReference(one);
        const face = { stack: undefined, pale: false, owner: undefined, x: 0, y: 0 };
        paintCard(brush, { record: one, mark: markOf(one), wrong, ...face });
        const onCard = written.map(({ text }) => text).filter((text) => text !== 'Secret');
        return [...onCard, ...reasonsOf([one, ...alone], zoom).texts].join(' ');
      };
      const wrong = [{ index: 0, finding: 'cross-namespace' }] as const;
      const blockedBy = 'finalizer vault.example.com/revoke-lease';
      const held = { ...blocked, blockedBy, wrong };
      expect(said({ summary: { ...lost, wrong } })).toBe('web owner in other namespace');
      expect(said({ summary: lost })).toBe('web owner is missing');
      expect(said({ beingDeleted: true, summary: held })).toBe(
        'web vault.example.com/revoke-lease, owner in other namespace',
      );
      expect(said({ beingDeleted: true, summary: { ...held, ...blocked } })).toBe(
        'web e.com/hold owner in other namespace',
      );
    },
  );

  it('say what blocks an object, and what is wrong with its reference where both have room', () => {
    const world = withProblems().map((each) =>
      each.uid === 'held' ? { ...each, summary: { ...blocked, wrong: lost.wrong } } : each,
    );
    expect(reasonsOf(world, 0.45).texts.join(' ')).toBe(
      'e.com/hold, owner is missing owner is missing',
    );
    const owner = record({
      uid: 'owner',
      beingDeleted: true,
      summary: { ...blocked, wrong: lost.wrong },
    });
    const crowded = [owner, ...twoLeafs(owner)];
    expect(reasonsOf(crowded, 0.36).texts).toEqual(['…/hold']);
  });

  it('name all different faults of references, or how many there are', () => {
    const wrong = [
      { index: 0, finding: 'cross-namespace' },
      { index: 1, finding: 'unresolvable' },
    ] as const;
    const two = withProblems().map((each) =>
      each.uid === 'lost' ? { ...each, summary: { ...lost, wrong } } : each,
    );
    expect(reasonsOf(two, 0.6).texts.join(' ')).toContain(
      'owner in other namespace; owner kind not served',
    );
    const owner = record({ uid: 'owner', summary: { ...lost, wrong } });
    const crowded = [owner, ...twoLeafs(owner)];
    expect(reasonsOf(crowded, 0.36).texts.join(' ')).toBe('2 wrong references');
    const same = wrong.map((each) => ({ ...each, finding: 'dangling' as const }));
    const both = { ...owner, summary: { ...lost, wrong: same } };
    expect(reasonsOf([both], 0.6).texts.join(' ')).toBe('owner is missing');
  });

  it('are left out where the blocker has no name', () => {
    const unnamed = { ...blocked, blockedBy: 'finalizer ' };
    const world = withProblems().map((each) =>
      each.uid === 'held' ? { ...each, summary: unnamed } : each,
    );
    expect(reasonsOf(world, 0.45).texts).toEqual(['owner is missing']);
  });

  it('begin with the kind that has no room beside the name', () => {
    const { texts } = reasonsOf(withProblems(), 0.45, [], false);
    expect(texts.join(' ')).toBe('Pod: e.com/hold Pod: owner is missing');
    const owner = record({ uid: 'owner', beingDeleted: true, summary: blocked });
    const crowded = [owner, ...twoLeafs(owner)];
    expect(reasonsOf(crowded, 0.36, [], false).texts).toEqual(['…/hold']);
  });

  it('give way to names', () => {
    const everywhere = [{ x: 0, y: 0, width: 1440, height: 900 }];
    expect(reasonsOf(withProblems(), 0.45, everywhere).texts).toEqual([]);
  });

  it.each([0.34, 0.36, 0.45, 0.6])(
    'stand at each object with a problem of a whole world: at %d',
    (zoom) => {
      const world = shopWorld().map((each, at) =>
        at % 9 === 0 ? { ...each, beingDeleted: true, summary: blocked } : each,
      );
      const some = world.filter((each) => hasWrongReference(each) || markOf(each) === 'blocked');
      expect(some.length).toBeGreaterThan(9);
      expect(reasonsOf(world, zoom).boxes).toHaveLength(some.length);
    },
  );

  it('break rather behind the domain of a finalizer than within its name', () => {
    const long = { ...blocked, blockedBy: 'finalizer audit.example.com/flush-ledger' };
    const held = record({ uid: 'held', beingDeleted: true, summary: long });
    const alone = Array.from({ length: 4 }, (_, at) => record({ uid: `alone-${at}` }));
    expect(reasonsOf([held, ...alone], 0.34).texts).toEqual(['audit.example.com/', 'flush-ledger']);
  });

  it.each([0.34, 0.45, 0.6, 0.75, 1])('are no wider than two cards: at %d', (zoom) => {
    const way = 'Pod payments/ledger-v1-6c9f7b54d8-n6bhx, finalizer audit.example.com/flush-ledger';
    const fields = { beingDeleted: true, summary: { ...blocked, blockedBy: way } };
    const held = record({ uid: 'held', ...fields });
    const leaf = record({ uid: 'leaf', owners: [ownedBy(held)] });
    const alone = record({ uid: 'alone', ...fields });
    const [root, ...leafs] = Array.from({ length: 12 }, (_, at) => record({ uid: `n${at}` }));
    const wide = root ? leafs.map((each) => ({ ...each, owners: [ownedBy(root)] })) : [];
    for (const some of [[held, leaf], [alone]]) {
      const { boxes } = reasonsOf([...some, ...(root ? [root] : []), ...wide], zoom, [], false);
      expect(boxes).toHaveLength(1);
      expect((boxes[0]?.width ?? 0) / zoom).toBeLessThanOrEqual(2 * (CARD_WIDTH + GAP_X));
    }
  });

  it.each([0.33, 0.36])(
    'say both, the finalizer cut, where there is little room: at %d',
    (zoom) => {
      const wrong = [{ index: 0, finding: 'cross-namespace' }] as const;
      const blockedBy = 'finalizer vault.example.com/revoke-lease';
      const summary = { ...blocked, blockedBy, wrong };
      const held = record({ uid: 'held', beingDeleted: true, summary });
      const alone = Array.from({ length: 4 }, (_, at) => record({ uid: `alone-${at}` }));
      const { texts } = reasonsOf([held, ...alone], zoom, [], false);
      expect(texts.join(' ')).toContain('…/revoke-lease, owner in other namespace');
    },
  );

  it('leave room for those of neighbours', () => {
    const elsewhere = { ...lost, wrong: [{ index: 0, finding: 'cross-namespace' }] } as const;
    const root = record({ uid: 'root' });
    const some = ['a', 'b', 'c'].map((uid) =>
      record({ uid, owners: [ownedBy(root)], summary: elsewhere }),
    );
    const reason = ['owner in other', 'namespace'];
    expect(reasonsOf([root, ...some], 0.36).texts).toEqual([...reason, ...reason, ...reason]);
  });

  describe('of a chain of owners that wait for one Pod', () => {
    const name = 'ledger-v1-6c9f7b54d8-tcvhq';
    const way = `Pod payments/${name}, finalizer audit.example.com/flush-ledger`;
    const waiting = { beingDeleted: true, summary: { ...blocked, blockedBy: way } };
    const top = record({ uid: 'top', ...waiting });
    const middle = record({ uid: 'middle', owners: [ownedBy(top)], ...waiting });
    const pod = record({
      uid: 'pod',
      owners: [ownedBy(middle)],
      beingDeleted: true,
      summary: { ...blocked, blockedBy: 'finalizer audit.example.com/flush-ledger' },
    });
    const chain = [top, middle, pod];
    const held = record({ uid: 'held', beingDeleted: true, summary: blocked });

    it.each([READABLE_ZOOM, 0.64, 0.8, 0.91, 1, 1.3])(
      'stand beside the lines, and say the same of both: at %d',
      (zoom) => {
        const { texts, boxes, bars } = reasonsOf([...chain, held], zoom);
        expect(boxes.length).toBeGreaterThanOrEqual(3);
        for (const box of boxes) {
          expect(bars.filter((bar) => overlaps(bar, box))).toEqual([]);
        }
        const words = texts.join(' ');
        expect(words.match(/blocked by Pod/g)).toHaveLength(2);
        expect(words.split(name).length).not.toBe(2);
        if (zoom >= 0.91) expect(words.split(name)).toHaveLength(3);
      },
    );

    it.each([0.36, 0.465, 0.5, READABLE_ZOOM, 0.64, 0.8, 1])(
      'say the same where one of them has more room: at %d',
      (zoom) => {
        const leafs = Array.from({ length: 3 }, (_, at) =>
          record({ uid: `leaf-${at}`, owners: [ownedBy(middle)] }),
        );
        const { texts } = reasonsOf([...chain, ...leafs, held], zoom);
        const words = texts.join(' ');
        expect([1, 3]).toContain(words.split(name).length);
      },
    );
  });

  it('stand on lines where nothing else is free, and on a plate', () => {
    const owner = record({ uid: 'owner', beingDeleted: true, summary: blocked });
    const { texts, boxes, plate } = reasonsOf([owner, ...twoLeafs(owner)], 0.36);
    expect(texts).toEqual(['…/hold']);
    expect(plate(boxes[0])).toBe(palette('light').marks.blocked.fill);
    const free = reasonsOf(withProblems(), 0.36);
    expect(free.plate(free.boxes[0])).not.toBe(palette('light').marks.blocked.fill);
  });

  it.each([CARD_NAMES_ZOOM, 0.4, 0.5, 0.6])(
    'cover no card and no other reason, and no line while there is other room: at %d',
    (zoom) => {
      const world = shopWorld().map((each, at) =>
        at % 3 === 0 ? { ...each, beingDeleted: true, summary: blocked } : each,
      );
      const { boxes, cards, lines } = reasonsOf(world, zoom);
      expect(boxes.length).toBeGreaterThan(2);
      const onLines = boxes.filter((box) => lines.some((line) => overlaps(line, box)));
      expect(onLines.length).toBeLessThan(boxes.length / 2);
      for (const [at, box] of boxes.entries()) {
        expect(cards.filter((card) => overlaps(card, box))).toEqual([]);
        expect(boxes.slice(at + 1).filter((other) => overlaps(other, box))).toEqual([]);
      }
    },
  );
});

it('the edge of the view cuts no reason that has room on the other side', () => {
  const waits = {
    ...blocked,
    blockedBy: 'finalizer deprovisioning.example.com/databases-of-today',
  };
  const records = Array.from({ length: 8 }, (_, at) =>
    record({ uid: `${at}`, kind: `Kind${at}`, beingDeleted: true, summary: waits }),
  );
  const { cards, boxes } = reasonsOf(records, READABLE_ZOOM);
  const below = (card: Box, { y }: Box): boolean =>
    y > card.y + card.height && y < card.y + card.height + 6;
  const reach = (card: Box, { x, width }: Box): number => x + width - card.x - card.width;
  const [found] = cards.flatMap((card) =>
    boxes
      .filter((box) => below(card, box) && box.x < card.x && reach(card, box) > 8)
      .map((box) => ({ card, box })),
  );
  if (!found) throw new Error('No reason reaches out to both sides of its card.');
  const right = Math.ceil(found.card.x + found.card.width) + 4;
  const narrow = reasonsOf(records, READABLE_ZOOM, [], true, right);
  const box = narrow.boxes.find((each) => below(found.card, each) && each.x < found.card.x);
  expect((box?.x ?? 0) + (box?.width ?? 9999)).toBeLessThanOrEqual(right);
});
