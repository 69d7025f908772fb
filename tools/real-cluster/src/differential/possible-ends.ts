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

/** The ends a deletion can come to, as the simulation says: what is gone, in deletion and alive. */
export class PossibleEnds {
  readonly #before: WorldState;
  readonly #deletion: Deletion;
  readonly #release: ReleaseProfile;
  readonly #known = new Set<string>();
  #orders = 0;

  constructor(before: WorldState, deletion: Deletion, release: ReleaseProfile) {
    this.#before = before;
    this.#deletion = deletion;
    this.#release = release;
  }

  /** Whether some order ends like `after`; no order is tried twice. */
  has(after: WorldState): boolean {
    const ends = new Map([...after].map(([uid, each]) => [uid, isTerminating(each)]));
    const wanted = fatesOf(this.#before, ends);
    while (!this.#known.has(wanted) && this.#orders < ORDERS) {
      const end = endOf(this.#before, this.#deletion, this.#release, this.#orders++);
      this.#known.add(fatesOf(this.#before, end));
    }
    return this.#known.has(wanted);
  }
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
