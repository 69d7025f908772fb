import type { Uid } from '../meta/object-reference.ts';
import type { GraphDelta } from '../wire/graph-delta.ts';
import type { NodeRecord } from '../wire/node-record.ts';
import type { GraphNode } from './graph-node.ts';

/** The map uid → node (DM-11) and the list of what changed since it was last asked. One writer: the graph builder. */
export class Graph {
  readonly #uidToNode = new Map<Uid, GraphNode>();
  /** Nodes changed since the last take, each once; those that left the graph by their uid. */
  readonly #touched: GraphNode[] = [];
  readonly #removed: Uid[] = [];

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
    this.#uidToNode.set(node.uid, node);
    this.touch(node);
  }

  delete(uid: Uid): void {
    if (this.#uidToNode.delete(uid)) this.#removed.push(uid);
  }

  /** Every mutation of a node says so here; the delta is read from the nodes afterwards, so nothing can be missed. */
  touch(node: GraphNode): void {
    if (node.touched) return;
    node.touched = true;
    this.#touched.push(node);
  }

  /** Uids changed since the last take, each once; taking forgets them. Cost: proportional to their number. */
  takeTouched(): Uid[] {
    const uids = new Set(this.#removed);
    for (const node of this.#touched) {
      node.touched = false;
      uids.add(node.uid);
    }
    this.#removed.length = 0;
    this.#touched.length = 0;
    return [...uids];
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
