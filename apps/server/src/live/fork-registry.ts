import { randomUUID } from 'node:crypto';
import { ForkTooLargeError, forkObjects } from '@gcscope/gc-core';
import type { Fork, Uid } from '@gcscope/gc-core/wire';
import { putLast } from '../base/last-used.ts';
import type { LiveCluster } from './live-cluster.ts';

/** Forks kept; the one not used for longest goes first. */
const MOST_KEPT = 32;
/** Objects that a simulation may hold: a picture of more cannot be followed step by step. */
export const MOST_OBJECTS = 500;

/** Why there is no fork. */
export type ForkRefusal = 'uid-unknown' | 'uid-virtual' | 'too-large';

/** Forks of parts of the cluster, for a browser to simulate deletions there. Ids cannot be guessed. */
export class ForkRegistry {
  readonly #cluster: LiveCluster;
  readonly #forks = new Map<string, Fork>();

  constructor(cluster: LiveCluster) {
    this.#cluster = cluster;
  }

  /** Forks what a deletion of the object can reach in the live cluster as it is now. The cluster itself is not touched. */
  fork(uid: Uid): Fork | ForkRefusal {
    const { live, clock } = this.#cluster;
    live.flush();
    const node = live.graph.get(uid);
    if (!node) return 'uid-unknown';
    if (node.virtual) return 'uid-virtual';
    try {
      const forked = forkObjects([node], live.view, MOST_OBJECTS);
      const atWork = forked.objects
        .map(({ metadata }) => metadata.uid)
        .filter((each) => this.#isAtWork(each));
      const { kubectl } = live.view;
      const about = { id: randomUUID(), uid, now: clock.now() };
      const fork = { ...about, ...forked, atWork, ...(kubectl && { kubectl }) };
      this.#keep(fork);
      return fork;
    } catch (error) {
      if (error instanceof ForkTooLargeError) return 'too-large';
      throw error;
    }
  }

  /** The fork under this id, which counts as used now. */
  get(id: string): Fork | undefined {
    const fork = this.#forks.get(id);
    if (fork) this.#keep(fork);
    return fork;
  }

  #keep(fork: Fork): void {
    putLast(this.#forks, fork.id, fork, MOST_KEPT);
  }

  /** The real collector has a reason to look at the object now: it waits in a deletion, or goes at once. */
  #isAtWork(uid: Uid): boolean {
    const { live } = this.#cluster;
    const node = live.graph.get(uid);
    if (node?.deletingDependents || live.view.isQueued(uid)) return true;
    if (!node || node.virtual) return false;
    const summary = live.records.get(uid)?.summary;
    return summary?.verdict === 'goes' && summary.when === 'now';
  }
}
