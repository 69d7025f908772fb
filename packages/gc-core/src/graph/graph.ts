import type { Uid } from '../meta/object-reference.ts';
import type { GraphDelta } from '../wire/graph-delta.ts';
import type { NodeRecord } from '../wire/node-record.ts';
import type { GraphNode } from './graph-node.ts';

/** The map uid → node (DM-11) and the list of what changed since it was last asked. One writer: the graph builder. */
export class Graph {
  readonly #uidToNode = new Map<Uid, GraphNode>();
  /** Nodes changed since the last take, each once. */
  readonly #touched: GraphNode[] = [];
  /** Uids that nodes left since the last take. */
  readonly #left: Uid[] = [];

  get size(): number {
    return this.#uidToNode.size;
  }

  get(uid: Uid): GraphNode | undefined {
    return this.#uidToNode.get(uid);
  }

  nodes(): IterableIterator<GraphNode> {
    return this.#uidToNode.values();
  }

  /** Puts the node under its uid, in place of another one if there is one. */
  set(node: GraphNode): void {
    const before = this.get(node.uid);
    if (before && before !== node) before.mark = 'left';
    this.#uidToNode.set(node.uid, node);
    this.touch(node);
  }

  delete(uid: Uid): void {
    const node = this.get(uid);
    if (!node) return;
    this.#uidToNode.delete(uid);
    node.mark = 'left';
    this.#left.push(uid);
  }

  /** Every mutation of a node says so here; the delta is read from the nodes afterwards, so nothing can be missed. */
  touch(node: GraphNode): void {
    if (node.mark !== 'clean') return;
    node.mark = 'touched';
    this.#touched.push(node);
  }

  /** Uids changed since the last take, each once; taking forgets them. Cost: proportional to their number. */
  takeTouched(): Uid[] {
    // One that is back has a touched node.
    const uids = [...new Set(this.#left)].filter((uid) => !this.#uidToNode.has(uid));
    for (const node of this.#touched) {
      if (node.mark === 'left') continue;
      node.mark = 'clean';
      uids.push(node.uid);
    }
    this.#left.length = 0;
    this.#touched.length = 0;
    return uids;
  }

  /** What changed since the last take, as the nodes are now. */
  takeDelta(): GraphDelta {
    const upserts: NodeRecord[] = [];
    const removes: Uid[] = [];
    for (const uid of this.takeTouched()) {
      const node = this.get(uid);
      if (node) upserts.push(node.toRecord());
      else removes.push(uid);
    }
    return { upserts, removes };
  }
}
