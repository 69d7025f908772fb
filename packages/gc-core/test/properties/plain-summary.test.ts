import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { GraphNode } from '../../src/graph/graph-node.ts';
import type { ClusterView } from '../../src/insight/cluster-view.ts';
import { plainSummary } from '../../src/insight/plain-owner.ts';
import { summaryOf } from '../../src/insight/verdict/explain.ts';
import type { ApiObject } from '../../src/meta/object-meta.ts';
import type { OwnerReference } from '../../src/meta/object-reference.ts';
import { RELEASES, type Release } from '../../src/meta/releases.ts';
import type { VerdictSummary } from '../../src/wire/node-record.ts';
import { arbitrarySightings, arbitraryWorld, type Sighting } from '../support/arbitrary-world.ts';
import { decidedWorld } from '../support/decided-world.ts';
import { changesOf } from '../support/graph-fixture.ts';
import { type GraphView, graphViewAfter, graphViewOf } from '../support/graph-view.ts';
import { ownedBy } from '../support/nodes.ts';
import { propertyRuns } from '../support/property-runs.ts';
import { objectOf } from '../support/simulate.ts';

const releases = Object.keys(RELEASES) as Release[];
/** Kinds of the random worlds that may not be read; mostly all are. */
const unread = fc.constantFrom(undefined, undefined, undefined, 'ConfigMap', 'Widget', 'Node');

/** Few of the ugly worlds have a plain owner. */
const worlds = fc.oneof(
  arbitraryWorld(),
  arbitraryWorld().map((world) => world.map(near)),
  decidedWorld(),
);
const sightingLists = fc.oneof(
  arbitrarySightings(),
  arbitrarySightings().map((sightings) => {
    return sightings.map(({ object, ...line }) => ({ ...line, object: near(object) }));
  }),
);

/** The object with its first reference alone, in the namespace of all others. */
function near(object: ApiObject): ApiObject {
  const { namespace, ownerReferences = [], ...metadata } = object.metadata;
  return {
    ...object,
    metadata: {
      ...metadata,
      ...(namespace === undefined ? {} : { namespace: 'a' }),
      ownerReferences: ownerReferences.slice(0, 1),
    },
  };
}

/** The verdicts that are given without a worker. */
function plainOnes({ nodes, view }: GraphView): { node: GraphNode; summary: VerdictSummary }[] {
  return nodes.flatMap((node) => {
    const summary = plainSummary(node, view);
    return summary ? [{ node, summary }] : [];
  });
}

/** Each of them is what the worker says; how many there are. */
function holdAgainstWorker({ nodes, view }: GraphView, kind: string | undefined): number {
  const seen: ClusterView = { ...view, isRead: (resource) => resource.kind !== kind };
  // Where the collector's memory can be seen, a worker is asked.
  const asking: ClusterView = { ...seen, isKnownAbsent: () => false };
  const plain = plainOnes({ nodes, view: seen });
  for (const { node, summary } of plain) {
    expect(plainSummary(node, asking)).toBeUndefined();
    const { identity } = node;
    expect({ identity, ...summaryOf(node, asking) }).toStrictEqual({ identity, ...summary });
  }
  return plain.length;
}

describe.each(releases)('the verdict that needs no worker, in %s', (release) => {
  it('[AD-11] [AD-14] [CL-09] is what the worker says, in any world and after any changes', () => {
    let plain = 0;
    fc.assert(
      fc.property(worlds, sightingLists, unread, (world, sightings, kind) => {
        plain += holdAgainstWorker(graphViewOf(release, world), kind);
        plain += holdAgainstWorker(graphViewAfter(release, changesOf(sightings)), kind);
      }),
      propertyRuns(200),
    );
    // The first generation asks a worker about all.
    expect(plain > 0).toBe(RELEASES[release].generation !== 'propagator');
  });
});

it('[GB-12] is about the references that an object has, though the graph keeps others', () => {
  const seen = (name: string, ...ownerReferences: OwnerReference[]): Sighting => {
    return { object: objectOf(name, { ownerReferences }), what: 'seen', whose: 0 };
  };
  const renamed = ownedBy('renamed', { uid: 'owner-uid' });
  const before = [seen('owner'), seen('child', renamed, ownedBy('owner'))];
  const names = (world: GraphView): string[] => plainOnes(world).map(({ node }) => node.name);
  expect(names(graphViewAfter('v1.36', changesOf(before)))).toEqual(['owner']);
  const after = graphViewAfter('v1.36', changesOf([...before, seen('child', ownedBy('owner'))]));
  const child = after.view.get('child-uid');
  expect(child?.owners).toHaveLength(2);
  expect(names(after)).toEqual(['owner', 'child']);
});
