import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { forecast } from '../../../src/insight/forecast/forecast.ts';
import type { ApiObject } from '../../../src/meta/object-meta.ts';
import { sameIdentity } from '../../../src/meta/object-reference.ts';
import { type PropagationPolicy, policyOptions } from '../../../src/meta/propagation-policy.ts';
import { RELEASES, type Release } from '../../../src/meta/releases.ts';
import { simulationView } from '../../../src/scenario/simulation-view.ts';
import { settleInSomeOrder } from '../../../src/simulation/explore.ts';
import { seededRandom } from '../../../src/simulation/random.ts';
import type { Simulation } from '../../../src/simulation/simulation.ts';
import type { PolicyForecast } from '../../../src/wire/forecast.ts';
import { worldTable } from '../../support/arbitrary-world.ts';
import { namespacedWorld, namespaceStatuses } from '../../support/namespaced-world.ts';
import { propertyRuns } from '../../support/property-runs.ts';
import { settled } from '../../support/simulate.ts';

/** Longer than any Pod takes to end. */
const LONG = 120_000;
const ORDERS = 200;

type FinalStates = Readonly<Record<string, 'deleted' | 'terminating' | 'living'>>;

/** Without controllers: the API server refuses any change of an object with two of them, the collector's too (VA-04). */
const world = namespacedWorld().map((objects) => objects.map(withoutControllers));

function withoutControllers(object: ApiObject): ApiObject {
  const { ownerReferences } = object.metadata;
  if (!ownerReferences) return object;
  const plain = ownerReferences.map(({ controller: _, ...reference }) => reference);
  return { ...object, metadata: { ...object.metadata, ownerReferences: plain } };
}

/** A world at rest, Pods that were ending included. */
function atRest(objects: readonly ApiObject[], release: Release): Simulation {
  const simulation = settled(objects, { table: worldTable, release: RELEASES[release] });
  simulation.advance(LONG);
  simulation.settle(5000);
  return simulation;
}

function finalStatesIn({ apiServer }: Simulation, uids: readonly string[]): FinalStates {
  const live = new Map([...apiServer.all()].map(({ metadata }) => [metadata.uid, metadata]));
  return Object.fromEntries(
    uids.map((uid) => {
      const meta = live.get(uid);
      const isGoing = meta?.deletionTimestamp !== undefined;
      return [uid, !meta ? 'deleted' : isGoing ? 'terminating' : 'living'];
    }),
  );
}

function expectedStates(before: FinalStates, { deleted, blocked }: PolicyForecast): FinalStates {
  return {
    ...before,
    ...Object.fromEntries(
      blocked.flatMap(({ object, terminating }) =>
        terminating ? [[object.uid, 'terminating']] : [],
      ),
    ),
    ...Object.fromEntries(deleted.map(({ object }) => [object.uid, 'deleted'])),
  };
}

function textOf(finalStates: FinalStates): string {
  return Object.entries(finalStates)
    .map(([uid, finalState]) => `${uid} ${finalState}`)
    .toSorted()
    .join(', ');
}

/** The deletion by the API server and the collector, in the usual order or another one. */
function play(
  objects: readonly ApiObject[],
  uid: string,
  propagationPolicy: PropagationPolicy,
  seed?: number,
  release: Release = 'v1.36',
): FinalStates {
  const simulation = atRest(objects, release);
  const live = [...simulation.apiServer.all()];
  const victim = live.find(({ metadata }) => metadata.uid === uid);
  const resource = victim && worldTable.forKind(victim.apiVersion, victim.kind);
  if (!victim || !resource) throw new Error(`${uid} is not there`);
  const { namespace = '', name } = victim.metadata;
  simulation.apiServer.delete(
    { resource, namespace, name },
    policyOptions(propagationPolicy, simulation.release),
  );
  if (seed === undefined) simulation.settle(5000);
  else settleInSomeOrder(simulation, seededRandom(seed), 5000);
  simulation.advance(LONG);
  simulation.settle(5000);
  return finalStatesIn(
    simulation,
    live.map(({ metadata }) => metadata.uid),
  );
}

