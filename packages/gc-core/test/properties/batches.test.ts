import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { GraphChange } from '../../src/graph/graph-change.ts';
import type { GraphNode } from '../../src/graph/graph-node.ts';
import { type GraphFixture, graphFixture } from '../support/graph-fixture.ts';
import { identityOf, metaOf, ownedBy } from '../support/nodes.ts';
import { uidOf } from '../support/ordinary-object.ts';
import { propertyRuns } from '../support/property-runs.ts';

/** As the API server makes them, as nobody makes them, and what only looks like one. */
const UIDS = [
  ...[1, 2, 3, 4].map(uidOf),
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '0BADC0DE-0000-4000-8000-000000000001',
  '0badc0de-0000-4000-8000-00000000000\u00e9',
  '0badc0de-0000-4000-8000-0000000000\ud83d\ude00',
  '0badc0de-0000-4000-8000-00000000000\ud800',
  '0badc0de00000-4000-8000-000000000001',
  '__proto__',
  '',
  'text',
] as const;

/** So many nodes are there first: one, whose uid is a text, or so many that a few more make all of them move. */
const crowds = fc.constantFrom(1, 240);

const uid = fc.constantFrom(...UIDS);
const reference = fc.record({
  uid,
  name: fc.constantFrom('a', 'b'),
  block: fc.constantFrom(undefined, false, true),
});
const change = fc.record({
  uid,
  name: fc.constantFrom('a', 'b'),
  type: fc.constantFrom('ADDED', 'MODIFIED', 'MODIFIED', 'MODIFIED', 'DELETED', 'virtual', 'NEW'),
  owners: fc.array(reference, { maxLength: 2 }),
  finalizers: fc.subarray(['orphan', 'foregroundDeletion', 'a/b']),
  deleted: fc.boolean(),
  version: fc.constantFrom('7', '8'),
  isPlain: fc.boolean(),
});
type Drawn = typeof change extends fc.Arbitrary<infer T> ? T : never;

/** `serial`: of the objects that are seen for the first time and never again. */
function changeOf(whole: Drawn, serial: number): GraphChange {
  const drawn = whole.isPlain ? { ...whole, owners: [], finalizers: [], deleted: false } : whole;
  const id = drawn.type === 'NEW' ? uidOf(1000 + serial) : drawn.uid;
  const identity = identityOf(drawn.name, { uid: id });
  if (drawn.type === 'DELETED') return { type: 'DELETED', identity };
  if (drawn.type === 'virtual') return { type: 'DELETED', identity, virtual: true };
  const ownerReferences = drawn.owners.map(({ name, uid: owner, block }) =>
    ownedBy(name, { uid: owner, ...(block === undefined ? {} : { blockOwnerDeletion: block }) }),
  );
  const meta = metaOf(drawn.name, {
    uid: id,
    resourceVersion: drawn.version,
    ...(ownerReferences.length === 0 ? {} : { ownerReferences }),
    ...(drawn.finalizers.length === 0 ? {} : { finalizers: drawn.finalizers }),
    ...(drawn.deleted ? { deletionTimestamp: '2026-01-01T00:00:00Z' } : {}),
  });
  return { type: drawn.type === 'MODIFIED' ? 'MODIFIED' : 'ADDED', identity, meta };
}

/** Each change, and often the same once more: an update without effect. */
const changes = fc
  .array(fc.tuple(change, fc.boolean()), { minLength: 1, maxLength: 40 })
  .map((drawn) =>
    drawn.flatMap(([each, again], serial): GraphChange[] => {
      const first = changeOf(each, serial);
      return again && first.meta ? [first, { ...first, type: 'MODIFIED' }] : [first];
    }),
  );

function crowded(crowd: number): GraphFixture {
  const fixture = graphFixture();
  for (let serial = 0; serial < crowd; serial++) {
    const id = serial === 0 ? 'first' : uidOf(5000 + serial);
    const name = `n${serial}`;
    fixture.process({
      type: 'ADDED',
      identity: identityOf(name, { uid: id }),
      meta: metaOf(name, { uid: id }),
    });
  }
  return fixture;
}

function shown(node: GraphNode): unknown {
  return {
    record: node.toRecord(),
    meta: node.meta,
    dependents: [...node.dependents].map((each) => each.uid),
  };
}

function state({ graph, cache, enqueued, orphaned, notes, events }: GraphFixture): unknown {
  const nodes = [...graph.nodes()].map(shown);
  return {
    nodes,
    delta: graph.takeDelta(),
    cache: cache.entries(),
    enqueued,
    orphaned,
    notes,
    events,
  };
}

/** What stands for each uid in both. */
function pairs(one: GraphFixture, other: GraphFixture): [GraphNode, GraphNode][] {
  return UIDS.flatMap((each): [GraphNode, GraphNode][] => {
    const [a, b] = [one.graph.get(each), other.graph.get(each)];
    return a && b ? [[a, b]] : [];
  });
}

function contentOf(node: GraphNode): unknown {
  return { record: node.toRecord(), meta: node.meta };
}

/** The node that leaves by the change, if it was seen, and what it contained before. */
function leaver(
  { graph, process }: GraphFixture,
  each: GraphChange,
): [[GraphNode, unknown]] | undefined {
  const node = graph.get(each.identity.uid);
  const before = node && !node.virtual && contentOf(node);
  process(each);
  return node && before && node.position < 0 ? [[node, before]] : undefined;
}

describe('changes in batches, of any uids', () => {
  it('[DM-11] [QU-05] lead to what they lead to one by one, and so do the nodes that left', () => {
    let left = 0;
    fc.assert(
      fc.property(crowds, fc.array(changes, { minLength: 1, maxLength: 4 }), (crowd, batches) => {
        const [together, alone] = [crowded(crowd), crowded(crowd)];
        const nodes: [GraphNode, GraphNode][] = [];
        for (const batch of batches) {
          nodes.push(...pairs(together, alone));
          together.processAll(batch);
          for (const each of batch) alone.process(each);
          expect(state(together)).toEqual(state(alone));
        }
        expect(nodes.map(([node]) => shown(node))).toEqual(nodes.map(([, node]) => shown(node)));
        left += nodes.filter(([node]) => node.position < 0).length;
      }),
      propertyRuns(60),
    );
    expect(left).toBeGreaterThan(0);
  });

  it('a node that left still has what it contained before', () => {
    fc.assert(
      fc.property(crowds, changes, (crowd, batch) => {
        const fixture = crowded(crowd);
        const gone = batch.flatMap((each) => leaver(fixture, each) ?? []);
        for (const [node, before] of gone) expect(contentOf(node)).toEqual(before);
      }),
      propertyRuns(60),
    );
  });
});
