import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { brokenLinks } from '../../src/graph/invariants.ts';
import type { ApiObject } from '../../src/meta/object-meta.ts';
import { RELEASES, type Release } from '../../src/meta/releases.ts';
import { settleInSomeOrder } from '../../src/simulation/explore.ts';
import { seededRandom } from '../../src/simulation/random.ts';
import { Simulation } from '../../src/simulation/simulation.ts';
import { arbitraryWorld, worldTable } from '../support/arbitrary-world.ts';
import { propertyRuns } from '../support/property-runs.ts';

const releases = Object.keys(RELEASES) as Release[];
const LIMIT = 5000;

function simulate(release: Release, objects: readonly ApiObject[]): Simulation {
  return new Simulation({ release: RELEASES[release], table: worldTable, objects, now: 0 });
}

const deletions = fc.array(
  fc.record({
    victim: fc.nat(8),
    options: fc.constantFrom(
      {},
      { orphanDependents: true },
      { propagationPolicy: 'Foreground' },
      { propagationPolicy: 'Orphan' },
    ),
  }),
  { maxLength: 3 },
);

/** Deletes each victim that is left, and settles after each. */
function play(
  simulation: Simulation,
  objects: readonly ApiObject[],
  chosen: readonly { victim: number; options: object }[],
  settle: () => void,
): void {
  settle();
  for (const { victim, options } of chosen) {
    const object = objects[victim % objects.length];
    const resource = object && worldTable.forKind(object.apiVersion, object.kind);
    if (object && resource) {
      const { namespace = '', name } = object.metadata;
      simulation.apiServer.delete({ resource, namespace, name }, options);
    }
    settle();
  }
}

describe.each(releases)('properties of %s', (release) => {
  it('comes to rest in every world, whatever is deleted', () => {
    fc.assert(
      fc.property(arbitraryWorld(), deletions, (objects, chosen) => {
        const simulation = simulate(release, objects);
        play(simulation, objects, chosen, () => simulation.settle(LIMIT));
      }),
      propertyRuns(60),
    );
  });

  it('comes to rest in any order of what may happen', () => {
    fc.assert(
      fc.property(arbitraryWorld(), deletions, fc.nat(1000), (objects, chosen, seed) => {
        // A thousand absent owners are each forgotten by an event, after which all the others may be asked for again.
        fc.pre(objects.every(({ metadata }) => (metadata.ownerReferences ?? []).length < 100));
        const simulation = simulate(release, objects);
        const random = seededRandom(seed);
        play(simulation, objects, chosen, () => settleInSomeOrder(simulation, random, LIMIT));
      }),
      propertyRuns(30),
    );
  });

  it('[DM-12] [PG-17] owners and dependents mirror each other after the first list', () => {
    fc.assert(
      fc.property(arbitraryWorld({ distinctOwners: true }), (objects) => {
        const simulation = simulate(release, objects);
        while (simulation.process.nextQueue() === 'graphChanges') {
          simulation.step();
          expect(brokenLinks(simulation.process.collector.graph)).toEqual([]);
        }
      }),
      propertyRuns(60),
    );
  });
});
