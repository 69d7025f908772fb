import {
  type ApiObject,
  type PropagationPolicy,
  type ReleaseProfile,
  Simulation,
  seededRandom,
  settleInSomeOrder,
} from '@gcscope/gc-core';
import type { Uid } from '@gcscope/gc-core/wire';
import { NOW, tableOf } from './simulate-world.ts';
import { isTerminating, type WorldState } from './world-state.ts';

const ORDERS = 500;
/** Enough to meet each usual end. */
const USUAL_ORDERS = 60;
/** Longer than any Pod takes to end. */
const LONG = 120_000;
const ON_NODE = { nodeName: 'node-1', terminationGracePeriodSeconds: 30 };

/** A deletion by a user. */
export interface Deletion {
  readonly target: Uid;
  readonly policy: PropagationPolicy;
}

/**
 * The ends a deletion can come to, or without one the restart of a collector, as the simulation says: what is gone, in
 * deletion and alive.
 */
export class ReachableOutcomes {
  readonly #before: WorldState;
  readonly #deletion: Deletion | undefined;
  readonly #release: ReleaseProfile;
  readonly #known = new Map<string, WorldState>();
  #orders = 0;

  constructor(before: WorldState, deletion: Deletion | undefined, release: ReleaseProfile) {
    this.#before = before;
    this.#deletion = deletion;
    this.#release = release;
  }

  /** Whether some order ends like `after`; no order is tried twice. */
  has(after: WorldState): boolean {
    const wanted = outcomeOf(this.#before, after);
    while (!this.#known.has(wanted) && this.#orders < ORDERS) this.#tryNextOrder();
    return this.#known.has(wanted);
  }

  /** Whether an end of some order is as wanted. */
  some(isWanted: (end: WorldState) => boolean): boolean {
    while (this.#orders < USUAL_ORDERS) this.#tryNextOrder();
    return [...this.#known.values()].some(isWanted);
  }

  #tryNextOrder(): void {
    const end = endOf(this.#before, this.#deletion, this.#release, this.#orders++);
    const outcome = outcomeOf(this.#before, end);
    if (!this.#known.has(outcome)) this.#known.set(outcome, end);
  }
}

function outcomeOf(before: WorldState, end: WorldState): string {
  return JSON.stringify(
    [...before.keys()].map((uid) => {
      const object = end.get(uid);
      return object ? isTerminating(object) : 'gone';
    }),
  );
}

function endOf(
  before: WorldState,
  deletion: Deletion | undefined,
  release: ReleaseProfile,
  seed: number,
): WorldState {
  const table = tableOf(release);
  const objects = [...before.values()].map(({ identity, meta, onNode, status }): ApiObject => {
    const { apiVersion, kind } = identity;
    const spec = onNode ? ON_NODE : status && { finalizers: status.finalizers };
    return { apiVersion, kind, metadata: meta, ...(spec ? { spec } : {}) };
  });
  const simulation = new Simulation({ release, table, objects, now: NOW });
  if (deletion) {
    simulation.settle();
    carryOut(deletion, before, simulation);
  }
  settleInSomeOrder(simulation, seededRandom(seed));
  if (deletion) {
    simulation.advance(LONG);
    simulation.settle();
  }
  const left = new Map(
    [...simulation.apiServer.all()].map(({ metadata }) => [metadata.uid, metadata]),
  );
  return new Map(
    [...before].flatMap(([uid, object]) => {
      const meta = left.get(uid);
      return meta ? [[uid, { ...object, meta }] as const] : [];
    }),
  );
}

/** Deletes the object of a simulated world. */
export function carryOut(
  { target, policy }: Deletion,
  before: WorldState,
  { apiServer }: Simulation,
): void {
  const victim = before.get(target)?.identity;
  const resource = victim && apiServer.table.forKind(victim.apiVersion, victim.kind);
  if (!resource) throw new Error(`${target} cannot be deleted.`);
  const { namespace, name } = victim;
  apiServer.delete({ resource, namespace, name }, { propagationPolicy: policy });
}
