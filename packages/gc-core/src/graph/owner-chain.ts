import type { Graph } from './graph.ts';
import type { GraphNode } from './graph-node.ts';

/** Whether `node` is the other one, or that owns it, directly or over others. */
export function isOwnedBy(node: GraphNode, other: GraphNode, graph: Pick<Graph, 'get'>): boolean {
  // The set grows while it is walked.
  const seen = new Set<GraphNode>([node]);
  for (const each of seen) {
    if (each === other) return true;
    for (const { uid } of each.owners) {
      const owner = graph.get(uid);
      if (owner) seen.add(owner);
    }
  }
  return false;
}
