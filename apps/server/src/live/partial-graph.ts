import { Graph } from '@gcscope/gc-core';
import type { Uid } from '@gcscope/gc-core/wire';

/**
 * The part of a graph made of these nodes. References to nodes that were left out are left out too: they are not
 * missing. What is missing in the whole graph is missing in the part.
 */
export function partialGraph(graph: Graph, uids: Iterable<Uid>): Graph {
  const part = new Graph();
  const inside = new Set(uids);
  for (const uid of inside) {
    const node = graph.get(uid);
    if (!node) continue;
    const copy = node.cloneAs(node.identity);
    copy.owners = node.owners.filter((each) => inside.has(each.uid) || !graph.get(each.uid));
    for (const dependent of node.dependents) {
      if (!inside.has(dependent.uid)) copy.deleteDependent(dependent);
    }
    part.set(copy);
  }
  return part;
}
