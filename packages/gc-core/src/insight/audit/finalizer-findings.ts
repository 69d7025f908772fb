import type { GraphNode } from '../../graph/graph-node.ts';
import { isCollectorFinalizer } from '../../meta/finalizers.ts';
import { code, say } from '../../meta/sentence.ts';
import type { Finding } from '../../wire/audit.ts';
import type { ClusterView } from '../cluster-view.ts';
import type { FinalizerOwner } from '../known-finalizers.ts';
import { removeFinalizer } from '../patch-operations.ts';
import { findingOn } from './finding.ts';
import { patchOf } from './fix-reference.ts';

/** A finding for each finalizer whose owner is not installed: no API group of its domain is served. */
export function finalizerFindings(
  node: GraphNode,
  view: ClusterView,
  ownerOf: (finalizer: string) => FinalizerOwner,
): Finding[] {
  return node.finalizers.flatMap((finalizer) => {
    if (isCollectorFinalizer(finalizer)) return [];
    const owner = ownerOf(finalizer);
    return owner.handled === 'no' ? [unhandled(node, finalizer, owner, view)] : [];
  });
}

function unhandled(
  node: GraphNode,
  finalizer: string,
  owner: FinalizerOwner,
  view: ClusterView,
): Finding {
  const { beingDeleted } = node;
  const risk = say`${beingDeleted ? 'The object goes at once if this is the last finalizer' : 'It gives up what the finalizer guards'}: ${owner.risk}.`;
  return findingOn(node, {
    rule: 'unhandled-finalizer',
    severity: beingDeleted ? 'error' : 'warning',
    finalizer,
    text: say`Nobody seems to handle its finalizer ${code(finalizer)}: ${owner.removedBy}, but no API group of that domain is served.`,
    effect: beingDeleted
      ? say`It is stuck in Terminating until you remove the finalizer.`
      : say`After a deletion it is stuck in Terminating until you remove the finalizer.`,
    rules: owner.rule === 'API-35' ? [owner.rule] : [owner.rule, 'API-35'],
    patch: patchOf(node.identity, removeFinalizer(node, finalizer), view, risk),
  });
}
