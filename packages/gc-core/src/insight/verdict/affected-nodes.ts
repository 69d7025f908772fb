import type { Graph } from '../../graph/graph.ts';
import type { GraphNode } from '../../graph/graph-node.ts';
import type { Uid } from '../../meta/object-reference.ts';
import type { NodeRecord } from '../../wire/node-record.ts';
import type { UnsettledReferences } from './unsettled-references.ts';

/**
 * Every uid whose standing can be another one because the `touched` nodes changed: they themselves, what refers to them
 * by uid or by name, their owners, and the owners above that wait for their dependents.
 */
export function affectedBy(
  touched: Iterable<Uid>,
  graph: Graph,
  last: ReadonlyMap<Uid, NodeRecord>,
  unsettled: UnsettledReferences,
): Set<Uid> {
  const affected = new Set<Uid>();
  for (const uid of touched) {
    const node = graph.get(uid);
    for (const each of besides(node, last.get(uid), unsettled)) affected.add(each);
    affected.add(uid);
  }
  for (const uid of [...affected]) addWaitingOwners(graph.get(uid), graph, affected);
  return affected;
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

/** What holds an owner is told along the chain of owners that wait. */
function addWaitingOwners(start: GraphNode | undefined, graph: Graph, affected: Set<Uid>): void {
  const seen = new Set<GraphNode>();
  const pending = start ? [start] : [];
  for (let node = pending.pop(); node; node = pending.pop()) {
    for (const reference of node.owners) {
      const owner = graph.get(reference.uid);
      if (!owner?.deletingDependents || seen.has(owner)) continue;
      seen.add(owner);
      affected.add(owner.uid);
      pending.push(owner);
    }
  }
}
