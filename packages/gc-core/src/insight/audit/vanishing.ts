import type { GraphNode } from '../../graph/graph-node.ts';
import type { Uid } from '../../meta/object-reference.ts';
import type { ClusterView } from '../cluster-view.ts';
import { isProtected } from '../container-kinds.ts';
import { fateOf } from './reference-fate.ts';

/**
 * Objects that go with their owners: each is kept by nothing but objects that the collector deletes. Maps them, and the
 * objects in `going`, to the object in `going` that starts it.
 */
export function vanishingWith(
  going: readonly GraphNode[],
  view: ClusterView,
): ReadonlyMap<Uid, GraphNode> {
  const origin = new Map<Uid, GraphNode>(going.map((node) => [node.uid, node]));
  const pending = [...going];
  for (let owner = pending.pop(); owner; owner = pending.pop()) {
    const start = origin.get(owner.uid) ?? owner;
    for (const node of owner.dependents) {
      if (node.beingDeleted || origin.has(node.uid) || isProtected(node.identity)) continue;
      if (fateOf(node, view, origin) !== 'vanishes') continue;
      origin.set(node.uid, start);
      pending.push(node);
    }
  }
  return origin;
}
