import type { Graph, GraphNode } from '@gcscope/gc-core';
import type { Uid } from '@gcscope/gc-core/wire';

/** The objects that the collector has a reason to check, and has not checked yet as far as gcscope knows. */
export class CollectorQueue {
  /** Nothing is added meanwhile: what first lists bring, a running collector has looked at when it started. */
  isPaused = false;
  readonly #graph: Graph;
  readonly #queued = new Set<Uid>();
  /** Owners in foreground deletion. */
  readonly #waitingOwners = new Set<GraphNode>();

  constructor(graph: Graph) {
    this.#graph = graph;
  }

  has(uid: Uid): boolean {
    return this.#queued.has(uid);
  }

  add(node: GraphNode): void {
    if (this.isPaused) return;
    this.#queued.add(node.uid);
    if (node.deletingDependents) this.#waitingOwners.add(node);
    this.#graph.touch(node);
  }

  /** The collector has looked at it, or it is gone. */
  delete(uid: Uid): void {
    this.#queued.delete(uid);
  }

  /** FG-02: an owner that waits is looked at by looking at the dependents that block it. */
  lookAtBlockers(): void {
    for (const owner of this.#waitingOwners) {
      for (const dependent of owner.blockingDependents()) {
        if (!dependent.deletingDependents) this.add(dependent);
      }
    }
    this.#waitingOwners.clear();
  }
}
