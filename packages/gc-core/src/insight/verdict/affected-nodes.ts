import type { Graph } from '../../graph/graph.ts';
import type { GraphNode } from '../../graph/graph-node.ts';
import type { Uid } from '../../meta/object-reference.ts';
import type { NodeRecord } from '../../wire/node-record.ts';
import type { UnsettledReferences } from './unsettled-references.ts';
import type { WaitingContainers } from './waiting-containers.ts';

/** What the edges of the graph do not tell. */
export interface BesidesEdges {
  readonly unsettled: UnsettledReferences;
  readonly containers: WaitingContainers;
}

/**
 * Every uid whose summary can be another one because the `touched` nodes changed: they themselves, what refers to them
 * by uid or by name, their owners, and above all these the owners that wait for their dependents, and the Namespaces and
 * definitions that wait for what is left in them.
 */
export function affectedBy(
  touched: Iterable<Uid>,
  graph: Graph,
  last: ReadonlyMap<Uid, NodeRecord>,
  { unsettled, containers }: BesidesEdges,
): Set<Uid> {
  const affected = new Set<Uid>();
  for (const uid of touched) {
    const node = graph.get(uid);
    for (const each of besides(node, last.get(uid), unsettled)) affected.add(each);
    affected.add(uid);
  }
  // The set grows while it is walked: a blocker is passed along the chain of those that wait.
  for (const uid of affected) {
    for (const each of waitingFor(uid, graph, containers)) affected.add(each);
    const before = last.get(uid);
    if (before) for (const each of containers.around(before)) affected.add(each);
  }
  return affected;
}

/** Owners that wait for the object, and what it may be left in. */
function* waitingFor(uid: Uid, graph: Graph, containers: WaitingContainers): Generator<Uid> {
  const node = graph.get(uid);
  if (!node) return;
  for (const owner of node.owners) {
    if (graph.get(owner.uid)?.deletingDependents) yield owner.uid;
  }
  yield* containers.around(node);
}

/** Dependents and owners of the node as it is, and as it last was. */
function* besides(
  node: GraphNode | undefined,
  last: NodeRecord | undefined,
  unsettled: UnsettledReferences,
): Generator<Uid> {
  for (const dependent of node?.dependents ?? []) yield dependent.uid;
  for (const named of [node?.identity, last]) if (named) yield* unsettled.meaning(named);
  // Whether an owner still has dependents decides how it is deleted (AD-15).
  for (const { uid } of [...(node?.owners ?? []), ...(last?.owners ?? [])]) yield uid;
}
