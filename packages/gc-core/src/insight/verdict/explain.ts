import type { GraphNode } from '../../graph/graph-node.ts';
import { type OwnerReference, sameCoordinates } from '../../meta/object-reference.ts';
import { type Sentence, say } from '../../meta/sentence.ts';
import type { Explanation, Reason } from '../../wire/explanation.ts';
import type { VerdictSummary, WrongReference } from '../../wire/node-record.ts';
import { blockerOf, waitingPath, waitsForDependents } from '../blockers/blocker-walk.ts';
import type { BlockedPath } from '../blockers/root-cause.ts';
import { type ClusterView, isBeingDeleted, isNeverSeen } from '../cluster-view.ts';
import { isProtected } from '../container-kinds.ts';
import { plainSummary } from '../plain-owner.ts';
import { counted, lowerFirst, reasonOf, SHOWN } from '../reason.ts';
import { describeUnread } from '../references/describe-reference.ts';
import {
  type JudgedReference,
  judgeReference,
  judgeReferences,
} from '../references/judge-reference.ts';
import { type Unread, undiscovered, unreadKindOf } from '../references/look-up.ts';
import { decide } from './decide.ts';
import { explainForeground, explainTerminating } from './explain-deletion.ts';
import { explainReferences } from './explain-references.ts';
import {
  goesNow,
  notVerified,
  notVerifiedFor,
  type PartialExplanation,
  stays,
} from './partial-explanation.ts';

/**
 * The verdict on a node of the graph with its evidence: the collector's own worker looks at it, with answers from the view.
 * A verdict is only given of what is known for sure. The cost grows with the node's own references and dependents, not with the graph.
 */
export function explain(node: GraphNode, view: ClusterView): Explanation {
  const { release } = view.release;
  const explained = verdictOf(node, judged(node, view), pathOf(node, view), view);
  return { object: node.identity, release, unread: [], ...explained };
}

/** The same verdict, short enough to travel with every record. */
export function summaryOf(node: GraphNode, view: ClusterView): VerdictSummary {
  const plain = plainSummary(node, view);
  if (plain) return plain;
  const references = judged(node, view);
  const path = pathOf(node, view);
  const { verdict, because, when } = verdictOf(node, references, path, view);
  const wrong = wrongReferences(node, references, view);
  const blockedBy = path && blockerOf(path, view.deletionFacts?.() ?? {});
  return {
    verdict,
    rule: because[0]?.rule ?? 'AD-11',
    ...(when === undefined ? {} : { when }),
    ...(blockedBy === undefined ? {} : { blockedBy }),
    ...(wrong.length > 0 ? { wrong } : {}),
  };
}

/** What the object waits for. Walk it once: a Namespace may hold thousands of objects. */
function pathOf(node: GraphNode, view: ClusterView): BlockedPath | undefined {
  return isBeingDeleted(node, view) ? waitingPath(node, view) : undefined;
}

function verdictOf(
  node: GraphNode,
  references: readonly JudgedReference[],
  path: BlockedPath | undefined,
  view: ClusterView,
): PartialExplanation {
  if (isNeverSeen(node, view)) return explainVirtual(node, view);
  const explained = explanationOf(node, references, path, view);
  if (isProtected(node.identity) && explained.verdict === 'goes')
    return refusedItem(node, explained);
  const unread = ownKindUnread(node, view);
  return unread ? unreadItem(node, unread, explained, view) : explained;
}

function explanationOf(
  node: GraphNode,
  references: readonly JudgedReference[],
  path: BlockedPath | undefined,
  view: ClusterView,
): PartialExplanation {
  // An object in deletion is only read if it waits for its dependents (AD-02).
  if (isBeingDeleted(node, view) && !waitsForDependents(node)) {
    return explainTerminating(node, path, view);
  }
  const decision = decide(node, view);
  switch (decision.rule) {
    case 'AD-04':
      return unservedItem(node, 'AD-04');
    case 'AD-07':
    case 'AD-09':
    case 'PG-21':
      return lostItem(node, decision.rule === 'PG-21' ? 'PG-21' : 'AD-07');
    case 'AD-11':
    case 'PG-22':
      return ownerless(node, decision.rule);
    case 'FG-01':
    case 'FG-02':
      return explainForeground(node, path, view);
    case 'PG-31':
      return unservedItem(node, 'PG-31');
    default:
      return explainReferences(node, decision, references, view);
  }
}

function ownerless({ identity }: GraphNode, rule: string): PartialExplanation {
  const text = say`It has no owner references: the collector never deletes it by itself.`;
  return stays(say`Stays, because it has no owner.`, [reasonOf(rule, text, [identity])]);
}

function unservedItem({ identity }: GraphNode, rule: string): PartialExplanation {
  const text = say`${identity.kind} in ${identity.apiVersion} is not served any more: the collector cannot look at ${identity}.`;
  return notVerified(say`Not verified: ${text}`, [reasonOf(rule, text)]);
}

