import type { GraphNode } from '../../graph/graph-node.ts';
import { type OwnerReference, sameCoordinates } from '../../meta/object-reference.ts';
import { isContainer } from '../../meta/well-known-kinds.ts';
import {
  type ClusterView,
  isBeingDeleted,
  isNeverSeen,
  named,
  resourceOf,
} from '../cluster-view.ts';

/** The deletion reaches more objects than may be copied. */
export class ForkTooLargeError extends Error {
  override readonly name = 'ForkTooLargeError';
}

/**
 * The objects that a deletion can reach: their dependents all the way down, the other dependents of owners that wait for
 * theirs, the content of Namespaces and of kinds that go, and every owner of these. Throws `ForkTooLargeError`.
 */
export function reach(
  targets: readonly GraphNode[],
  view: ClusterView,
  limit: number = Number.POSITIVE_INFINITY,
): Set<GraphNode> {
  const below = new Set<GraphNode>();
  const all = new Set<GraphNode>();
  const pending: { readonly node: GraphNode; readonly down: boolean }[] = [];
  const enter = (node: GraphNode | undefined, down: boolean): void => {
    if (!node || (down ? below : all).has(node) || isNeverSeen(node, view)) return;
    if (down) below.add(node);
    all.add(node);
    if (all.size > limit) throw new ForkTooLargeError();
    pending.push({ node, down });
  };
  for (const target of targets) enter(target, true);
  for (let next = pending.pop(); next; next = pending.pop()) {
    for (const each of goingWith(next.node, next.down, view)) enter(each, true);
    for (const owner of ownersOf(next.node, view)) enter(owner, false);
  }
  return all;
}

/** The objects that go after the object or with it; an owner that waits for its dependents goes when the last of them goes. */
function* goingWith(
  node: GraphNode,
  down: boolean,
  view: ClusterView,
): Iterable<GraphNode | undefined> {
  if (down || node.deletingDependents) yield* node.dependents;
  if (down && view.leftBehind) yield* view.leftBehind(node.uid);
  // A Namespace's content goes with it (NS-08), the objects of a kind with its definition (FN-04), no matter what owns them.
  if (isContainer(node) && (down || isBeingDeleted(node, view)))
    yield* view.contentOf(node.identity);
  if (down) yield goingContainerOf(node, view);
}

/** The owners that references mean, and the objects that now have the name of one, if they are others. */
function* ownersOf(node: GraphNode, view: ClusterView): Iterable<GraphNode | undefined> {
  for (const reference of node.owners) {
    const owner = view.get(reference.uid);
    yield owner;
    const isNamed = owner && sameCoordinates(owner, reference);
    const isHere = owner && ['', node.namespace].includes(owner.namespace);
    if (!isNamed || !isHere) yield nodeNamed(reference, node.namespace, view);
  }
}

function nodeNamed(
  reference: Pick<OwnerReference, 'apiVersion' | 'kind' | 'name'>,
  namespace: string,
  view: ClusterView,
): GraphNode | undefined {
  const found = named(reference, namespace, view);
  return found && view.get(found.uid);
}

/** The Namespace or definition that is being deleted and waits for the object. */
function goingContainerOf(node: GraphNode, view: ClusterView): GraphNode | undefined {
  const core = { apiVersion: 'v1', kind: 'Namespace', name: node.namespace };
  const inNamespace = node.namespace === '' ? undefined : nodeNamed(core, '', view);
  const resource = resourceOf(node, view);
  // A definition is named `<plural>.<group>`; built-in kinds have none.
  const ofKind = resource?.custom
    ? nodeNamed({ ...DEFINITION, name: `${resource.resource}.${resource.group}` }, '', view)
    : undefined;
  return [inNamespace, ofKind].find((each) => each && isBeingDeleted(each, view));
}

const DEFINITION = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
} as const;
