import {
  type ApiObject,
  type PropagationPolicy,
  type ReleaseProfile,
  Simulation,
  seededRandom,
  settleInSomeOrder,
} from '@gcscope/gc-core';
import type { Uid } from '@gcscope/gc-core/wire';
import { tableOf } from './simulate-world.ts';
import { isTerminating, type WorldState } from './world-state.ts';

const ORDERS = 500;
const NOW = 1_767_225_600_000;
/** Longer than any Pod takes to end. */
const LONG = 120_000;
const ON_NODE = { nodeName: 'node-1', terminationGracePeriodSeconds: 30 };

/** A deletion by a user. */
export interface Deletion {
  readonly target: Uid;
  readonly policy: PropagationPolicy;
}

/** Whether the deletion ends like `after` in an order of the simulation: what is gone, in deletion and alive. */
export function isPossibleEnd(
  before: WorldState,
  after: WorldState,
  deletion: Deletion,
  release: ReleaseProfile,
): boolean {
  const wanted = fatesOf(
    before,
    new Map([...after].map(([uid, each]) => [uid, isTerminating(each)])),
  );
  for (let seed = 0; seed < ORDERS; seed++) {
    if (fatesOf(before, endOf(before, deletion, release, seed)) === wanted) return true;
  }
  return false;
}

/** What is left, and whether it is terminating. */
type Ends = ReadonlyMap<Uid, boolean>;

function fatesOf(before: WorldState, ends: Ends): string {
  return JSON.stringify([...before.keys()].map((uid) => [uid, ends.get(uid) ?? 'gone']));
}

function endOf(
  before: WorldState,
  { target, policy }: Deletion,
  release: ReleaseProfile,
  seed: number,
): Ends {
  const table = tableOf(release);
  const objects = [...before.values()].map(({ identity, meta, onNode }): ApiObject => {
    const { apiVersion, kind } = identity;
    return { apiVersion, kind, metadata: meta, ...(onNode ? { spec: ON_NODE } : {}) };
  });
  const simulation = new Simulation({ release, table, objects, now: NOW });
  simulation.settle();
  const victim = before.get(target)?.identity;
  const resource = victim && table.forKind(victim.apiVersion, victim.kind);
  if (!resource) throw new Error(`${target} cannot be deleted.`);
  const { namespace, name } = victim;
  simulation.apiServer.delete({ resource, namespace, name }, { propagationPolicy: policy });
  settleInSomeOrder(simulation, seededRandom(seed));
  simulation.advance(LONG);
  simulation.settle();
  return new Map(
    [...simulation.apiServer.all()].map(({ metadata }) => [
      metadata.uid,
      metadata.deletionTimestamp !== undefined,
    ]),
  );
}
