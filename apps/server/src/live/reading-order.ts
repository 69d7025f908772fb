import type { GraphNode } from '@gcscope/gc-core';

/** Sorts nodes by namespace, kind, name and uid, step by step; one step is the objects of one kind in one namespace. */
export function* inReadingOrder(nodes: Iterable<GraphNode>): Generator<void, GraphNode[]> {
  const namespaces = new Map<string, Map<string, GraphNode[]>>();
  for (const node of nodes) {
    const { namespace, kind } = node;
    const kinds = namespaces.get(namespace) ?? new Map<string, GraphNode[]>();
    namespaces.set(namespace, kinds);
    const group = kinds.get(kind);
    if (group) group.push(node);
    else kinds.set(kind, [node]);
    yield;
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

function byKey<Value>(map: ReadonlyMap<string, Value>): Value[] {
  return [...map].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, value]) => value);
}

function byName(a: GraphNode, b: GraphNode): number {
  if (a.name !== b.name) return a.name < b.name ? -1 : 1;
  return a.uid < b.uid ? -1 : 1;
}
