import type { NodeRecord } from '@gcscope/gc-core/wire';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { syntheticWorld } from '../bench/synthetic-world.ts';
import {
  CARD_HEIGHT,
  CARD_WIDTH,
  type Layout,
  layout,
  layoutOpened,
  type Rows,
  rowsOf,
  type StackOptions,
  stackSiblings,
} from '../src/index.ts';
import { movedBetween, placeOf } from './support/moved.ts';
import { misplaced, overlappingCards } from './support/overlap.ts';
import { record, reference, uglyWorlds } from './support/records.ts';

/** Deployments with three Pods each in some namespaces. */
function shops(namespaces: number, deployments: number): NodeRecord[] {
  const names = Array.from({ length: namespaces }, (_, at) => `shop-${at}`);
  return names.flatMap((namespace) =>
    Array.from({ length: deployments }, (_, at) => `${namespace}/${at}`).flatMap((uid) => [
      record({ uid, kind: 'Deployment', namespace }),
      ...['a', 'b', 'c'].map((pod) =>
        record({ uid: `${uid}${pod}`, kind: 'Pod', namespace, owners: [reference(uid)] }),
      ),
    ]),
  );
}

/** Trees with siblings of one kind: many of them stack. */
const families: fc.Arbitrary<NodeRecord[]> = fc
  .array(fc.record({ kind: fc.constantFrom('Pod', 'Secret'), owner: fc.nat(9) }), {
    minLength: 20,
    maxLength: 60,
  })
  .map((all) =>
    all.map(({ kind, owner }, at) =>
      record({
        uid: `${at}`,
        kind,
        owners: owner < at && owner > 0 ? [reference(`${owner}`)] : [],
      }),
    ),
  );

function stacksOf({ stacks }: Rows): { readonly id: string; readonly uid: string }[] {
  return [...stacks.values()];
}

/** The closed layout of a world, and one in which something of it is open. */
function opened(
  world: readonly NodeRecord[],
  optionsFor: (closed: Rows) => StackOptions,
): { readonly closed: Layout; readonly open: Layout; readonly rows: Rows } {
  const closedRows = stackSiblings(rowsOf(world));
  const closed = layout(closedRows);
  const rows = stackSiblings(rowsOf(world), optionsFor(closedRows));
  return { closed, open: layoutOpened(rows, closed), rows };
}

/** Ways of the cards that moved. */
function ways(before: Layout, after: Layout): { uid: string; x: number; y: number }[] {
  return movedBetween(before, after).map((uid) => {
    const [from, to] = [placeOf(before, uid), placeOf(after, uid)];
    return { uid, x: to.x - from.x, y: to.y - from.y };
  });
}

function inShop(each: NodeRecord): NodeRecord {
  return { ...each, namespace: 'shop' };
}

function byUid(records: readonly NodeRecord[]): Map<string, NodeRecord> {
  return new Map(records.map((each) => [each.uid, each]));
}

/** The records without some, and with a few of a further world: most of them stay. */
function changed(
  records: ReadonlyMap<string, NodeRecord>,
  world: readonly NodeRecord[],
  gone: readonly number[],
): Map<string, NodeRecord> {
  const all = [...records.values()].filter((_, at) => !gone.includes(at));
  return byUid([...all, ...world.slice(0, records.size / 4)]);
}

/** Expects a card in its frame for each row, and none to cover another one. */
function expectWhole(placed: Layout, rows: Rows): void {
  expect(placed.uids).toEqual(rows.uids);
  expect(overlappingCards(placed)).toEqual([]);
  expect(misplaced(placed)).toEqual([]);
}

