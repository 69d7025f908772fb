import type { GraphNode } from '../../graph/graph-node.ts';
import type { ObjectReference, OwnerReference } from '../../meta/object-reference.ts';
import { foreignFinalizers } from '../blockers/blocker-walk.ts';
import type { ClusterView } from '../cluster-view.ts';
import type { JudgedReference } from '../references/judge-reference.ts';
import { unreadKindOf } from '../references/look-up.ts';

/**
 * Whether un-blocking references refuses the DELETE that follows (DE-05), as it changes them: a merge patch writes all
 * (PA-06), a strategic one those that block (PA-05).
 */
function unblockingRefusesDelete(
  references: readonly OwnerReference[],
  { apiVersion, kind }: ObjectReference,
  view: ClusterView,
): boolean {
  if (!view.release.deletesByResourceVersion) return false;
  const mapping = view.mapping(apiVersion, kind);
  const isCustom = typeof mapping !== 'string' && mapping.custom === true;
  return references.some(({ blockOwnerDeletion }) =>
    isCustom ? blockOwnerDeletion !== false : blockOwnerDeletion === true,
  );
}

/**
 * The waiting owner that will count as living when the object is looked at a second time, as far as kinds are read.
 * Un-blocking a circle changes the object, so that its DELETE conflicts (AD-16, DE-05); meanwhile an owner that nothing
 * else blocks loses its foreground finalizer, and what holds it keeps it (CL-09).
 */
export function livesOnceUnblocked(
  node: GraphNode,
  judged: readonly JudgedReference[],
  view: ClusterView,
): GraphNode | undefined {
  const references = judged.map(({ reference }) => reference);
  if (!unblockingRefusesDelete(references, node, view)) return undefined;
  return judged.find(
    (each) =>
      each.class === 'waiting' &&
      each.found &&
      isHeld(each.found, view) &&
      !isBlocked(each.found, node, view),
  )?.found;
}

/**
 * The waiting owner that the object does not block, and that something else holds: it may lose its foreground finalizer
 * before the collector comes to the object, and counts as living then (CL-09).
 */
export function mayLiveFirst(
  node: GraphNode,
  judged: readonly JudgedReference[],
  view: ClusterView,
): GraphNode | undefined {
  return judged.find(
    ({ class: worth, found }) =>
      worth === 'waiting' &&
      found &&
      isHeld(found, view) &&
      !found.blockingDependents().includes(node),
  )?.found;
}

function isHeld(owner: GraphNode, view: ClusterView): boolean {
  return (
    (owner.meta?.deletionGracePeriodSeconds ?? 0) > 0 || foreignFinalizers(owner, view).length > 0
  );
}

function isBlocked(owner: GraphNode, except: GraphNode, view: ClusterView): boolean {
  return owner
    .blockingDependents()
    .some((each) => each !== except && unreadKindOf(each, view) === undefined);
}
