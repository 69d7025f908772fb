import { Graph, type GraphChange, type GraphNode, isBlocking } from '@gcscope/gc-core';
import type { Uid } from '@gcscope/gc-core/wire';

/** Objects that are remembered; beyond that the oldest are forgotten. */
const MOST = 10_000;

/** An object as it was last seen, and the kind that is no longer served. */
interface LeftObject {
  /** Group and resource. */
  readonly key: string;
  readonly change: GraphChange;
}

/**
 * Objects of kinds that are no longer served and that block an owner. The collector keeps them in its graph until it restarts
 * (MO-13), so an owner in foreground deletion waits for them. They are in our graph while one does, and only remembered before.
 */
export class LeftBehind {
  readonly #graph: Graph;
  readonly #objects = new Map<Uid, LeftObject>();
  /** Nodes of objects that were asked for and are not in the graph. */
  readonly #beside = new Graph();

  constructor(graph: Graph) {
    this.#graph = graph;
  }

  /** The kind is no longer served; whether this object of it has to stay in the graph now. */
  keeps(key: string, change: GraphChange): boolean {
    const owners = this.#blocked(change);
    if (owners.length === 0) return false;
    this.#objects.set(change.identity.uid, { key, change });
    const [oldest] = this.#objects.keys();
    if (this.#objects.size > MOST && oldest !== undefined) this.forget(oldest);
    return owners.some(isWaiting);
  }

  /** The nodes that enter the graph because an owner waits for them, and those that leave because their owners are gone. */
  *due(): Generator<GraphChange> {
    for (const [uid, { change }] of this.#objects) {
      const owners = this.#blocked(change);
      const node = this.#graph.get(uid);
      const isIn = node !== undefined && !node.virtual;
      if (owners.length === 0) this.forget(uid);
      if (isIn === owners.some(isWaiting)) continue;
      const { identity, meta } = change;
      if (isIn) yield { type: 'DELETED', identity };
      else if (meta) yield { type: 'ADDED', identity, meta };
    }
  }

  /** The kind is served and read again: what it still has is known, and what it no longer has leaves the graph. */
  *served(key: string): Generator<GraphChange> {
    for (const [uid, { key: of, change }] of this.#objects) {
      if (of !== key) continue;
      this.forget(uid);
      if (this.#graph.get(uid)) yield { type: 'DELETED', identity: change.identity };
    }
  }

  /** The object is observed again, or no longer of interest. */
  forget(uid: Uid): void {
    this.#objects.delete(uid);
    const node = this.#beside.get(uid);
    if (node) this.#beside.delete(node);
    // The changes of this graph are not read, so they would add up for ever.
    this.#beside.takeTouched();
  }

  /** The objects that block the owner and are not in the graph, because it does not wait for them. */
  *of(owner: Uid): Generator<GraphNode> {
    for (const { change } of this.#objects.values()) {
      const references = change.meta?.ownerReferences ?? [];
      const blocks = references.some((each) => each.uid === owner && isBlocking(each));
      if (blocks && !this.#graph.get(change.identity.uid)) yield this.#nodeOf(change);
    }
  }

  #nodeOf({ identity, meta }: GraphChange): GraphNode {
    const known = this.#beside.get(identity.uid);
    if (known) return known;
    const node = this.#beside.createNode(identity, false);
    node.owners = meta?.ownerReferences ?? [];
    this.#beside.set(node);
    if (meta) this.#beside.see(node, meta);
    return node;
  }

  /** The owners that it blocks and that exist, as far as is known. */
  #blocked({ meta }: GraphChange): GraphNode[] {
    return (meta?.ownerReferences ?? []).filter(isBlocking).flatMap(({ uid }) => {
      const owner = this.#graph.get(uid);
      return owner && !owner.virtual ? owner : [];
    });
  }
}

function isWaiting({ deletingDependents }: GraphNode): boolean {
  return deletingDependents;
}
