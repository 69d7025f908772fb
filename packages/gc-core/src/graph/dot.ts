import { type OwnerReference, parseApiVersion, type Uid } from '../meta/object-reference.ts';
import type { Graph } from './graph.ts';
import type { GraphNode } from './graph-node.ts';
import { type DotEdge, type DotGraph, type DotVertex, printDot, sortDot } from './print-dot.ts';

/**
 * The graph as the collector's debug endpoint prints it; `uids` restricts it to the connected components of those
 * nodes (DU-01..04). The missing-vertex defect (DV-05) is reproduced in the visiting order that draws fewest wrong edges.
 */
export function toDot(graph: Graph, uids?: readonly Uid[]): string {
  const selected = uids ? connectedNodes(graph, uids) : [...graph.nodes()];
  return printDot(verticesAndEdges(dependentsFirst(selected)));
}

/**
 * The nodes that references connect with these, in both directions (DU-01); it skips unknown uids (DU-02). Stops at more
 * than `limit` nodes.
 */
export function connectedNodes(
  graph: Graph,
  uids: readonly Uid[],
  limit: number = Number.POSITIVE_INFINITY,
): GraphNode[] {
  const found = new Set<GraphNode>();
  const pending = [...uids];
  for (let uid = pending.pop(); uid !== undefined && found.size <= limit; uid = pending.pop()) {
    const node = graph.get(uid);
    if (!node || found.has(node)) continue;
    found.add(node);
    for (const reference of node.owners) pending.push(reference.uid);
    for (const dependent of node.dependents) pending.push(dependent.uid);
  }
  return [...found];
}

/** DV-05 (b): a dependent that is visited after an owner with a missing owner gets a wrong edge; so dependents go first. */
function dependentsFirst(nodes: readonly GraphNode[]): GraphNode[] {
  const pending = new Set(nodes);
  return nodes.flatMap((root) => takeWithDependents(root, pending));
}

/** The node after everything below it, each node once: what is taken leaves `pending`. */
function takeWithDependents(root: GraphNode, pending: Set<GraphNode>): GraphNode[] {
  const ordered: GraphNode[] = [];
  const entered = new Set<GraphNode>();
  const stack = [root];
  for (let node = stack.at(-1); node; node = stack.at(-1)) {
    if (entered.has(node) || !pending.has(node)) {
      stack.pop();
      if (pending.delete(node)) ordered.push(node);
      continue;
    }
    entered.add(node);
    for (const dependent of node.dependents) stack.push(dependent);
  }
  return ordered;
}

/** The nodes with an owner or a dependent, and their edges, sorted (DV-01..05, DV-08). */
function verticesAndEdges(nodes: readonly GraphNode[]): DotGraph {
  const connectedNodes = nodes.filter((node) => node.owners.length > 0 || node.dependents.size > 0);
  const vertices: DotVertex[] = connectedNodes.map(vertexOf);
  const byUid = new Map(vertices.map((vertex) => [vertex.uid, vertex]));
  const edges: DotEdge[] = [];
  for (const node of connectedNodes) {
    for (const reference of node.owners) {
      let owner = byUid.get(reference.uid);
      if (!owner) {
        owner = missingVertex(reference);
        vertices.push(owner);
        byUid.set(node.uid, owner);
      }
      edges.push({ from: node.uid, to: owner.uid });
    }
  }
  return sortDot({ vertices, edges });
}

function vertexOf(node: GraphNode): DotVertex {
  const { apiVersion, kind, namespace, name, uid } = node.identity;
  const { beingDeleted, deletingDependents, virtual } = node;
  const flags = { missing: false, beingDeleted, deletingDependents, virtual };
  return { uid, ...groupVersion(apiVersion), kind, namespace, name, ...flags };
}

function missingVertex(reference: OwnerReference): DotVertex {
  const { apiVersion, kind, name, uid } = reference;
  return {
    uid,
    ...groupVersion(apiVersion),
    kind,
    namespace: '',
    name,
    missing: true,
    beingDeleted: false,
    deletingDependents: false,
    virtual: false,
  };
}

/** An apiVersion that cannot be parsed (two slashes) gives neither group nor version (DV-02). */
function groupVersion(apiVersion: string): { group: string; version: string } {
  const parsed = parseApiVersion(apiVersion);
  return parsed.version.includes('/') ? { group: '', version: '' } : parsed;
}
