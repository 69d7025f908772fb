import type { GraphNode } from '../../graph/graph-node.ts';
import type { OwnerReference } from '../../meta/object-reference.ts';
import type { ClusterView } from '../cluster-view.ts';
import { plainOwner } from '../plain-owner.ts';
import { judgeReference } from '../references/judge-reference.ts';

/** The owner that the reference holds on to, also where its kind is misspelt (KM-02); most references need no judgement. */
export function solidOwner(
  reference: OwnerReference,
  dependent: GraphNode,
  view: ClusterView,
): GraphNode | undefined {
  const plain = plainOwner(reference, dependent, view);
  if (plain) return plain;
  const judged = judgeReference(reference, dependent.identity, view);
  return judged.class === 'solid' ? view.get(reference.uid) : undefined;
}
