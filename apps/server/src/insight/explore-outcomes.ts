import {
  type ApiObject,
  GarbageCollector,
  policyOptions,
  type ReleaseProfile,
  ResourceTable,
  SettleLimitError,
  Simulation,
  seededRandom,
  settleInSomeOrder,
} from '@gcscope/gc-core';
import type {
  ForecastOutcome,
  Millis,
  ObjectReference,
  PropagationPolicy,
  Uid,
} from '@gcscope/gc-core/wire';
import type { ForkedObjects } from '../simulations/fork-objects.ts';

/** Orders that are tried: each is a whole deletion, so that few objects allow for more of them. */
const FEWEST_ORDERS = 24;
const MOST_ORDERS = 200;
const OBJECTS_PLAYED = 2400;
const MOST_STEPS = 20_000;
/** Longer than the grace that Pods are assumed to have. */
const POD_TIME: Millis = 60_000;

type Fate = 'deleted' | 'terminating' | 'living';

/** What is deleted in each order. */
export interface Deletion {
  readonly uids: readonly Uid[];
  readonly policy: PropagationPolicy;
  readonly now: Millis;
  readonly release: ReleaseProfile;
}

/** The ends that a deletion comes to in orders that a collector may take; one where all that were tried end alike. */
export function exploreOutcomes(fork: ForkedObjects, deletion: Deletion): ForecastOutcome[] {
  const ends = new Map<string, { fates: ReadonlyMap<Uid, Fate>; orders: number }>();
  const affordable = Math.round(OBJECTS_PLAYED / fork.objects.length);
  const tried = Math.min(MOST_ORDERS, Math.max(FEWEST_ORDERS, affordable));
  for (let seed = 1; seed <= tried; seed++) {
    const fates = playOut(fork, deletion, seed);
    if (!fates) continue;
    const key = JSON.stringify([...fates]);
    const end = ends.get(key);
    if (end) end.orders++;
    else ends.set(key, { fates, orders: 1 });
  }
  const all = [...ends.values()].sort((a, b) => b.orders - a.orders);
  const differing = fork.objects.filter(({ metadata }) => {
    const fates = all.map((end) => end.fates.get(metadata.uid));
    return new Set(fates).size > 1;
  });
  return all.map(({ fates, orders }) => {
    const of = (fate: Fate): ObjectReference[] =>
      differing.filter(({ metadata }) => fates.get(metadata.uid) === fate).map(referenceTo);
    return {
      orders,
      deleted: of('deleted'),
      terminating: of('terminating'),
      living: of('living'),
    };
  });
}

function playOut(
  { objects, resources }: ForkedObjects,
  { uids, policy, now, release }: Deletion,
  seed: number,
): ReadonlyMap<Uid, Fate> | undefined {
  const table = new ResourceTable(resources);
  const simulation = new Simulation({ release, table, objects, now });
  forgetStart(simulation);
  for (const object of objects) {
    const resource = table.forKind(object.apiVersion, object.kind);
    if (!resource || !uids.includes(object.metadata.uid)) continue;
    const { name, namespace = '' } = object.metadata;
    const target = { resource, name, namespace: resource.namespaced ? namespace : '' };
    simulation.apiServer.delete(target, policyOptions(policy, release));
  }
  try {
    settleInSomeOrder(simulation, seededRandom(seed), MOST_STEPS);
    simulation.advance(POD_TIME, MOST_STEPS);
    simulation.settle(MOST_STEPS);
  } catch (error) {
    if (error instanceof SettleLimitError) return undefined;
    throw error;
  }
  const live = new Map([...simulation.apiServer.all()].map((each) => [each.metadata.uid, each]));
  return new Map(
    objects.map(({ metadata }): [Uid, Fate] => {
      const object = live.get(metadata.uid);
      if (!object) return [metadata.uid, 'deleted'];
      const isGoing = object.metadata.deletionTimestamp !== undefined;
      return [metadata.uid, isGoing ? 'terminating' : 'living'];
    }),
  );
}

/** A collector that has long been running: what it would look at only because it has just started is left out. */
function forgetStart({ process }: Simulation): void {
  while (process.nextQueue() === 'graphChanges') process.step('graphChanges');
  const { collector } = process;
  if (!(collector instanceof GarbageCollector)) return;
  const { attemptToDelete } = collector;
  for (let node = attemptToDelete.take(); node; node = attemptToDelete.take()) {
    attemptToDelete.done(node);
  }
}

function referenceTo({ apiVersion, kind, metadata }: ApiObject): ObjectReference {
  const { namespace = '', name, uid } = metadata;
  return { apiVersion, kind, namespace, name, uid };
}