function lostItem({ identity }: GraphNode, rule: string): PartialExplanation {
  const text = say`The collector knows it as ${identity}, which a GET does not find: it forgets it and looks at its dependents, the object itself is left alone.`;
  const sentence = say`Stays: the collector asks for it as ${identity}, where it is not.`;
  return stays(sentence, [reasonOf(rule, text)]);
}

/** NS-03: whatever the collector decides, its DELETE is refused. */
function refusedItem({ identity }: GraphNode, explained: PartialExplanation): PartialExplanation {
  const text = say`The collector decides to delete it, but the API server refuses to delete ${identity}.`;
  const sentence = say`Stays: the API server refuses to delete ${identity}.`;
  return stays(sentence, [reasonOf('NS-03', text), ...explained.because]);
}

/** What was last seen of an object of an unread kind may be out of date: it may be gone, or have found another owner. */
function unreadItem(
  { identity }: GraphNode,
  unread: Unread,
  explained: PartialExplanation,
  view: ClusterView,
): PartialExplanation {
  const why = describeUnread(unread, view);
  const text = say`What is known of ${identity} may be out of date: ${why}.`;
  const rule = view.release.generation === 'propagator' ? 'PG-31' : 'AD-08';
  const said = notVerifiedFor([unread], [reasonOf(rule, text), ...explained.because], view);
  return { ...said, unread: [...new Set([unread.kind, ...(explained.unread ?? [])])] };
}

/** Why the object itself cannot be verified; an unserved kind has a sentence of its own. */
function ownKindUnread({ identity }: GraphNode, view: ClusterView): Unread | undefined {
  const mapping = view.mapping(identity.apiVersion, identity.kind);
  return mapping === 'unknown' ? undiscovered(identity) : unreadKindOf(identity, view);
}

/** The live references, judged: those of the graph unless it is behind. */
function judged(node: GraphNode, view: ClusterView): readonly JudgedReference[] {
  if (isNeverSeen(node, view)) return [];
  return judgeReferences(liveReferences(node, view), node.identity, view);
}

function liveReferences(node: GraphNode, view: ClusterView): readonly OwnerReference[] {
  const mapping = view.mapping(node.apiVersion, node.kind);
  if (typeof mapping === 'string') return node.references;
  const asks = mapping.namespaced || view.release.generation === 'propagator';
  const live = view.byName(mapping, asks ? node.namespace : '', node.name);
  // A view whose objects are the nodes themselves has nothing newer.
  if (!live || live === node || live.uid !== node.uid) return node.references;
  return live.meta?.ownerReferences ?? [];
}

/** By the place of the reference in the node's owners; the live references are these unless the graph is behind. */
function wrongReferences(
  node: GraphNode,
  live: readonly JudgedReference[],
  view: ClusterView,
): WrongReference[] {
  return node.references.flatMap((reference, index) => {
    const known = live[index];
    const isSame = known !== undefined && sameCoordinates(known.reference, reference);
    const { fault } = isSame ? known : judgeReference(reference, node.identity, view);
    return fault ? [{ index, fault }] : [];
  });
}

/** An owner that nobody has seen: asked for under its identity until it is found absent (AD-04..07, AD-W11, PG-20..21). */
function explainVirtual(node: GraphNode, view: ClusterView): PartialExplanation {
  const { identity } = node;
  const known = knownFrom(node, view);
  const { rule, unread } = decide(node, view);
  if (unread.length > 0) return notVerifiedFor(unread, [known], view);
  switch (rule) {
    case 'AD-04':
    case 'PG-31':
      return unsure(
        rule,
        say`${identity.kind} in ${identity.apiVersion} is not served: the collector cannot look it up.`,
        known,
      );
    case 'AD-05':
      return unsure(
        rule,
        say`A namespaced owner of a cluster-scoped object cannot be looked up without a namespace.`,
        known,
      );
    case 'AD-07':
    case 'AD-09':
    case 'PG-21': {
      const absent = reasonOf(rule === 'AD-09' ? 'AD-07' : rule, say`${identity} does not exist.`);
      return goesNow(say`Does not exist: ${lowerFirst(known.text)}`, [absent, known]);
    }
    default:
      return notVerified(say`Not verified: ${identity} exists, but was not seen yet.`, [known]);
  }
}

function unsure(rule: string, text: Sentence, known: Reason): PartialExplanation {
  return notVerified(say`Not verified: ${lowerFirst(text)}`, [reasonOf(rule, text), known]);
}

function knownFrom(node: GraphNode, { release }: ClusterView): Reason {
  const text = say`It is known only from references of ${counted(node.dependents.size, 'object')}.`;
  const dependents = [];
  for (const { identity } of node.dependents) {
    if (dependents.push(identity) === SHOWN) break;
  }
  return reasonOf(release.generation === 'propagator' ? 'PG-11' : 'GB-25', text, dependents);
}
