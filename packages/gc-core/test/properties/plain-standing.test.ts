import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ClusterView } from '../../src/insight/cluster-view.ts';
import { plainStanding } from '../../src/insight/plain-owner.ts';
import { standingOf } from '../../src/insight/verdict/explain.ts';
import type { ApiObject } from '../../src/meta/object-meta.ts';
import { RELEASES, type Release } from '../../src/meta/releases.ts';
import { arbitraryStory, arbitraryWorld } from '../support/arbitrary-world.ts';
import { decidedWorld } from '../support/decided-world.ts';
import { changesOf } from '../support/graph-fixture.ts';
import { type GraphView, graphViewAfter, graphViewOf } from '../support/graph-view.ts';
import { propertyRuns } from '../support/property-runs.ts';

const releases = Object.keys(RELEASES) as Release[];
/** Kinds of the random worlds that may not be read; mostly all are. */
const unread = fc.constantFrom(undefined, undefined, undefined, 'ConfigMap', 'Widget', 'Node');
const isNear = fc.boolean();

/** The object with its first reference alone, in the namespace of all others: most owners are plain there. */
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

/** Of the ugly ones few have an owner that is plain. */
const worlds = fc.oneof(
  arbitraryWorld(),
  arbitraryWorld().map((world) => world.map(near)),
  decidedWorld(),
);

/** How many verdicts were given without a worker; each of them is what the worker says. */
function plainOnes({ nodes, view }: GraphView, kind: string | undefined): number {
  const seen: ClusterView = { ...view, isRead: (resource) => resource.kind !== kind };
  // Where the collector's memory can be seen, a worker is asked.
  const asking: ClusterView = { ...seen, isKnownAbsent: () => false };
  const plain = nodes.flatMap((node) => {
    const standing = plainStanding(node, seen);
    return standing ? [{ node, standing }] : [];
  });
  for (const { node, standing } of plain) {
    expect(plainStanding(node, asking)).toBeUndefined();
    const { identity } = node;
    expect({ identity, ...standingOf(node, asking) }).toStrictEqual({ identity, ...standing });
  }
  return plain.length;
}

describe.each(releases)('the verdict that needs no worker, in %s', (release) => {
  // The workers of the first generation say more rules than one of an owner that lives.
  const least = RELEASES[release].generation === 'propagator' ? 0 : 30;

  it('[AD-14] [CL-09] is what the worker says, in any world', () => {
    let plain = 0;
    fc.assert(
      fc.property(worlds, unread, (world, kind) => {
        plain += plainOnes(graphViewOf(release, world), kind);
      }),
      propertyRuns(1000),
    );
    console.log(release, plain);
    expect(plain).toBeGreaterThanOrEqual(least);
  });

  it('[AD-14] [GB-12] is what the worker says after any story', () => {
    let plain = 0;
    fc.assert(
      fc.property(arbitraryStory(), isNear, unread, (story, isNear, kind) => {
        const lines = isNear
          ? story.map(({ object, ...line }) => ({ ...line, object: near(object) }))
          : story;
        plain += plainOnes(graphViewAfter(release, changesOf(lines)), kind);
      }),
      propertyRuns(1000),
    );
    console.log(release, plain);
    expect(plain).toBeGreaterThanOrEqual(least);
  });
});
