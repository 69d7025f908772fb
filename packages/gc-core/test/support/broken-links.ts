import type { Graph } from '../../src/graph/graph.ts';
import type { Uid } from '../../src/meta/object-reference.ts';

/**
 * Ways in which owners and dependents of the graph contradict each other (DM-12); empty for a sound graph.
 * One known exception: a node that was removed and is made anew under its uid lacks its former dependents: pass such uids
 * as `madeAnew`.
 */
export function brokenLinks(graph: Graph, madeAnew: ReadonlySet<Uid> = new Set()): string[] {
  const broken: string[] = [];
  for (const node of graph.nodes()) {
    for (const { uid } of node.owners) {
      const owner = graph.get(uid);
      if (owner && !madeAnew.has(uid) && !owner.dependents.has(node))
        broken.push(`${uid} lacks its dependent ${node.uid}`);
    }
    for (const dependent of node.dependents) {
      if (!dependent.owners.some(({ uid }) => uid === node.uid)) {
        broken.push(`${node.uid} lists ${dependent.uid}, which does not name it`);
      }
    }
  }
  return broken;
}
