import type { GraphNode } from '../../graph/graph-node.ts';
import { objectName } from '../../meta/object-name.ts';
import { type ObjectReference, sameCoordinates } from '../../meta/object-reference.ts';
import type { Explanation } from '../../wire/explanation.ts';
import type { Standing, WrongReference } from '../../wire/node-record.ts';
import { type ClusterView, isBeingDeleted, isNeverSeen, kindName } from '../cluster-view.ts';
import { isProtected } from '../container-kinds.ts';
import { explainForeground, explainTerminating } from './explain-deletion.ts';
import { explainPropagator } from './explain-propagator.ts';
import { explainReferences } from './explain-references.ts';
import { explainVirtual } from './explain-virtual.ts';
import { heldBy, waitsForDependents } from './held-by.ts';
import { type ReferenceJudgement, weighReference, weighReferences } from './judge-reference.ts';
import { reasonOf } from './reason.ts';
import { notVerified, stays, type Told } from './told.ts';

/**
 * The verdict on a node of the graph with its evidence: what the collector of the view's release would decide about it
 * as things stand. `goes` is only said of what is known for sure. The cost grows with the node's own references and
 * dependents, not with the graph.
 */
export function explain(node: GraphNode, view: ClusterView): Explanation {
  const read = readItem(node, view);
  const { release } = view.release;
  return { object: node.identity, release, unread: [], ...verdictOf(node, read, view) };
}

/** The same verdict, short enough to travel with every record. */
export function standingOf(node: GraphNode, view: ClusterView): Standing {
  const read = readItem(node, view);
  const { verdict, because, when } = verdictOf(node, read, view);
  const wrong = wrongReferences(node, read, view);
  const hold = isBeingDeleted(node, view) ? heldBy(node, view)[0] : undefined;
  return {
    verdict,
    rule: because[0]?.rule ?? 'AD-11',
    ...(when === undefined ? {} : { when }),
    ...(hold ? { blockedBy: hold.short } : {}),
    ...(wrong.length > 0 ? { wrong } : {}),
  };
}

/** What a worker finds when it reads the item: its references, judged, or why it does not come to that. */
type ItemRead =
  | { readonly type: 'judged'; readonly judged: readonly ReferenceJudgement[] }
  | { readonly type: 'not read'; readonly told: Told };

function verdictOf(node: GraphNode, read: ItemRead, view: ClusterView): Told {
  if (isNeverSeen(node, view)) return explainVirtual(node, view);
  const told = toldOf(node, read, view);
  if (told.verdict !== 'goes') return told;
  return isProtected(node.identity) ? refusedItem(node, told) : unlessUnread(node, told, view);
}

/** An object in deletion is only read if it waits for its dependents (AD-02). */
function toldOf(node: GraphNode, read: ItemRead, view: ClusterView): Told {
  const isWaiting = waitsForDependents(node);
  if (isBeingDeleted(node, view) && !isWaiting) return explainTerminating(node, view);
  if (read.type === 'not read') return read.told;
  return isWaiting ? explainForeground(node, view) : explainLiving(node, read.judged, view);
}

function explainLiving(
  node: GraphNode,
  judged: readonly ReferenceJudgement[],
  view: ClusterView,
): Told {
  const isPropagator = view.release.generation === 'propagator';
  if (judged.length === 0) {
    const text = 'It has no owner references: the collector never deletes it by itself.';
    const reason = reasonOf(isPropagator ? 'PG-22' : 'AD-11', text, [node.identity]);
    return stays('Stays, because it has no owner.', [reason]);
  }
  return isPropagator
    ? explainPropagator(node, judged, view)
    : explainReferences(node, judged, view);
}

/** AD-03..12, PG-20..22: an item is read first, under the identity that the graph has for it; its live references count. */
function readItem(node: GraphNode, view: ClusterView): ItemRead {
  if (isNeverSeen(node, view)) return { type: 'judged', judged: [] };
  const { identity } = node;
  const mapping = view.mapping(identity.apiVersion, identity.kind);
  if (mapping === 'unserved') return { type: 'not read', told: unservedItem(identity, view) };
  if (mapping === 'unknown') {
    return { type: 'judged', judged: weighReferences(node.owners, identity, view) };
  }
  const isPropagator = view.release.generation === 'propagator';
  const namespace = mapping.namespaced || isPropagator ? identity.namespace : '';
  const live = view.byName(mapping, namespace, identity.name);
  if (live?.uid !== node.uid) return { type: 'not read', told: lostItem(identity, view) };
  const references = live.meta?.ownerReferences ?? [];
  return { type: 'judged', judged: weighReferences(references, identity, view) };
}

function unservedItem(identity: ObjectReference, { release }: ClusterView): Told {
  const text = `${identity.kind} in ${identity.apiVersion} is not served any more: the collector cannot look at ${objectName(identity)}.`;
  const reason = reasonOf(release.generation === 'propagator' ? 'PG-31' : 'AD-04', text, [
    identity,
  ]);
  return notVerified(`Not verified: ${text}`, [reason]);
}

function lostItem(identity: ObjectReference, { release }: ClusterView): Told {
  const name = objectName(identity);
  const text = `The collector knows it as ${name}, which a GET does not find: it forgets it and looks at its dependents, the object itself is left alone.`;
  const reason = reasonOf(release.generation === 'propagator' ? 'PG-21' : 'AD-07', text, [
    identity,
  ]);
  return stays(`Stays: the collector asks for it as ${name}, where it is not.`, [reason]);
}

/** NS-03: whatever the collector decides, its DELETE is refused. */
function refusedItem({ identity }: GraphNode, told: Told): Told {
  const text = `The collector decides to delete it, but the API server refuses to delete ${objectName(identity)}.`;
  const reason = reasonOf('NS-03', text, [identity]);
  return stays(`Stays: the API server refuses to delete ${objectName(identity)}.`, [
    reason,
    ...told.because,
  ]);
}

/** What was last seen of an object whose kind cannot be read may be out of date: it may have found another owner since. */
function unlessUnread({ identity }: GraphNode, told: Told, view: ClusterView): Told {
  const mapping = view.mapping(identity.apiVersion, identity.kind);
  if (typeof mapping !== 'string' && view.isRead(mapping)) return told;
  const kind = typeof mapping === 'string' ? identity.kind : kindName(mapping);
  return notVerified(`Not verified: ${kind} cannot be read.`, told.because, [kind]);
}

/** By the place of the reference in the node's owners; the live references are these unless the graph is behind. */
function wrongReferences(node: GraphNode, read: ItemRead, view: ClusterView): WrongReference[] {
  if (node.owners.length === 0) return [];
  const { identity } = node;
  const judged = read.type === 'judged' ? read.judged : [];
  return node.owners.flatMap((reference, index) => {
    const known = judged[index];
    const isSame = known !== undefined && sameCoordinates(known.reference, reference);
    const { fault } = isSame ? known : weighReference(reference, identity, view);
    return fault ? [{ index, fault }] : [];
  });
}
