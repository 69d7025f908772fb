import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { syntheticWorld } from '../bench/synthetic-world.ts';
import { CARD_HEIGHT, CARD_WIDTH, layout, rowsOf, slotOf } from '../src/index.ts';
import { placeOf } from './support/moved.ts';
import { misplaced, overlappingCards } from './support/overlap.ts';
import { BLOCKED, record, reference, uglyWorlds } from './support/records.ts';

describe('layout', () => {
  it('places any graph without overlaps, inside its frames, in whatever order the records come', () => {
    fc.assert(
      fc.property(uglyWorlds, fc.nat(), (world, seed) => {
        const records = [...new Map(world.map((each) => [each.uid, each])).values()];
        const placed = layout(rowsOf(world));
        expect(placed.uids.length).toBe(records.length);
        expect(overlappingCards(placed)).toEqual([]);
        expect(misplaced(placed)).toEqual([]);
        expect([...placed.x, ...placed.y].every(Number.isFinite)).toBe(true);
        const turn = seed % (records.length + 1);
        const turned = [...records.slice(turn), ...records.slice(0, turn)];
        expect(placesOf(layout(rowsOf(turned)))).toEqual(placesOf(layout(rowsOf(records))));
      }),
    );
  });

  it('keeps a realistic world apart and about 3 : 2', () => {
    const placed = layout(rowsOf(syntheticWorld(10_000)));
    expect(overlappingCards(placed)).toEqual([]);
    expect(misplaced(placed)).toEqual([]);
    const aspect = placed.bounds.width / placed.bounds.height;
    expect(aspect).toBeGreaterThan(1);
    expect(aspect).toBeLessThan(2.2);
  });

  it('stands an owner above its dependents', () => {
    const placed = layout(
      rowsOf([
        record({ uid: 'owner' }),
        record({ uid: 'a', owners: [reference('owner')] }),
        record({ uid: 'b', owners: [reference('owner')] }),
      ]),
    );
    const [owner, a, b] = ['owner', 'a', 'b'].map((uid) => placeOf(placed, uid));
    expect(a?.y).toBe(b?.y);
    expect(owner?.y).toBeLessThan(a?.y ?? 0);
    expect(owner?.x).toBe(((a?.x ?? 0) + (b?.x ?? 0)) / 2);
  });

  it('keeps room for two lines free below each leaf that says why', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9 }),
        fc.array(fc.boolean(), { minLength: 12, maxLength: 60 }),
        (trees, problems) => {
          const records = problems.flatMap((hasProblem, at) => {
            const owner = at % (trees + 1);
            const owners = owner < trees ? [reference(`owner-${owner}`)] : [];
            const problem = hasProblem ? { beingDeleted: true, summary: BLOCKED } : {};
            return [record({ uid: `leaf-${at}`, owners, ...problem })];
          });
          const owners = Array.from({ length: trees }, (_, at) => record({ uid: `owner-${at}` }));
          const placed = layout(rowsOf([...owners, ...records]));
          expect(overlappingCards(placed)).toEqual([]);
          expect(misplaced(placed)).toEqual([]);
          problems.forEach((hasProblem, at) => {
            if (!hasProblem) return;
            const leaf = placeOf(placed, `leaf-${at}`);
            const below = placed.uids.filter((uid) => {
              const other = placeOf(placed, uid);
              const down = other.y - leaf.y;
              return down > 0 && down < CARD_HEIGHT + 80 && Math.abs(other.x - leaf.x) < CARD_WIDTH;
            });
            expect(below).toEqual([]);
            const frame = placed.namespaces[0];
            expect(leaf.y + CARD_HEIGHT / 2 + 70).toBeLessThan(
              (frame?.y ?? 0) + (frame?.height ?? 0),
            );
          });
        },
      ),
    );
  });

  it('hangs an object under its controller, not under an earlier owner', () => {
    const placed = layout(
      rowsOf([
        record({ uid: 'first' }),
        record({ uid: 'controller' }),
        record({
          uid: 'child',
          owners: [reference('first'), reference('controller', { controller: true })],
        }),
      ]),
    );
    expect(placed.parents[slotOf(placed, 'child') ?? -1]).toBe(slotOf(placed, 'controller'));
  });

  it('passes over an object that names itself as its first owner', () => {
    const placed = layout(
      rowsOf([
        record({ uid: 'owner' }),
        record({ uid: 'self', owners: [reference('self'), reference('owner')] }),
      ]),
    );
    expect(placed.parents[slotOf(placed, 'self') ?? -1]).toBe(slotOf(placed, 'owner'));
  });

  it('keeps an object in its own namespace when its owner is in another', () => {
    const placed = layout(
      rowsOf([
        record({ uid: 'owner', namespace: '' }),
        record({ uid: 'child', namespace: 'shop', owners: [reference('owner')] }),
      ]),
    );
    expect(placed.namespaces.map(({ label, count }) => ({ label, count }))).toEqual([
      { label: 'cluster-scoped', count: 1 },
      { label: 'shop', count: 1 },
    ]);
    expect(misplaced(placed)).toEqual([]);
  });

  it('breaks a cycle at the member that is read first', () => {
    const placed = layout(
      rowsOf([
        record({ uid: 'b', name: '1', owners: [reference('a')] }),
        record({ uid: 'c', name: '1', owners: [reference('b')] }),
        record({ uid: 'a', name: '2', owners: [reference('c')] }),
      ]),
    );
    expect(placed.parents[slotOf(placed, 'b') ?? -1]).toBe(-1);
    expect(placed.parents[slotOf(placed, 'c') ?? -1]).toBe(slotOf(placed, 'b'));
  });

  it('takes a chain of ten thousand owners and an object with a thousand of them', () => {
    const chain = Array.from({ length: 10_000 }, (_, at) =>
      record({ uid: `c${at}`, owners: at > 0 ? [reference(`c${at - 1}`)] : [] }),
    );
    const owners = chain.slice(0, 1000).map(({ uid }) => reference(uid));
    const placed = layout(rowsOf([...chain, record({ uid: 'many', owners })]));
    expect(overlappingCards(placed)).toEqual([]);
    // Cut into trees of 500, which stand side by side.
    expect(placed.parents.filter((parent) => parent < 0)).toHaveLength(20);
    expect(placed.bounds.height).toBeLessThan(100_000);
  });

  it('gives nothing for nothing', () => {
    const placed = layout(rowsOf([]));
    expect(placed.uids).toEqual([]);
    expect(placed.bounds).toEqual({ x: 0, y: 0, width: 0, height: 0 });
  });
});

function placesOf(placed: ReturnType<typeof layout>): Map<string, { x: number; y: number }> {
  return new Map([...placed.uids].sort().map((uid) => [uid, placeOf(placed, uid)]));
}