/** What is expectedStates of deleting an object of a world at rest, policy by policy. */
function forecastsIn(
  objects: readonly ApiObject[],
  victim: number,
  release: Release = 'v1.36',
): { readonly uid: string; readonly before: FinalStates; readonly forecast: PolicyForecast }[] {
  const simulation = atRest(objects, release);
  if (isMistaken(simulation)) return [];
  const { graph } = simulation.process.collector;
  const live = [...simulation.apiServer.all()].map(({ metadata }) => metadata.uid);
  const uid = live[victim % live.length];
  const node = uid === undefined ? undefined : graph.get(uid);
  if (uid === undefined || !node) return [];
  const before = finalStatesIn(simulation, live);
  const facts = {
    resources: worldTable.resources,
    now: simulation.now,
    namespaces: namespaceStatuses(simulation),
  };
  const { policies } = forecast([node], {
    ...simulationView(simulation),
    deletionFacts: () => facts,
  });
  return policies.map((forecast) => ({ uid, before, forecast }));
}

/** Until 1.19 a node keeps what the first reference said of it: the collector knows an object under another name, or not at all. */
function isMistaken({ apiServer, process, release }: Simulation): boolean {
  if (release.comparesIdentities) return false;
  return [...apiServer.all()].some(({ apiVersion, kind, metadata }) => {
    const node = process.collector.graph.get(metadata.uid);
    const { name, namespace = '', uid } = metadata;
    const identity = { apiVersion, kind, namespace, name, uid };
    return !node || !sameIdentity(node.identity, identity);
  });
}

/** With two references of one uid until 1.5 a patch that takes one away may fail, and is lost (PG-38). */
function isInDoubt(objects: readonly ApiObject[], release: Release): boolean {
  if (release !== 'v1.4') return false;
  return objects.some(({ metadata: { ownerReferences = [] } }) => {
    return new Set(ownerReferences.map(({ uid }) => uid)).size < ownerReferences.length;
  });
}

const RELEASE_NAMES = Object.keys(RELEASES) as Release[];

describe('forecast', () => {
  it.each(RELEASE_NAMES)(
    'for %s is what the simulation run to the end comes to, in every order where none matters',
    (release) => {
      let decided = 0;
      fc.assert(
        fc.property(world, fc.nat(8), (objects, victim) => {
          fc.pre(!isInDoubt(objects, release));
          for (const { uid, before, forecast } of forecastsIn(objects, victim, release)) {
            if (forecast.orders !== 'alike') continue;
            decided++;
            const expected = expectedStates(before, forecast);
            const { policy } = forecast;
            for (const seed of [undefined, 1, 2, 3, 4, 5, 6]) {
              const finalStates = play(objects, uid, policy, seed, release);
              expect({ policy, seed, finalStates }).toEqual({
                policy,
                seed,
                finalStates: expected,
              });
            }
          }
        }),
        propertyRuns(12, 4),
      );
      expect(decided).toBeGreaterThan(0);
    },
  );

  it('is one of the ends that other orders come to, where order matters, which it seldom does', () => {
    let deletions = 0;
    let said = 0;
    fc.assert(
      fc.property(world, fc.nat(8), (objects, victim) => {
        for (const { uid, before, forecast } of forecastsIn(objects, victim)) {
          deletions++;
          if (forecast.orders === 'alike') continue;
          said++;
          const { policy } = forecast;
          const expected = textOf(expectedStates(before, forecast));
          const ends = endsOf(objects, uid, policy, expected);
          expect({ policy, ends }).toEqual({ policy, ends: expect.arrayContaining([expected]) });
        }
      }),
      { ...propertyRuns(50, 20), endOnFailure: true },
    );
    expect(said).toBeGreaterThan(0);
    expect(said).toBeLessThan(deletions * 0.2);
  });
});

/** The ends that other orders come to, up to the expected one. */
function endsOf(
  objects: readonly ApiObject[],
  uid: string,
  policy: PropagationPolicy,
  expected: string,
): string[] {
  const ends = new Set<string>();
  for (let seed = 0; seed < ORDERS && !ends.has(expected); seed++) {
    ends.add(textOf(play(objects, uid, policy, seed)));
  }
  return [...ends];
}
