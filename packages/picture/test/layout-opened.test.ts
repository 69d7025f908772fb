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

/** Where cards moved to, from where they stood. */
function ways(before: Layout, after: Layout): { uid: string; x: number; y: number }[] {
  return movedBetween(before, after).map((uid) => {
    const [from, to] = [placeOf(before, uid), placeOf(after, uid)];
    return { uid, x: to.x - from.x, y: to.y - from.y };
  });
}

describe('layoutOpened', () => {
  it('keeps any graph apart and inside its frames, whatever is open or apart', () => {
    fc.assert(
      fc.property(uglyWorlds, fc.array(fc.nat(50)), fc.array(fc.nat(300)), (ugly, ids, uids) => {
        const world = [...new Map(ugly.map((each) => [each.uid, each])).values()];
        const { open, rows } = opened(world, (closed) => {
          const stacks = stacksOf(closed);
          return {
            open: new Set(stacks.filter((_, at) => ids.includes(at)).map(({ id }) => id)),
            apart: new Set(uids.map(String)),
          };
        });
        expect(open.uids).toEqual(rows.uids);
        expect(overlappingCards(open)).toEqual([]);
        expect(misplaced(open)).toEqual([]);
        const counted = open.namespaces.reduce((sum, { count }) => sum + count, 0);
        expect(counted).toBe(world.filter(({ virtual }) => !virtual).length);
      }),
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
    // What came out of the stack, and a gap.
    const [wide, high] = [4 * CARD_WIDTH, 3 * CARD_HEIGHT];
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
});
