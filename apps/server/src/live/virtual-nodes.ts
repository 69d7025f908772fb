import type { Graph, GraphChange, GraphNode, Records } from '@gcscope/gc-core';
import type { Uid } from '@gcscope/gc-core/wire';

/** Nodes that only stand for what references name. Those that no reference names any more leave the graph when they are met. */
export class VirtualNodes {
  readonly #graph: Graph;
  readonly #records: Records;
  readonly #process: (change: GraphChange) => void;

  /** `process`: changes the graph. */
  constructor(graph: Graph, records: Records, process: (change: GraphChange) => void) {
    this.#graph = graph;
    this.#records = records;
    this.#process = process;
  }

  /** All nodes, with those that leave now. */
  *allNodes(): Generator<GraphNode> {
    for (const node of this.#graph.nodes()) {
      this.#drop(node);
      yield node;
    }
  }

  /** Returns the uids that changed since the last tick. */
  takeTouched(): Uid[] {
    const touched = this.#graph.takeTouched();
    for (const uid of touched) {
      const owners = [
        ...(this.#graph.get(uid)?.owners ?? []),
        ...(this.#records.get(uid)?.owners ?? []),
      ];
      for (const owner of [uid, ...owners.map((each) => each.uid)]) {
        const node = this.#graph.get(owner);
        if (node) this.#drop(node);
      }
    }
    return [...touched, ...this.#graph.takeTouched()];
  }

  #drop(node: GraphNode): void {
    if (!node.virtual || node.dependents.size > 0) return;
    this.#process({ type: 'DELETED', identity: node.identity, virtual: true });
  }
}
