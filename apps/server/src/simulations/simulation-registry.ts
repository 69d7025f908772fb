import { randomUUID } from 'node:crypto';
import { ForkTooLargeError, forkObjects } from '@gcscope/gc-core';
import type { Fork, SimulationView, StartSimulation, Uid } from '@gcscope/gc-core/wire';
import { forkSource } from '../live/fork-source.ts';
import type { LiveCluster } from '../live/live-cluster.ts';
import { SimulatedDeletion } from './simulated-deletion.ts';

/** Forks and simulations kept, of each; the one not used for longest goes first. */
const MOST_KEPT = 32;
/** Objects that a simulation may hold: a picture of more cannot be followed step by step. */
export const MOST_OBJECTS = 500;

/** Why no simulation was started. */
export type StartRefusal = 'uid-unknown' | 'uid-virtual' | 'too-large';

/** The copies of parts of the cluster that deletions are simulated on, and those simulations. Ids cannot be guessed. */
export class SimulationRegistry {
  readonly #cluster: LiveCluster;
  readonly #forks = new Map<string, Fork>();
  readonly #simulations = new Map<string, SimulatedDeletion>();

  constructor(cluster: LiveCluster) {
    this.#cluster = cluster;
  }

  /** Copies what a deletion of the object can reach in the live cluster as it is now. The cluster itself is not touched. */
  fork(uid: Uid): Fork | StartRefusal {
    const { live, clock } = this.#cluster;
    live.flush();
    const node = live.graph.get(uid);
    if (!node) return 'uid-unknown';
    if (node.virtual) return 'uid-virtual';
    try {
      const forked = forkObjects([node], forkSource(live), MOST_OBJECTS);
      const atWork = forked.objects
        .map(({ metadata }) => metadata.uid)
        .filter((each) => this.#isAtWork(each));
      const { kubectl } = live.view;
      const copy = { id: randomUUID(), uid, now: clock.now(), ...forked, atWork };
      const fork = kubectl ? { ...copy, kubectl } : copy;
      keep(this.#forks, fork);
      return fork;
    } catch (error) {
      if (error instanceof ForkTooLargeError) return 'too-large';
      throw error;
    }
  }

  /** The fork under this id, which counts as used now. */
  getFork(id: string): Fork | undefined {
    return used(this.#forks, id);
  }

  /** Deletes the object in a fork and runs to rest. */
  start({ uid, propagationPolicy, release }: StartSimulation): SimulationView | StartRefusal {
    const fork = this.fork(uid);
    if (typeof fork === 'string') return fork;
    const simulation = new SimulatedDeletion(randomUUID(), fork, {
      propagationPolicy,
      ...(release === undefined ? {} : { release }),
    });
    keep(this.#simulations, simulation);
    return simulation.view;
  }

  /** The simulation under this id, which counts as used now. */
  get(id: string): SimulatedDeletion | undefined {
    return used(this.#simulations, id);
  }

  /** The real collector has a reason to look at the object now: it waits in a deletion, or goes at once. */
  #isAtWork(uid: Uid): boolean {
    const { live } = this.#cluster;
    const node = live.graph.get(uid);
    if (node?.deletingDependents || live.view.isQueued(uid)) return true;
    if (!node || node.virtual) return false;
    const standing = live.records.get(uid)?.standing;
    return standing?.verdict === 'goes' && standing.when === 'now';
  }
}

function used<T extends { readonly id: string }>(kept: Map<string, T>, id: string): T | undefined {
  const found = kept.get(id);
  if (found) keep(kept, found);
  return found;
}

function keep<T extends { readonly id: string }>(kept: Map<string, T>, item: T): void {
  kept.delete(item.id);
  kept.set(item.id, item);
  for (const oldest of kept.keys()) {
    if (kept.size <= MOST_KEPT) break;
    kept.delete(oldest);
  }
}
