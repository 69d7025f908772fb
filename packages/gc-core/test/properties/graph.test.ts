import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Graph } from '../../src/graph/graph.ts';
import type { GraphChange } from '../../src/graph/graph-change.ts';
import { applyDelta } from '../../src/wire/graph-delta.ts';
import type { NodeRecord } from '../../src/wire/node-record.ts';
import { arbitrarySightings } from '../support/arbitrary-world.ts';
import { brokenLinks } from '../support/broken-links.ts';
import { changesOf, type GraphFixture, graphFixture } from '../support/graph-fixture.ts';
import { propertyRuns } from '../support/property-runs.ts';

/** The observed nodes; of those that a virtual delete removed for a while it is not asked who depends on them (DM-12). */
function observed(graph: Graph, madeAnew: ReadonlySet<string>): unknown[] {
  return [...graph.nodes()]
    .filter((node) => !node.virtual)
    .map((node) => ({
      identity: node.identity,
      owners: node.owners,
      dependents: madeAnew.has(node.uid)
        ? []
        : [...node.dependents].map((each) => each.uid).toSorted(),
    }))
    .toSorted((a, b) => (a.identity.uid < b.identity.uid ? -1 : 1));
}

function records(graph: Graph): Map<string, NodeRecord> {
  return new Map([...graph.nodes()].map((node) => [node.uid, node.toRecord()]));
}

/** Processes the change; whether a node left by it. One made anew under its uid lacks the dependents that it had. */
function removes({ graph, process }: GraphFixture, change: GraphChange): boolean {
  const { uid } = change.identity;
  const wasThere = graph.get(uid) !== undefined;
  process(change);
  return wasThere && graph.get(uid) === undefined;
}

/** What is left after the change: a virtual delete takes only what left the graph. */
function takeOver(left: Map<string, GraphChange>, change: GraphChange, graph: Graph): void {
  const { identity, meta, type, virtual } = change;
  if (virtual && graph.get(identity.uid)) return;
  left.delete(identity.uid);
  if (type !== 'DELETED' && meta) left.set(identity.uid, { type: 'ADDED', identity, meta });
}

describe('graph properties', () => {
  it('[DM-12] owners and dependents mirror each other after every change, of every outcome', () => {
    const rules: string[] = [];
    fc.assert(
      fc.property(arbitrarySightings(), (sightings) => {
        const fixture = graphFixture();
        const removed = new Set<string>();
        for (const change of changesOf(sightings)) {
          fixture.notes.length = 0;
          if (removes(fixture, change)) removed.add(change.identity.uid);
          if (change.virtual) rules.push(...fixture.notes.map(({ rule }) => rule));
          expect(brokenLinks(fixture.graph, removed)).toEqual([]);
        }
      }),
      // Fewer runs do not come upon every outcome with every seed.
      propertyRuns(400, 100),
    );
    const outcomes = ['GB-40', 'GB-42a', 'GB-42b', 'GB-42c', 'GB-42d'];
    expect(outcomes.filter((each) => !rules.includes(each))).toEqual([]);
  });

  it('[DM-11] the incremental graph is the graph built from what is left', () => {
    // The first of two objects with one uid names the node (GB-19): the order counts.
    const sightingLists = arbitrarySightings({ distinctOwners: true, uniqueUids: true });
    fc.assert(
      fc.property(sightingLists, (sightings) => {
        const incremental = graphFixture();
        const left = new Map<string, GraphChange>();
        const removed = new Set<string>();
        for (const change of changesOf(sightings)) {
          if (removes(incremental, change)) removed.add(change.identity.uid);
          takeOver(left, change, incremental.graph);
        }
        const rebuilt = graphFixture();
        for (const change of left.values()) rebuilt.process(change);
        expect(observed(incremental.graph, removed)).toEqual(observed(rebuilt.graph, removed));
      }),
      propertyRuns(),
    );
  });

  it('snapshot and deltas give the next snapshot, and the inverse deltas the one before', () => {
    fc.assert(
      fc.property(arbitrarySightings(), fc.nat(5), (sightings, every) => {
        const { graph, process } = graphFixture();
        const copy = new Map<string, NodeRecord>();
        for (const [index, change] of changesOf(sightings).entries()) {
          process(change);
          if (index % (every + 1) !== 0) continue;
          const before = new Map(copy);
          const inverse = applyDelta(copy, graph.takeDelta());
          expect(copy).toEqual(records(graph));
          const undone = new Map(copy);
          applyDelta(undone, inverse);
          expect(undone).toEqual(before);
        }
      }),
      propertyRuns(),
    );
  });
});