describe('layoutOpened', () => {
  it('keeps any graph apart and inside its frames, whatever is open or apart, also after changes', () => {
    const steps = fc.record({
      world: fc.oneof(uglyWorlds, families),
      gone: fc.array(fc.nat(12), { maxLength: 3 }),
      ids: fc.array(fc.nat(9)),
      uids: fc.array(fc.nat(60), { maxLength: 5 }),
    });
    fc.assert(
      fc.property(fc.array(steps, { minLength: 1, maxLength: 4 }), (all) => {
        let closed: Layout | undefined;
        let former: Layout | undefined;
        let records = new Map<string, NodeRecord>();
        for (const { world, gone, ids, uids } of all) {
          records = records.size === 0 ? byUid(world) : changed(records, world, gone);
          const closedRows = stackSiblings(rowsOf(records.values()));
          const stacks = stacksOf(closedRows).filter((_, at) => ids.includes(at));
          const rows = stackSiblings(rowsOf(records.values()), {
            open: new Set(stacks.map(({ id }) => id)),
            apart: new Set(uids.map(String)),
          });
          closed = layout(closedRows, closed);
          former = layoutOpened(rows, closed, former);
          expectWhole(former, rows);
          const counted = former.namespaces.reduce((sum, { count }) => sum + count, 0);
          expect(counted).toBe(records.size);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('keeps a large world apart with all of its stacks open, and moves nothing with none', () => {
    const world = syntheticWorld(3000);
    const all = opened(world, (rows) => ({ open: new Set(stacksOf(rows).map(({ id }) => id)) }));
    expect(overlappingCards(all.open)).toEqual([]);
    expect(misplaced(all.open)).toEqual([]);
    const none = opened(world, () => ({}));
    expect(movedBetween(none.closed, none.open)).toEqual([]);
    expect(none.open.namespaces).toEqual(none.closed.namespaces);
  });

  it('a stack that opens leaves what is around its tree in place, or moves it just aside', () => {
    const world = shops(12, 30);
    const owner = 'shop-5/7';
    const { closed, open } = opened(world, (rows) => {
      const stack = stacksOf(rows).find(({ id }) => id.includes(owner));
      return { open: new Set([stack?.id ?? '']) };
    });
    const moved = ways(closed, open);
    const tree = placeOf(closed, owner);
    // The size of the objects that came out of the stack, and a gap.
    const [wide, high] = [4 * CARD_WIDTH, 5 * CARD_HEIGHT];
    for (const { x, y } of moved) {
      expect([x, y].every((way) => way >= 0)).toBe(true);
      expect(x).toBeLessThan(wide);
      expect(y).toBeLessThan(high);
    }
    const before = moved.filter(({ uid }) => {
      const { x, y } = placeOf(closed, uid);
      return x < tree.x && y < tree.y;
    });
    expect(before).toEqual([]);
    expect(open.bounds.width - closed.bounds.width).toBeLessThan(wide);
    expect(open.bounds.height - closed.bounds.height).toBeLessThan(high);
  });

  it.each([
    { old: 'abc', kinds: ['ConfigMap', 'Secret'], columns: 1 },
    { old: 'abc', kinds: ['ConfigMap', 'Kind', 'Other', 'Secret', 'Third'], columns: 1 },
    { old: 'abcdefg', kinds: ['ConfigMap', 'Secret'], columns: 2 },
    { old: 'abcdefg', kinds: ['ConfigMap', 'Kind', 'Other', 'Secret', 'Third'], columns: 2 },
  ])(
    'keeps what comes out of a stack under its card, and its siblings in order: $old $kinds',
    (given) => {
      const owners = [reference('web')];
      const old = [...given.old].map((uid) => record({ uid, kind: 'ReplicaSet', owners }));
      const others = given.kinds.map((kind) => record({ uid: kind, kind, owners }));
      const world = [record({ uid: 'web', kind: 'Deployment' }), ...old, ...others];
      const { closed, open, rows } = opened(world, (rows) => ({
        open: new Set(stacksOf(rows).map(({ id }) => id)),
      }));
      const top = placeOf(open, stacksOf(rows)[0]?.uid ?? '');
      const places = old.map(({ uid }) => placeOf(open, uid));
      const columns = [...new Set(places.map(({ x }) => x))].sort((a, b) => a - b);
      const [left = 0, right = 0] = [columns[0], columns.at(-1)];
      expect(columns.length).toBe(given.columns);
      expect((left + right) / 2).toBe(top.x);
      expect(Math.min(...places.map(({ y }) => y))).toBeGreaterThan(top.y);
      // Nothing else stands above or among them.
      const asides = given.kinds.map((uid) => placeOf(open, uid).x);
      expect(asides.filter((x) => x >= left && x <= right)).toEqual([]);
      const inOrder = (of: Layout): string[] => {
        const at = (uid: string): number => placeOf(of, uid).y * 1e6 + placeOf(of, uid).x;
        return given.kinds.toSorted((a, b) => at(a) - at(b));
      };
      expect(inOrder(open)).toEqual(inOrder(closed));
      expectWhole(open, rows);
    },
  );

  it('does not depend on what was opened first', () => {
    const world = shops(4, 12);
    const ids = stacksOf(stackSiblings(rowsOf(world))).map(({ id }) => id);
    const [one = '', other = ''] = ids.slice(7);
    const rows = (...open: string[]): Rows => stackSiblings(rowsOf(world), { open: new Set(open) });
    const closed = layout(rows());
    expect(layoutOpened(rows(other, one), closed)).toEqual(layoutOpened(rows(one, other), closed));
  });

  it('gives a stack that dissolves its own room where nothing else stands', () => {
    const configMaps = ['a', 'b', 'c'].map((uid) => record({ uid }));
    const jobs = ['a', 'b', 'c'].flatMap((uid) => [
      record({ uid, kind: 'Job' }),
      record({ uid: `${uid}-pod`, kind: 'Pod', owners: [reference(uid)] }),
    ]);
    for (const world of [configMaps, jobs]) {
      const { closed, open } = opened(world, () => ({ apart: new Set(['b']) }));
      expect(closed.uids.length).toBe(1);
      expect(overlappingCards(open)).toEqual([]);
      expect(misplaced(open)).toEqual([]);
      const { x = 0, y = 0 } = closed.reserved[0] ?? {};
      expect(placeOf(open, 'a')).toEqual({ x: x + CARD_WIDTH / 2, y: y + CARD_HEIGHT / 2 });
    }
  });

  it('keeps what comes out of a stack that dissolves in the grid, and all trees in place', () => {
    const account = record({ uid: 'default', kind: 'ServiceAccount' });
    const audits = ['a', 'b', 'c'].map((uid) => record({ uid, kind: 'Audit' }));
    const { closed, open } = opened([...shops(1, 9), account, ...audits].map(inShop), () => ({
      apart: new Set(['a']),
    }));
    const [stack = ''] = closed.uids.filter((uid) => uid.includes('Audit'));
    expect(placeOf(open, 'a')).toEqual(placeOf(closed, stack));
    expect(movedBetween(closed, open)).toEqual([account.uid]);
    expect(overlappingCards(open)).toEqual([]);
  });

  it('opens nothing in a room that its namespace has left', () => {
    const secrets = ['a', 'b', 'c'].map((uid) => record({ uid, kind: 'Secret', namespace: 'z' }));
    const pods = ['p', 'q'].map((uid) => record({ uid, kind: 'Pod', owners: [reference('late')] }));
    const late = record({ uid: 'late', kind: 'ReplicaSet' });
    const before = layout(stackSiblings(rowsOf([...pods, ...secrets])));
    const all = rowsOf([...pods, ...secrets, late]);
    const closed = layout(stackSiblings(all), before);
    const [shop, other] = closed.namespaces;
    expect(placeOf(closed, 'stack:Secret,,z')).not.toEqual(placeOf(before, 'stack:Secret,,z'));
    expect([shop?.label, other?.label]).toEqual(['shop', 'z']);
    for (const options of [{ apart: new Set(['a']) }, { open: new Set(['Secret,,z']) }]) {
      const rows = stackSiblings(all, options);
      expectWhole(layoutOpened(rows, closed), rows);
    }
  });

  it('gives the grid of ownerless objects columns for all that come out of its stacks', () => {
    const many = (kind: string, count: number): NodeRecord[] =>
      Array.from({ length: count }, (_, at) => record({ uid: `${kind}-${at}`, kind }));
    const shop = [
      ...many('Secret', 300),
      ...many('ConfigMap', 40),
      ...many('ServiceAccount', 10),
      ...many('Deployment', 5),
    ];
    for (const world of [many('ConfigMap', 1000), shop]) {
      const { open } = opened(world, (rows) => ({
        open: new Set(stacksOf(rows).map(({ id }) => id)),
      }));
      expect(overlappingCards(open)).toEqual([]);
      expect(misplaced(open)).toEqual([]);
      expect(open.bounds.width / open.bounds.height).toBeGreaterThan(1);
      expect(open.bounds.width / open.bounds.height).toBeLessThan(2);
      expect(open.reserved[0]?.columns).toBeGreaterThan(10);
    }
  });

  it('covers no card that lost its owner earlier and stands in the room of a tree', () => {
    const job = record({ uid: 'o', kind: 'Job' });
    const pods = ['p0', 'p1', 'p2', 'p3'].map((uid) =>
      record({ uid, kind: 'Pod', owners: [reference('o')] }),
    );
    const events = ['g0', 'g1'].map((uid, at) =>
      record({ uid, kind: 'Event', owners: [reference(`s${at}`)] }),
    );
    const secrets = ['s0', 's1', 's2'].map((uid) =>
      record({ uid, kind: 'Secret', owners: [reference('o')] }),
    );
    const late = record({ uid: 'late', kind: 'Event', owners: [reference('s2')] });
    const one = [job, ...pods, ...secrets.slice(0, 1), ...events.slice(0, 1)];
    const between = [job, ...pods, ...secrets, ...events, late];
    for (const [world, gone] of [
      [one, 's0'],
      [between, 's1'],
    ] as const) {
      const left = world.filter(({ uid }) => uid !== gone);
      const rows = stackSiblings(rowsOf(left));
      const closed = layout(rows, layout(stackSiblings(rowsOf(world))));
      const ids = stacksOf(rows).map(({ id }) => id);
      const open = layoutOpened(stackSiblings(rowsOf(left), { open: new Set(ids) }), closed);
      expect(ids.length).toBe(1);
      expect(overlappingCards(open)).toEqual([]);
      expect(misplaced(open)).toEqual([]);
    }
  });
});
