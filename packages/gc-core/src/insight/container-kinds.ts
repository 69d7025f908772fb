import { isProtectedNamespace } from '../apiserver/namespace-deletion.ts';
import type { GraphNode } from '../graph/graph-node.ts';
import { type ObjectReference, parseApiVersion } from '../meta/object-reference.ts';
import { type ClusterView, resourceOf } from './cluster-view.ts';

type Typed = Pick<ObjectReference, 'apiVersion' | 'kind'>;

/** Whether the object is a Namespace. */
export function isNamespace({ apiVersion, kind }: Typed): boolean {
  return kind === 'Namespace' && apiVersion === 'v1';
}

/** Whether the object is a Pod. */
export function isPod({ apiVersion, kind }: Typed): boolean {
  return kind === 'Pod' && apiVersion === 'v1';
}

/** Whether it is a Namespace that cannot be deleted (NS-03). */
export function isProtected(object: ObjectReference): boolean {
  return isNamespace(object) && isProtectedNamespace(object.name);
}

/** Whether the object defines a kind. */
export function isDefinition({ apiVersion, kind }: Typed): boolean {
  return (
    kind === 'CustomResourceDefinition' &&
    parseApiVersion(apiVersion).group === 'apiextensions.k8s.io'
  );
}

/** Of `nodes` what is in the Namespace, or of the kind that the definition defines. */
export function* contentAmong(
  nodes: Iterable<GraphNode>,
  container: ObjectReference,
  view: Pick<ClusterView, 'mapping'>,
): Generator<GraphNode> {
  for (const node of nodes) {
    const isIn = isNamespace(container)
      ? node.namespace === container.name
      : isDefinedBy(container, node, view);
    if (isIn && !node.virtual) yield node;
  }
}

function isDefinedBy(
  { name }: ObjectReference,
  node: GraphNode,
  view: Pick<ClusterView, 'mapping'>,
): boolean {
  const { group } = parseApiVersion(node.apiVersion);
  return name.endsWith(`.${group}`) && name === `${resourceOf(node, view)?.resource}.${group}`;
}

/** Whether other objects go with it, whoever owns them. */
export function isContainer(object: ObjectReference): boolean {
  return isNamespace(object) || isDefinition(object);
}
