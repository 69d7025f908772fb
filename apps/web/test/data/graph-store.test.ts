import { type GraphDelta, groupBy, type NodeRecord, type Uid } from '@gcscope/gc-core/wire';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GraphStore, kindKey, statesOf } from '../../src/data/graph-store.ts';
import { ownedBy, record } from '../support/record.ts';

const UIDS = ['a', 'b', 'c', 'd', '__proto__', 'constructor'] as const;
const uid = fc.constantFrom<Uid>(...UIDS);

const someRecord: fc.Arbitrary<NodeRecord> = fc
  .record({
    uid,
    kind: fc.constantFrom('Pod', 'Job', '__proto__'),
    apiVersion: fc.constantFrom('v1', 'batch/v1'),
    namespace: fc.constantFrom('', 'shop', '__proto__'),
    owners: fc.uniqueArray(uid, { maxLength: 3 }),
    virtual: fc.boolean(),
    beingDeleted: fc.boolean(),
    goes: fc.boolean(),
    wrong: fc.boolean(),
  })
  .map(({ owners, goes, wrong, ...fields }) =>
    record({
      ...fields,
      owners: owners.map((owner) => ownedBy(record({ uid: owner }))),
      summary: {
        rule: 'AD-01',
        ...(goes ? { verdict: 'goes', when: wrong ? 'restart' : 'now' } : { verdict: 'stays' }),
        ...(wrong && { wrong: [{ index: 0, finding: 'dangling' as const }] }),
      },
    }),
  );

const someDelta: fc.Arbitrary<GraphDelta> = fc
  .record({
    upserts: fc.uniqueArray(someRecord, { selector: (each) => each.uid, maxLength: 5 }),
    removes: fc.uniqueArray(uid, { maxLength: 4 }),
  })
  .map(({ upserts, removes }) => {
    const kept = new Set(upserts.map((each) => each.uid));
    return { upserts, removes: removes.filter((each) => !kept.has(each)) };
  });

/** All answers of a store, in a form that can be compared. */
function contents(store: GraphStore): unknown {
  const sorted = <Value>(entries: Iterable<readonly [string, Value]>): unknown =>
    [...entries].sort((a, b) => (a[0] < b[0] ? -1 : 1));
  return {
    records: sorted(store.records),
    dependents: UIDS.map((each) => [...store.dependentsOf(each)].sort()),
    objects: store.counts.objects,
    states: sorted(store.counts.states),
    times: sorted(store.counts.times),
    kinds: sorted(store.counts.kinds),
    namespaces: sorted(store.counts.namespaces),
    problems: sorted(store.counts.problems),
    finalizers: sorted(store.counts.finalizers),
  };
}

/** The answers counted anew from the records alone. */
function recount(store: GraphStore): unknown {
  const states = new Map<string, number>();
  const kinds = new Map<string, number>();
  const namespaces = new Map<string, number>();
  const problems = new Map<string, number>();
  const finalizers = new Map<string, number>();
  const add = (counts: Map<string, number>, key: string): void => {
    counts.set(key, (counts.get(key) ?? 0) + 1);
  };
  let objects = 0;
  for (const each of store.records.values()) {
    for (const state of statesOf(each)) add(states, state);
    if (each.beingDeleted && !each.virtual && each.summary?.blockedBy !== undefined) {
      add(states, 'terminating');
    }
    // An owner that was never seen is no object.
    if (each.virtual) continue;
    objects += 1;
    add(kinds, kindKey(each));
    add(namespaces, each.namespace);
    const isBlocked = each.beingDeleted && each.summary?.blockedBy !== undefined;
    if (isBlocked || each.summary?.wrong) add(problems, each.namespace);
    for (const name of each.finalizers) add(finalizers, name);
  }
  return { objects, states, times: recountTimes(store), kinds, namespaces, problems, finalizers };
}

function recountTimes({ records }: GraphStore): ReadonlyMap<string, number> {
  const going = [...records.values()].filter(
    ({ virtual, beingDeleted, summary }) => !virtual && !beingDeleted && summary?.when,
  );
  return new Map(
    [...groupBy(going, ({ summary }) => summary?.when ?? '')].map(([when, { length }]) => [
      when,
      length,
    ]),
  );
}

describe('graph store', () => {
  it('counts and dependents equal those of a store built from the records anew', () => {
    fc.assert(
      fc.property(fc.array(someDelta, { maxLength: 12 }), (deltas) => {
        const store = new GraphStore();
        for (const delta of deltas) {
          store.apply(delta);
          expect(contents(store)).toEqual(contents(new GraphStore(store.records.values())));
          expect(store.counts).toEqual(recount(store));
        }
      }),
    );
  });

  it('the inverse of a delta restores the store exactly', () => {
    fc.assert(
      fc.property(fc.array(someDelta, { maxLength: 12 }), (deltas) => {
        const store = new GraphStore();
        const before: unknown[] = [];
        const inverses: GraphDelta[] = [];
        for (const delta of deltas) {
          before.push(contents(store));
          inverses.push(store.apply(delta));
        }
        for (const inverse of inverses.toReversed()) {
          store.apply(inverse);
          expect(contents(store)).toEqual(before.pop());
        }
      }),
    );
  });

  it('replace makes the store hold exactly the records, and touches only what differs', () => {
    fc.assert(
      fc.property(fc.array(someDelta, { maxLength: 5 }), someDelta, (deltas, other) => {
        const store = new GraphStore();
        for (const delta of deltas) store.apply(delta);
        const next = other.upserts;
        const unchanged = next.filter(
          (each) => JSON.stringify(store.records.get(each.uid)) === JSON.stringify(each),
        );
        const touched = new Set<Uid>();
        store.subscribe((delta) => {
          for (const each of delta.upserts) touched.add(each.uid);
        });
        store.replace(next);
        expect(contents(store)).toEqual(contents(new GraphStore(next)));
        for (const each of unchanged) expect(touched.has(each.uid)).toBe(false);
      }),
    );
  });

  it('tells each listener once for each change, until it leaves', () => {
    const store = new GraphStore();
    const received: GraphDelta[] = [];
    const leave = store.subscribe((delta) => received.push(delta));
    const delta = { upserts: [record({ uid: 'a' })], removes: [] };
    store.apply(delta);
    store.apply({ upserts: [], removes: [] });
    leave();
    store.apply({ upserts: [], removes: ['a'] });
    expect(received).toEqual([delta]);
  });
});
