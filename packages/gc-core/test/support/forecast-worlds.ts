import type fc from 'fast-check';
import { forecast } from '../../src/insight/forecast/forecast.ts';
import type { ApiObject } from '../../src/meta/object-meta.ts';
import { sameIdentity } from '../../src/meta/object-reference.ts';
import { type PropagationPolicy, policyOptions } from '../../src/meta/propagation-policy.ts';
import { RELEASES, type Release } from '../../src/meta/releases.ts';
import { simulationView } from '../../src/scenario/simulation-view.ts';
import { settleInSomeOrder } from '../../src/simulation/explore.ts';
import { seededRandom } from '../../src/simulation/random.ts';
import type { Simulation } from '../../src/simulation/simulation.ts';
import type { PolicyForecast } from '../../src/wire/forecast.ts';
import { worldTable } from './arbitrary-world.ts';
import { namespacedWorld, namespaceStatuses } from './namespaced-world.ts';
import { settled } from './simulate.ts';

/** Longer than any Pod takes to end. */
const LONG = 120_000;

export type FinalStates = Readonly<Record<string, 'deleted' | 'terminating' | 'living'>>;

/** Without controllers: the API server refuses any change of an object with two of them, the collector's too (VA-04). */
export const world: fc.Arbitrary<ApiObject[]> = namespacedWorld().map((objects) =>
  objects.map(withoutControllers),
);

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

export function expectedStates(
  before: FinalStates,
  { deleted, blocked }: PolicyForecast,
): FinalStates {
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

/** What is left after the deletion by the API server and the collector, in the usual order or another one. */
export function play(
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
export function forecastsIn(
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
