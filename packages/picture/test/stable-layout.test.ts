import type { NodeRecord } from '@gcscope/gc-core/wire';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { churn } from '../bench/churn.ts';
import { seeded, syntheticWorld } from '../bench/synthetic-world.ts';
import {
  type Box,
  CARD_WIDTH,
  type Layout,
  layout,
  layoutAnew,
  layoutInOrder,
  rowsOf,
  slotOf,
} from '../src/index.ts';
import { movedBetween, placeOf } from './support/moved.ts';
import { misplaced, overlappingCards } from './support/overlap.ts';
import { BLOCKED, record, reference, uglyWorlds } from './support/records.ts';
import { smallWorld } from './support/small-world.ts';

describe('layout after a previous one', () => {
  it('keeps any graph apart, inside its frames and finite, whatever came before', () => {
    fc.assert(
      fc.property(
        fc.array(uglyWorlds, { minLength: 2, maxLength: 5 }),
        fc.nat(5),
        fc.constantFrom(layout, layoutInOrder),
        (worlds, anew, follow) => {
          let placed: Layout | undefined;
          // Each world joins the one before, so that most objects survive each step.
          let records = new Map<string, NodeRecord>();
          for (const [at, world] of worlds.entries()) {
            const arriving = world.slice(0, Math.max(8, records.size / 4));
            records = new Map([...records, ...arriving.map((each) => [each.uid, each] as const)]);
            for (const { uid } of world.slice(0, 3)) records.delete(uid);
            const rows = rowsOf(records.values());
            const next = at === anew ? layoutAnew : follow;
            placed = placed ? next(rows, placed) : layout(rows);
            expect(placed.uids.length).toBe(records.size);
            expect(overlappingCards(placed)).toEqual([]);
            expect(misplaced(placed)).toEqual([]);
            expect([...placed.x, ...placed.y].every(Number.isFinite)).toBe(true);
          }
        },
      ),
    );
  });

  it('moves nothing when nothing changed, nor when objects only go, owners included', () => {
    fc.assert(
      fc.property(uglyWorlds, fc.array(fc.nat(200)), (world, gone) => {
        const records = [...new Map(world.map((each) => [each.uid, each])).values()];
        const fewer = records.filter((_, at) => !gone.includes(at));
        const before = layout(rowsOf(records));
        for (const left of [records, fewer]) {
          expect(movedBetween(before, layout(rowsOf(left), before))).toEqual([]);
        }
      }),
    );
  });

  describe('keeps namespaces in order', () => {
    const trees = (namespace: string, many: number, more: object = {}): NodeRecord[] =>
      Array.from({ length: many }, (_, at) => `${namespace}-${at}`).flatMap((uid) => [
        record({ uid, namespace, ...more }),
        record({ uid: `${uid}-pod`, namespace, owners: [reference(uid)] }),
      ]);
    const others = ['a', 'b', 'c', 'd', 'e', 'f'].flatMap((name, at) => trees(name, 9 - at));
    const blocked = { beingDeleted: true, summary: BLOCKED };
    const before = layout(rowsOf([...trees('stuck', 6, blocked), ...others]));
    const inOrder = ({ namespaces }: Layout): readonly string[] =>
      [...namespaces].sort((a, b) => a.y - b.y || a.x - b.x).map(({ label }) => label);

    it('while one of them grows', () => {
      const after = layoutInOrder(rowsOf([...trees('stuck', 18), ...others]), before);
      expect(after.bounds.height).toBeGreaterThan(before.bounds.height);
      expect(inOrder(after)).toEqual(inOrder(before));
      expect([...overlappingCards(after), ...misplaced(after)]).toEqual([]);
    });

    it('when they are packed anew, and the first one has no problem any more', () => {
      const rows = rowsOf([...trees('stuck', 6), ...others]);
      expect(
        [before, layoutAnew(rows, before), layout(rows)].map((each) => inOrder(each)[0]),
      ).toEqual(['stuck', 'stuck', 'a']);
    });
  });

  it('moves nothing when a cascade deletes a tree from its root', () => {
    let records = smallWorld();
    let placed = layout(rowsOf(records));
    while (records.length > 0) {
      records = records.slice(1);
      const next = layout(rowsOf(records), placed);
      expect(movedBetween(placed, next)).toEqual([]);
      placed = next;
    }
  });

  it('stays when one of two owners goes, and moves to an owner that is new', () => {
    const records = ['a', 'b'].map((uid) => record({ uid }));
    const child = record({ uid: 'child', owners: [reference('a'), reference('b')] });
    const before = layout(rowsOf([...records, child]));
    const after = layout(rowsOf([...records.slice(1), child]), before);
    expect(movedBetween(before, after)).toEqual([]);
    const again = layout(rowsOf([...records.slice(1), child]), after);
    expect(movedBetween(after, again)).toEqual([]);
    const adopted = { ...child, owners: [reference('new')] };
    const last = layout(rowsOf([...records.slice(1), record({ uid: 'new' }), adopted]), again);
    expect(last.parents[slotOf(last, 'child') ?? -1]).toBe(slotOf(last, 'new'));
  });

  it('moves an object below the owner it changed to', () => {
    const owners = ['a', 'b'].map((uid) => record({ uid, kind: 'ReplicaSet' }));
    const helper = record({ uid: 'helper', owners: [reference('b')] });
    const child = record({ uid: 'child', owners: [reference('a')] });
    const before = layout(rowsOf([...owners, helper, child]));
    const after = layout(
      rowsOf([...owners, helper, { ...child, owners: [reference('b')] }]),
      before,
    );
    expect(placeOf(after, 'child').y).toBe(placeOf(after, 'helper').y);
    expect(Math.abs(placeOf(after, 'child').x - placeOf(after, 'helper').x)).toBe(CARD_WIDTH + 20);
    expect(overlappingCards(after)).toEqual([]);
  });

  it('gives a new pod the cell of the one it replaces', () => {
    const pods = ['a', 'b', 'c', 'd', 'e', 'f'].map((uid) => owned(uid));
    const before = layout(rowsOf([record({ uid: 'set' }), ...pods]));
    const after = layout(
      rowsOf([record({ uid: 'set' }), ...pods.filter(({ uid }) => uid !== 'b'), owned('new')]),
      before,
    );
    expect(movedBetween(before, after)).toEqual([]);
    expect(placeOf(after, 'new')).toEqual(placeOf(before, 'b'));
  });

  it('gives a new object without owners a free cell among the others', () => {
    const records = ['a', 'b', 'c', 'd', 'e'].map((uid) => record({ uid }));
    const before = layout(rowsOf(records));
    const after = layout(rowsOf([...records.slice(1), record({ uid: 'new' })]), before);
    expect(movedBetween(before, after)).toEqual([]);
    expect(placeOf(after, 'new')).toEqual(placeOf(before, 'a'));
  });

  it('leaves a tree the room that it needed once, also when all is packed anew', () => {
    const others = ['a', 'b', 'c'].flatMap((name) => rollout(name, 1));
    const [small, large] = [rollout('web', 1), rollout('web', 3)];
    const uidsOfWeb = large.map(({ uid }) => uid);
    const once = layout(rowsOf([...others, ...large]), layout(rowsOf([...others, ...small])));
    const later = [...others, ...rollout('later', 1)];
    const kept = layout(rowsOf([...later, ...small]), once);
    for (const before of [kept, layoutAnew(rowsOf([...later, ...small]), once)]) {
      const after = layout(rowsOf([...later, ...large]), before);
      expect(uidsOfWeb).toEqual(expect.arrayContaining(movedBetween(before, after)));
      expect(after.namespaces.map(boxOf)).toEqual(before.namespaces.map(boxOf));
    }
  });

  it('takes back most of the room of a tree that needs little of it', () => {
    const large = layout(rowsOf(rollout('web', 30)));
    const anew = (records: NodeRecord[]) => layoutAnew(rowsOf(records), large).bounds.width;
    expect(anew(rollout('web', 20))).toBe(large.bounds.width);
    expect(anew(rollout('web', 2))).toBeLessThan(large.bounds.width / 3);
  });

  it('packs anew when most objects are new', () => {
    const world = syntheticWorld(400);
    const few = layout(rowsOf(world.slice(0, 100)));
    expect(layout(rowsOf(world), few).bounds).toEqual(layout(rowsOf(world)).bounds);
  });

  it('moves at most 2 % of the survivors at 1 % churn, and keeps all apart', () => {
    const chance = seeded(7);
    let records = syntheticWorld(5000);
    let placed = layout(rowsOf(records));
    for (let step = 0; step < 5; step++) {
      records = churn(records, 0.01, chance);
      const next = layout(rowsOf(records), placed);
      expect(movedBetween(placed, next).length / records.length).toBeLessThanOrEqual(0.02);
      expect(overlappingCards(next)).toEqual([]);
      expect(misplaced(next)).toEqual([]);
      placed = next;
    }
  });
});

/** A Deployment in the middle of so many rollouts at once: ReplicaSets, each with a Pod. */
function rollout(name: string, sets: number): NodeRecord[] {
  return [
    record({ uid: name, kind: 'Deployment' }),
    ...Array.from({ length: sets }, (_, at) => [
      record({ uid: `${name}-${at}`, kind: 'ReplicaSet', owners: [reference(name)] }),
      record({ uid: `${name}-${at}-pod`, kind: 'Pod', owners: [reference(`${name}-${at}`)] }),
    ]).flat(),
  ];
}

function boxOf({ x, y, width, height }: Box): Box {
  return { x, y, width, height };
}

function owned(uid: string): NodeRecord {
  return record({ uid, kind: 'Pod', owners: [reference('set', { controller: true })] });
}
