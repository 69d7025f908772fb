import { randomUUID } from 'node:crypto';
import { DEFAULT_RELEASE } from '@gcscope/gc-core';
import type { SimulationView, StartSimulation, Uid } from '@gcscope/gc-core/wire';
import type { LiveCluster } from '../live/live-cluster.ts';
import { type Fork, ForkTooLargeError, forkObjects } from './fork-objects.ts';
import { SimulationSession } from './simulation-session.ts';

/** Simulations kept; the one not used for longest goes first. */
const MOST_SESSIONS = 32;
/** Objects that a simulation may hold: a picture of more cannot be followed step by step. */
export const MOST_OBJECTS = 500;

/** Why no simulation was started. */
export type StartRefusal = 'uid-unknown' | 'uid-virtual' | 'too-large';

/** The simulated deletions that browsers step through. Ids cannot be guessed. */
export class SimulationRegistry {
  readonly #cluster: LiveCluster;
  readonly #sessions = new Map<string, SimulationSession>();

  constructor(cluster: LiveCluster) {
    this.#cluster = cluster;
  }

  /** Forks the live cluster as it is now, deletes the object there and runs to rest. The cluster itself is not touched. */
  start({ uid, propagationPolicy, release }: StartSimulation): SimulationView | StartRefusal {
    const { live, clock } = this.#cluster;
    live.flush();
    const node = live.graph.get(uid);
    if (!node) return 'uid-unknown';
    if (node.virtual) return 'uid-virtual';
    const fork = this.#fork(uid);
    if (!fork) return 'too-large';
    const session = new SimulationSession({
      id: randomUUID(),
      uid,
      propagationPolicy,
      release: release ?? DEFAULT_RELEASE,
      fork,
      now: clock.now(),
      isAtWork: (each) => this.#isAtWork(each),
    });
    this.#keep(session);
    return session.view;
  }

  /** The session under this id, which counts as used now. */
  get(id: string): SimulationSession | undefined {
    const session = this.#sessions.get(id);
    if (session) this.#keep(session);
    return session;
  }

  #keep(session: SimulationSession): void {
    const { id } = session;
    this.#sessions.delete(id);
    this.#sessions.set(id, session);
    for (const oldest of this.#sessions.keys()) {
      if (this.#sessions.size <= MOST_SESSIONS) break;
      this.#sessions.delete(oldest);
    }
  }

  #fork(uid: Uid): Fork | undefined {
    try {
      return forkObjects(this.#cluster.live, uid, MOST_OBJECTS);
    } catch (error) {
      if (error instanceof ForkTooLargeError) return undefined;
      throw error;
    }
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
