import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Graph } from '../../src/graph/graph.ts';
import type { GraphChange } from '../../src/graph/graph-change.ts';
import { brokenLinks } from '../../src/graph/invariants.ts';
import { applyDelta } from '../../src/wire/graph-delta.ts';
import type { NodeRecord } from '../../src/wire/node-record.ts';
import { arbitraryStory } from '../support/arbitrary-world.ts';
import { changesOf, graphFixture } from '../support/graph-fixture.ts';
import { propertyRuns } from '../support/property-runs.ts';

function observed(graph: Graph): unknown[] {
  return [...graph.nodes()]
    .filter((node) => !node.virtual)
    .map((node) => ({
      identity: node.identity,
      owners: node.owners,
      dependents: [...node.dependents].map((each) => each.uid).toSorted(),
    }))
    .toSorted((a, b) => (a.identity.uid < b.identity.uid ? -1 : 1));
}

function records(graph: Graph): Map<string, NodeRecord> {
  return new Map([...graph.nodes()].map((node) => [node.uid, node.toRecord()]));
}

describe('graph properties', () => {
  it('[DM-12] owners and dependents mirror each other after every change', () => {
    fc.assert(
      fc.property(arbitraryStory(), (story) => {
        const { graph, process } = graphFixture();
        const gone = new Set<string>();
        for (const change of changesOf(story)) {
          process(change);
          // A node made anew from a later reference to a removed uid lacks the dependents it had before.
          if (change.type === 'DELETED') gone.add(change.identity.uid);
          expect(brokenLinks(graph, gone)).toEqual([]);
        }
      }),
      propertyRuns(),
    );
  });

  it('[DM-11] the incremental graph is the graph built from what is left', () => {
    // Of two objects with one uid the first one names the node (GB-19): the order counts.
    const stories = arbitraryStory({ distinctOwners: true, uniqueUids: true });
    fc.assert(
      fc.property(stories, (story) => {
        const incremental = graphFixture();
        const changes = changesOf(story);
        const left = new Map<string, GraphChange>();
        for (const change of changes) {
          incremental.process(change);
          left.delete(change.identity.uid);
          const { identity, meta } = change;
          if (change.type !== 'DELETED' && meta)
            left.set(identity.uid, { type: 'ADDED', identity, meta });
        }
        const rebuilt = graphFixture();
        for (const change of left.values()) rebuilt.process(change);
        expect(observed(incremental.graph)).toEqual(observed(rebuilt.graph));
      }),
      propertyRuns(),
    );
  });

  it('snapshot and deltas give the next snapshot, and the inverse deltas the one before', () => {
    fc.assert(
      fc.property(arbitraryStory(), fc.nat(5), (story, every) => {
        const { graph, process } = graphFixture();
        const copy = new Map<string, NodeRecord>();
        for (const [index, change] of changesOf(story).entries()) {
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
