import type { Graph, GraphNode } from '@gcscope/gc-core';
import type { Uid } from '@gcscope/gc-core/wire';

/** Nodes between two steps. */
const STEP = 64;

/** Sorts nodes by namespace, kind, name and uid, step by step; one step is at most the objects of one kind in one namespace. */
export function* inReadingOrder(nodes: Iterable<GraphNode>): Generator<void, GraphNode[]> {
  const namespaces = new Map<string, Map<string, GraphNode[]>>();
  let count = 0;
  for (const node of nodes) {
    const { namespace, kind } = node;
    const kinds = namespaces.get(namespace) ?? new Map<string, GraphNode[]>();
    namespaces.set(namespace, kinds);
    const group = kinds.get(kind);
    if (group) group.push(node);
    else kinds.set(kind, [node]);
    if (++count % STEP === 0) yield;
  }
  const sorted: GraphNode[] = [];
  for (const kinds of byKey(namespaces)) {
    for (const group of byKey(kinds)) {
      for (const node of group.sort(byName)) sorted.push(node);
      yield;
    }
  }
  return sorted;
}

/** Tells, step by step, how to find the row of a uid among nodes in reading order, without a map of half a million texts. */
export function* rowsIn(
  nodes: readonly GraphNode[],
  graph: Graph,
): Generator<void, (uid: Uid) => number | undefined> {
  const positions = new Int32Array(nodes.length);
  let last = -1;
  for (let row = 0; row < nodes.length; row++) {
    const position = nodes[row]?.position ?? -1;
    positions[row] = position;
    last = Math.max(last, position);
    if (row % STEP === 0) yield;
  }
  const rowAt = new Int32Array(last + 1);
  for (let row = 0; row < positions.length; row++) {
    const position = positions[row] ?? -1;
    if (position >= 0) rowAt[position] = row;
  }
  return (uid) => {
    const node = graph.get(uid);
    if (!node) return undefined;
    const row = rowAt[node.position] ?? -1;
    // Nodes can move within the graph meanwhile, and others come.
    return nodes[row]?.uid === uid ? row : search(nodes, node);
  };
}

function search(nodes: readonly GraphNode[], node: GraphNode): number | undefined {
  let [from, to] = [0, nodes.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    const found = nodes[middle];
    if (found && inOrder(found, node) < 0) from = middle + 1;
    else to = middle;
  }
  return nodes[from]?.uid === node.uid ? from : undefined;
}

function byKey<Value>(map: ReadonlyMap<string, Value>): Value[] {
  return [...map].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, value]) => value);
}

function inOrder(a: GraphNode, b: GraphNode): number {
  if (a.namespace !== b.namespace) return a.namespace < b.namespace ? -1 : 1;
  if (a.kind !== b.kind) return a.kind < b.kind ? -1 : 1;
  return byName(a, b);
}

function byName(a: GraphNode, b: GraphNode): number {
  if (a.name !== b.name) return a.name < b.name ? -1 : 1;
  if (a.uid === b.uid) return 0;
  return a.uid < b.uid ? -1 : 1;
}
