import { goQuote } from '../meta/go-quote.ts';
import {
  formatApiVersion,
  type ObjectReference,
  parseApiVersion,
  type Uid,
} from '../meta/object-reference.ts';
import { compareText } from './alternate-owner-identity.ts';
import type { Graph } from './graph.ts';
import type { GraphNode } from './graph-node.ts';

interface Vertex {
  readonly identity: ObjectReference;
  readonly missing: boolean;
  readonly beingDeleted: boolean;
  readonly deletingDependents: boolean;
  readonly virtual: boolean;
}

/**
 * The graph as the collector's debug endpoint prints it (§5.3); `uids` restricts it to the connected components of those
 * nodes (DU-01..04). The missing-vertex defect (DV-05) is reproduced in the visiting order that draws fewest wrong edges.
 */
export function toDot(graph: Graph, uids?: readonly Uid[]): string {
  const selected = uids ? connected(graph, uids) : [...graph.nodes()];
  const { vertices, edges } = verticesAndEdges(dependentsFirst(selected));
  const lines = ['strict digraph full {'];
  if (vertices.length > 0) lines.push('  // Node definitions.');
  for (const vertex of vertices) lines.push(...vertexLines(vertex));
  if (edges.length > 0) lines.push('  // Edge definitions.');
  for (const [from, to] of edges) lines.push(`  ${goQuote(from)} -> ${goQuote(to)};`);
  lines.push('}', '');
  return lines.join('\n');
}

/** Both directions from every node that is met (DU-01); unknown uids are skipped (DU-02). */
function connected(graph: Graph, uids: readonly Uid[]): GraphNode[] {
  const found = new Set<GraphNode>();
  const pending = [...uids];
  for (let uid = pending.pop(); uid !== undefined; uid = pending.pop()) {
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
    for (const dependent of node.dependents) if (pending.has(dependent)) stack.push(dependent);
  }
  return ordered;
}

/** DV-01..05, DV-08 */
function verticesAndEdges(nodes: readonly GraphNode[]): {
  vertices: readonly Vertex[];
  edges: readonly (readonly [Uid, Uid])[];
} {
  const connectedNodes = nodes.filter((node) => node.owners.length > 0 || node.dependents.size > 0);
  const vertices: Vertex[] = connectedNodes.map(vertexOf);
  const byUid = new Map(vertices.map((vertex) => [vertex.identity.uid, vertex]));
  const edges: [Uid, Uid][] = [];
  for (const node of connectedNodes) {
    for (const reference of node.owners) {
      let owner = byUid.get(reference.uid);
      if (!owner) {
        owner = missingVertex(reference);
        vertices.push(owner);
        byUid.set(node.uid, owner);
      }
      edges.push([node.uid, owner.identity.uid]);
    }
  }
  vertices.sort((a, b) => compareText(a.identity.uid, b.identity.uid));
  edges.sort((a, b) => compareText(a[0], b[0]) || compareText(a[1], b[1]));
  return { vertices, edges };
}

function vertexOf(node: GraphNode): Vertex {
  const { identity, beingDeleted, deletingDependents, virtual } = node;
  return { identity, missing: false, beingDeleted, deletingDependents, virtual };
}

function missingVertex(reference: Omit<ObjectReference, 'namespace'>): Vertex {
  return {
    identity: { ...reference, namespace: '' },
    missing: true,
    beingDeleted: false,
    deletingDependents: false,
    virtual: false,
  };
}

function vertexLines(vertex: Vertex): string[] {
  const { identity, missing, beingDeleted, deletingDependents, virtual } = vertex;
  const { group, version } = groupVersion(identity.apiVersion);
  const { kind, namespace, name, uid } = identity;
  const attributes: [string, string | boolean][] = [
    ['label', label(vertex, group, version)],
    ['group', group],
    ['version', version],
    ['kind', kind],
    ['namespace', namespace],
    ['name', name],
    ['uid', uid],
    ['missing', missing],
    ['beingDeleted', beingDeleted],
    ['deletingDependents', deletingDependents],
    ['virtual', virtual],
  ];
  return [
    `  ${goQuote(uid)} [`,
    ...attributes.map(([key, value]) => `    ${key}=${goQuote(String(value))}`),
    '  ];',
  ];
}

function label(vertex: Vertex, group: string, version: string): string {
  const { uid, namespace, kind, name } = vertex.identity;
  const flags = [
    vertex.beingDeleted && 'beingDeleted',
    vertex.deletingDependents && 'deletingDependents',
    vertex.virtual && 'virtual',
    vertex.missing && 'missingFromGraph',
  ].filter((flag) => flag !== false);
  const lines = [
    `uid=${uid}`,
    `namespace=${namespace}`,
    `${kind}.${version}${group === '' ? '' : `.${group}`}/${name}`,
    ...(flags.length > 0 ? [flags.join(',')] : []),
  ];
  return `${lines.join('\n')}\n`;
}

/** An apiVersion that cannot be parsed (two slashes) gives neither group nor version (DV-02). */
function groupVersion(apiVersion: string): { group: string; version: string } {
  const parsed = parseApiVersion(apiVersion);
  if (parsed.version.includes('/')) return { group: '', version: '' };
  return formatApiVersion(parsed.group, parsed.version) === apiVersion
    ? parsed
    : { group: '', version: parsed.version };
}
