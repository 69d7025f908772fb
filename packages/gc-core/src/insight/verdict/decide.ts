import { attemptToDelete } from '../../collector/attempt-to-delete.ts';
import type { ApiRequest } from '../../collector/object-client.ts';
import type { GraphNode } from '../../graph/graph-node.ts';
import { type ApiResource, groupResource } from '../../meta/api-resource.ts';
import { groupBy } from '../../meta/group-by.ts';
import type { OwnerReference, Uid } from '../../meta/object-reference.ts';
import { processItem } from '../../propagator/propagator-worker.ts';
import { type ClusterView, resourceOf } from '../cluster-view.ts';
import { type Ask, type Assumption, type Unread, ViewWorker } from '../references/view-worker.ts';

/** The decision that a worker would make about an object now. */
export interface Decision {
  /** The collector's rule. */
  readonly rule: string;
  /** The request that carries out the decision; absent if nothing is written. */
  readonly write?: ApiRequest;
  /** The questions that the view could not answer. */
  readonly unread: readonly Unread[];
  /** Whether the decision is the same for every answer to `unread`. */
  readonly isSure: boolean;
}

/**
 * Runs the worker of the view's release on the object. If the view cannot answer a GET, the worker runs twice: once as if
 * the GET found the object, once as if it found nothing. The decision is sure if both runs agree.
 */
export function decide(node: GraphNode, view: ClusterView): Decision {
  const one = look(node, view, 'present');
  if (one.unread.length === 0) return { ...one, isSure: true };
  return { ...one, isSure: deletes(one) === deletes(look(node, view, 'absent')) };
}

/** Whether the decision is to delete the object, or to let an owner that waited go. */
export function deletes({ rule, write }: Pick<Decision, 'rule' | 'write'>): boolean {
  // Un-blocking comes before the DELETE (AD-16).
  return write?.verb === 'delete' || rule === 'FG-01' || rule === 'AD-16';
}

function look(node: GraphNode, view: ClusterView, assume: Assumption): Omit<Decision, 'isSure'> {
  const worker = new ViewWorker(view);
  const attempt =
    view.release.generation === 'propagator'
      ? processItem(node, worker.context)
      : attemptToDelete(node, worker.context);
  const ran = worker.run(attempt, askAbout(node, view), assume);
  const { unread } = worker;
  if ('result' in ran) return { rule: ran.result.rule, unread };
  // The last note names the rule of the write.
  return { rule: worker.notes.at(-1)?.rule ?? '', write: ran.write, unread };
}

/** The item first, then the owners that its live references name. */
function askAbout(node: GraphNode, view: ClusterView): Ask {
  /** By name: an object may have a thousand. */
  const references = groupBy(liveReferences(node, view), (each) => each.name);
  // An owner that waits is asked for once more before its finalizer goes (FG-01, FR-01); the first generation knows none.
  const isAskedAgain = node.deletingDependents && view.release.generation === 'graph-builder';
  let isAsked = false;
  return ({ resource, name }) => {
    if (!isAsked || isAskedAgain) {
      isAsked = true;
      const assumed = node.meta ?? { name: node.name, uid: node.uid };
      // A note beside the decision says that the object's own kind is not read; the decision is about the object as last observed.
      const isSeen = node.meta !== undefined;
      return { wanted: [node.uid], isProven: isProven(node, resource, view), assumed, isSeen };
    }
    const wanted = uidsMeant(references.get(name) ?? [], resource, view);
    const proven = view.provesAbsence(resource, node.uid);
    return { wanted, isProven: proven, assumed: { name, uid: wanted[0] ?? '' } };
  };
}

/** The references of the object: those of the graph unless it is behind. */
export function liveReferences(node: GraphNode, view: ClusterView): readonly OwnerReference[] {
  const resource = resourceOf(node, view);
  if (!resource) return node.references;
  const asks = resource.namespaced || view.release.generation === 'propagator';
  const live = view.byName(resource, asks ? node.namespace : '', node.name);
  // A view whose objects are the nodes themselves has nothing newer.
  if (!live || live === node || live.uid !== node.uid) return node.references;
  return live.meta?.ownerReferences ?? [];
}

/** If a GET does not find an observed object, it is gone; an unobserved owner existed before its first dependent. */
function isProven(node: GraphNode, resource: ApiResource, view: ClusterView): boolean {
  if (!node.virtual && node.meta !== undefined) return true;
  for (const dependent of node.dependents) {
    if (view.provesAbsence(resource, dependent.uid)) return true;
  }
  return node.dependents.size === 0;
}

function uidsMeant(
  references: readonly OwnerReference[],
  resource: ApiResource,
  view: ClusterView,
): Uid[] {
  return references.flatMap((each) => {
    const meant = resourceOf(each, view);
    const isMeant = !meant || groupResource(meant) === groupResource(resource);
    return isMeant ? [each.uid] : [];
  });
}
