import type { GraphNode } from '../graph/graph-node.ts';
import { objectName } from '../meta/object-name.ts';
import type { OwnerReference } from '../meta/object-reference.ts';
import type { ApiResource } from '../meta/resource-table.ts';
import type { Explanation } from '../wire/explanation.ts';
import type { Standing, WrongReference } from '../wire/node-record.ts';
import { type ClusterView, kindName } from './cluster-view.ts';
import { explainForeground, explainTerminating } from './explain-deletion.ts';
import { explainPropagator } from './explain-propagator.ts';
import { explainReferences } from './explain-references.ts';
import { explainVirtual } from './explain-virtual.ts';
import { heldBy, waitsForDependents } from './held-by.ts';
import { type ReferenceJudgement, weighReference } from './judge-reference.ts';
import { isNeverSeen } from './next-look.ts';
import { reasonOf } from './reason.ts';
import { notVerified, stays, type Told } from './told.ts';

/**
 * The verdict on a node of the graph with its evidence: what the collector of the view's release would decide about it
 * as things stand. `goes` is only said of what is known for sure. The cost grows with the node's own references and
 * dependents, not with the graph.
 */
export function explain(node: GraphNode, view: ClusterView): Explanation {
  return { object: node.identity, unread: [], ...verdictOf(node, judgedOf(node, view), view) };
}

/** The same verdict, short enough to travel with every record. */
export function standingOf(node: GraphNode, view: ClusterView): Standing {
  const judged = judgedOf(node, view);
  const { verdict, because, when } = verdictOf(node, judged, view);
  const wrong = wrongReferences(node, judged, view);
  const hold = isBeingDeleted(node, view) ? heldBy(node, view)[0] : undefined;
  return {
    verdict,
    rule: because[0]?.rule ?? 'AD-11',
    ...(when === undefined ? {} : { when }),
    ...(hold ? { blockedBy: hold.short } : {}),
    ...(wrong.length > 0 ? { wrong } : {}),
  };
}

function verdictOf(
  node: GraphNode,
  judged: readonly ReferenceJudgement[],
  view: ClusterView,
): Told {
  if (isNeverSeen(node)) return explainVirtual(node, view);
  const told = isBeingDeleted(node, view)
    ? waitsForDependents(node)
      ? explainForeground(node, view)
      : explainTerminating(node, view)
    : explainLiving(node, judged, view);
  return told.verdict === 'goes' ? unlessUnread(node, told, view) : told;
}

function explainLiving(
  node: GraphNode,
  judged: readonly ReferenceJudgement[],
  view: ClusterView,
): Told {
  const isPropagator = view.release.generation === 'propagator';
  const lost = explainLost(node, view);
  if (lost) return lost;
  if (judged.length === 0) {
    const text = 'It has no owner references: the collector never deletes it by itself.';
    const reason = reasonOf(isPropagator ? 'PG-22' : 'AD-11', text, [node.identity]);
    return stays('Stays, because it has no owner.', [reason]);
  }
  return isPropagator
    ? explainPropagator(node, judged, view)
    : explainReferences(node, judged, view);
}

/** AD-03..09, PG-20..21: an item is read first, under the identity that the graph has for it. */
function explainLost(node: GraphNode, view: ClusterView): Told | undefined {
  const { identity } = node;
  const mapping = view.mapping(identity.apiVersion, identity.kind);
  if (mapping === 'unknown') return undefined;
  const name = objectName(identity);
  const isPropagator = view.release.generation === 'propagator';
  if (mapping === 'unserved') {
    const text = `${identity.kind} in ${identity.apiVersion} is not served any more: the collector cannot look at ${name}.`;
    const reason = reasonOf(isPropagator ? 'PG-31' : 'AD-04', text, [identity]);
    return notVerified(`Not verified: ${text}`, [reason]);
  }
  if (view.byName(mapping, placeOf(node, mapping, view), identity.name)?.uid === node.uid) {
    return undefined;
  }
  const text = `The collector knows it as ${name}, which a GET does not find: it forgets it and looks at its dependents, the object itself is left alone.`;
  const reason = reasonOf(isPropagator ? 'PG-21' : 'AD-07', text, [identity]);
  return stays(`Stays: the collector asks for it as ${name}, where it is not.`, [reason]);
}

function placeOf({ identity }: GraphNode, resource: ApiResource, { release }: ClusterView): string {
  return resource.namespaced || release.generation === 'propagator' ? identity.namespace : '';
}

/** What was last seen of an object whose kind cannot be read may be out of date: it may have found another owner since. */
function unlessUnread({ identity }: GraphNode, told: Told, view: ClusterView): Told {
  const mapping = view.mapping(identity.apiVersion, identity.kind);
  if (typeof mapping !== 'string' && view.isRead(mapping)) return told;
  const kind = typeof mapping === 'string' ? identity.kind : kindName(mapping);
  return notVerified(`Not verified: ${kind} cannot be read.`, told.because, [kind]);
}

/** Until 1.5 the graph does not note it (PG-06). */
function isBeingDeleted(node: GraphNode, { release }: ClusterView): boolean {
  if (release.generation === 'graph-builder') return node.beingDeleted;
  return node.meta?.deletionTimestamp !== undefined;
}

/** What a worker reads are the live references; until 1.5 the graph's may be older (PG-13). */
function referencesOf(node: GraphNode, view: ClusterView): readonly OwnerReference[] {
  if (view.release.generation === 'graph-builder') return node.owners;
  const { apiVersion, kind, namespace, name } = node.identity;
  const mapping = view.mapping(apiVersion, kind);
  if (typeof mapping === 'string') return node.owners;
  const live = view.byName(mapping, namespace, name);
  return live?.uid === node.uid ? (live.meta?.ownerReferences ?? []) : node.owners;
}

function judgedOf(node: GraphNode, view: ClusterView): ReferenceJudgement[] {
  if (isNeverSeen(node)) return [];
  const { identity } = node;
  return referencesOf(node, view).map((each) => weighReference(each, identity, view));
}

/** By the place of the reference in the node's owners. */
function wrongReferences(
  node: GraphNode,
  judged: readonly ReferenceJudgement[],
  view: ClusterView,
): WrongReference[] {
  if (node.owners.length === 0) return [];
  const { identity } = node;
  const own = view.release.generation === 'graph-builder';
  return node.owners.flatMap((reference, index) => {
    const { fault } =
      (own ? judged[index] : undefined) ?? weighReference(reference, identity, view);
    return fault ? [{ index, fault }] : [];
  });
}
