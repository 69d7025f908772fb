import { definedBy, type Graph, type GraphNode, isNamespace } from '@gcscope/gc-core';
import type { ObjectReference } from '@gcscope/gc-core/wire';
import type { NameIndex } from './name-index.ts';

/** What is left in a Namespace, or of the kind of a definition, without a look at the rest of the graph. */
export function* contentOf(
  container: ObjectReference,
  names: NameIndex,
  graph: Graph,
): Generator<GraphNode> {
  for (const uid of isNamespace(container)
    ? names.inNamespace(container.name)
    : names.ofResource(definedBy(container.name))) {
    const node = graph.get(uid);
    if (node && !node.virtual) yield node;
  }
}
