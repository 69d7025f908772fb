import type { GraphNode } from '../../graph/graph-node.ts';
import { FOREGROUND_FINALIZER } from '../../meta/finalizers.ts';
import { counted } from '../../meta/format-count.ts';
import { sameCoordinates } from '../../meta/object-reference.ts';
import { code, lowerFirst, namesOf, type Sentence, say } from '../../meta/sentence.ts';
import { sortedBy } from '../../meta/sorted-by.ts';
import { isNamespace } from '../../meta/well-known-kinds.ts';
import type { Explanation, Reason } from '../../wire/explanation.ts';
import type { VerdictSummary, WrongReference } from '../../wire/node-record.ts';
import {
  BlockerWalk,
  blockerOf,
  waitingPath,
  waitsForDependents,
} from '../blockers/blocker-walk.ts';
import {
  type BlockedPath,
  describeBlocker,
  isLastStep,
  isReported,
  type RootCause,
  waitsOf,
} from '../blockers/root-cause.ts';
import { type ClusterView, isBeingDeleted, isNeverSeen, isProtected } from '../cluster-view.ts';
import { plainSummary } from '../plain-owner.ts';
import { findingIn, judgeReference, judgeReferences } from '../references/judge-reference.ts';
import { undiscovered, unreadKindOf } from '../references/view-worker.ts';
import { decide, liveReferences } from './decide.ts';
import { explainReferences } from './explain-references.ts';
import { lookForOwners } from './look-for-owners.ts';
import {
  goes,
  goesAnyway,
  notVerified,
  notVerifiedBehind,
  notVerifiedFor,
  type PartialExplanation,
  referenceReasons,
  type Subject,
  stays,
  waits,
} from './partial-explanation.ts';
import { reasonOf, SHOWN } from './reason.ts';

/**
 * The verdict on a node of the graph with its evidence: the collector's own worker looks at it, with answers from the view.
 * A verdict is only given of what is known for sure. The cost grows with the node's own references and dependents, not with the graph.
 */
export function explain(node: GraphNode, view: ClusterView): Explanation {
  const { release } = view.release;
  const subject = subjectOf(node, view);
  const explained = verdictOn(subject);
  const advice = explained.verdict === 'not verified' ? lookForOwners(subject) : [];
  return {
    object: node.identity,
    release,
    unread: [],
    ...explained,
    ...(advice.length > 0 ? { advice } : {}),
  };
}

/** The same verdict, short enough to travel with every record. */
export function summaryOf(node: GraphNode, view: ClusterView): VerdictSummary {
  return plainSummary(node, view) ?? workerSummary(node, view);
}

/** The same of an object without a plain summary; `walk` may have looked at other objects of the same graph. */
export function workerSummary(
  node: GraphNode,
  view: ClusterView,
  walk?: BlockerWalk,
): VerdictSummary {
  const subject = subjectOf(node, view, walk);
  const { verdict, because, when } = verdictOn(subject);
  const wrong = wrongReferences(subject);
  const { path } = subject;
  const blockedBy = path && blockerOf(path);
  return {
    verdict,
    rule: because[0]?.rule ?? 'AD-11',
    ...(when === undefined ? {} : { when }),
    ...(blockedBy === undefined ? {} : { blockedBy }),
    ...(wrong.length > 0 ? { wrong } : {}),
  };
}

function subjectOf(node: GraphNode, view: ClusterView, walk?: BlockerWalk): Subject {
  const references = isNeverSeen(node, view) ? [] : liveReferences(node, view);
  const judged = judgeReferences(references, node.identity, view);
  // Walked once: a Namespace may hold thousands of objects.
  const path = isBeingDeleted(node, view)
    ? waitingPath(node, walk ?? new BlockerWalk(view))
    : undefined;
  return { node, view, judged, path };
}

/** By the place of the reference in the node's owners; the live references are these unless the graph is behind. */
function wrongReferences({ node, judged, view }: Subject): WrongReference[] {
  return node.references.flatMap((reference, index) => {
    const known = judged[index];
    const isSame = known !== undefined && sameCoordinates(known.reference, reference);
    const finding = findingIn(
      node,
      isSame ? known : judgeReference(reference, node.identity, view),
    );
    return finding ? [{ index, finding }] : [];
  });
}

function verdictOn(subject: Subject): PartialExplanation {
  const { node, view } = subject;
  const { identity } = node;
  if (isNeverSeen(node, view)) return explainVirtual(node, view);
  const explained = explainSeen(subject);
  if (isProtected(identity) && explained.verdict === 'goes') {
    const text = say`The collector decides to delete it, but the API server refuses to delete ${identity}.`;
    const sentence = say`Stays: the API server refuses to delete ${identity}.`;
    return stays(sentence, [reasonOf('NS-03', text), ...explained.because]);
  }
  const mapping = view.mapping(identity.apiVersion, identity.kind);
  const unread = mapping === 'unknown' ? undiscovered(identity) : unreadKindOf(identity, view);
  if (!unread) return explained;
  // The object may be gone, or have another owner by now.
  const text = say`The data on ${identity} may be out of date.`;
  const rule = view.release.generation === 'propagator' ? 'PG-31' : 'AD-08';
  const said = notVerifiedFor([unread], [reasonOf(rule, text), ...explained.because], view);
  return { ...said, unread: [...new Set([...(said.unread ?? []), ...(explained.unread ?? [])])] };
}

function explainSeen(subject: Subject): PartialExplanation {
  const { node, view } = subject;
  const { identity } = node;
  // An object in deletion is only read if it waits for its dependents (AD-02).
  if (isBeingDeleted(node, view) && !waitsForDependents(node)) return explainDeletion(subject);
  const decision = decide(node, view);
  const { rule } = decision;
  switch (rule) {
    case 'AD-04':
    case 'PG-31': {
      const text = say`The API server no longer serves ${identity.kind} in ${identity.apiVersion}, so the collector cannot look up ${identity}.`;
      return notVerified(say`Not verified: ${lowerFirst(text)}`, [reasonOf(rule, text)]);
    }
    case 'AD-07':
    case 'AD-09':
    case 'PG-21': {
      const text = say`The collector looks for ${identity}, finds nothing, and forgets it. It then checks the dependents. The object itself stays.`;
      const sentence = say`Stays: the collector looks for it as ${identity} and does not find it.`;
      return stays(sentence, [reasonOf(rule === 'AD-09' ? 'AD-07' : rule, text)]);
    }
    case 'AD-11':
    case 'PG-22': {
      const text = say`It has no owner references: the collector never deletes it by itself.`;
      return stays(say`Stays, because it has no owner.`, [reasonOf(rule, text, [identity])]);
    }
    case 'FG-01':
    case 'FG-02':
      return explainDeletion(subject);
    default:
      return explainReferences(subject, decision);
  }
}

/** An owner that was never observed: asked for under its identity until it is found absent (AD-04..07, AD-W11, PG-20..21). */
function explainVirtual(node: GraphNode, view: ClusterView): PartialExplanation {
  const { identity } = node;
  const dependents = [];
  for (const dependent of node.dependents) {
    if (dependents.push(dependent.identity) === SHOWN) break;
  }
  const count = counted(node.dependents.size, 'object');
  const known = reasonOf(
    view.release.generation === 'propagator' ? 'PG-11' : 'GB-25',
    say`It is known only from references of ${count}.`,
    dependents,
  );
  const { rule, unread } = decide(node, view);
  if (unread.length > 0) return notVerifiedFor(unread, [known], view);
  switch (rule) {
    case 'AD-04':
    case 'PG-31':
    case 'AD-05': {
      const text =
        rule === 'AD-05'
          ? say`The collector cannot look up a namespaced owner of a cluster-scoped object, because it does not know the namespace.`
          : say`The API server does not serve ${identity.kind} in ${identity.apiVersion}, so the collector cannot look it up.`;
      return notVerified(say`Not verified: ${lowerFirst(text)}`, [reasonOf(rule, text), known]);
    }
    case 'AD-07':
    case 'AD-09':
    case 'PG-21': {
      const absent = reasonOf(rule === 'AD-09' ? 'AD-07' : rule, say`${identity} does not exist.`);
      return goesAnyway(say`Does not exist: ${lowerFirst(known.text)}`, [absent, known]);
    }
    default:
      return notVerified(
        say`Not verified: ${identity} exists, but the collector has not observed it yet.`,
        [known],
      );
  }
}

/** An object in deletion: what it waits for, then the references for which the collector may have deleted it. */
function explainDeletion(subject: Subject): PartialExplanation {
  const { node, view, judged } = subject;
  const explained = explainWaiting(subject);
  // With no owner left, each absent one tells why; beside another owner only one that is somewhere else does.
  const isAbandoned = judged.every((each) => each.class === 'dangling');
  const perhaps = isAbandoned ? judged : judged.filter((each) => findingIn(node, each));
  return {
    ...explained,
    because: [...explained.because, ...referenceReasons({ judged: perhaps, view })],
  };
}

/**
 * Explains its blockers as the report on deletions does, if there are any. An owner that waits for its dependents goes
 * when none of them blocks it any more (FG-01..06).
 */
function explainWaiting(subject: Subject): PartialExplanation {
  const { node, view, path } = subject;
  const waiting = waitsForDependents(node);
  const blocking = waiting ? [...new Set(node.blockingDependents())] : [];
  const head = headOf(node, blocking.length > 0, view);
  if (blocking.length > 0) return explainBlocked(subject, blocking, head);
  if (path?.cause.unread && !path.first) {
    const { text, unread } = path.cause;
    return notVerifiedBehind(subject, unread, text, [head, ...pathReasons(path)]);
  }
  // Whether the controller of a Namespace is done with it is only known where its spec could be read (NS-01).
  const isDone = !isNamespace(node.identity) || view.deletionFacts?.().namespaces?.has(node.name);
  const isLast = !path || (isLastStep(path) && isDone);
  if (!isLast) {
    const way = pathReasons(path);
    const because = isReported(path.cause) ? [head, ...way] : [...way, head];
    return waits(waitSentence(path), because);
  }
  const sentence = say`Goes: nothing blocks it any more.`;
  return waiting ? goes(subject, sentence, [head]) : goesAnyway(sentence, [head]);
}

/** Names what the object waits for: the object at the end of the path, or, as a clause, the next action. */
function waitSentence(path: BlockedPath): Sentence {
  const { cause, end } = path;
  if (isReported(cause)) return describeBlocker(path);
  return end ? say`Waits for ${end.identity}.` : say`Waits: ${lowerFirst(cause.text)}`;
}

function headOf(node: GraphNode, isBlocked: boolean, { release }: ClusterView): Reason {
  const about = [node.identity];
  if (waitsForDependents(node)) {
    const text = say`The collector removes its finalizer ${code(FOREGROUND_FINALIZER)} once no dependent blocks it any more.`;
    return reasonOf(isBlocked ? 'FG-02' : 'FG-01', text, about);
  }
  return release.generation === 'propagator'
    ? reasonOf('PG-30', say`It is being deleted; a further DELETE changes nothing.`, about)
    : reasonOf('AD-02', say`It is already being deleted: the collector leaves it alone.`, about);
}

/** It waits for these; which of them is the worst is known where their kind is read. */
function explainBlocked(
  { view, path: any }: Subject,
  blocking: readonly GraphNode[],
  head: Reason,
): PartialExplanation {
  const path = any && isReported(any.cause) ? any : undefined;
  const unread = blocking.flatMap((each) => unreadKindOf(each, view) ?? []);
  const isOwn = path !== undefined && path.first === undefined;
  if (unread.length === blocking.length && !isOwn) return notVerifiedFor(unread, [head], view);
  const worst = path?.first?.rule === 'FG-02' ? path.first.over : undefined;
  const ordered = sortedBy(blocking, (each) => (each === worst ? 0 : 1));
  const names = namesOf(ordered.map(({ identity }) => identity));
  const verb = blocking.length === 1 ? 'blocks' : 'block';
  const sentence = say`Waits for ${names}, which ${verb} it${path ? rootOf(path.cause) : ''}.`;
  const field = code('blockOwnerDeletion: true');
  const reasons = ordered.slice(0, SHOWN).map(({ identity }) => {
    return reasonOf('DM-10', say`${identity} has ${field} in its owner reference.`);
  });
  // The sentence and this reason say the first link of the way.
  const first = worst ? reasons.slice(0, 1) : [];
  const way = worst ? path?.rest : path;
  const others = reasons.slice(first.length);
  return waits(sentence, [head, ...first, ...(way ? pathReasons(way) : []), ...others]);
}

/** The cause in few words, with the object it is about: "; the root cause is finalizer x/y of Pod `shop/web-x`". */
function rootOf({ object: { identity }, reference, owner, unread, short }: RootCause): Sentence {
  if (reference) return say`; the collector never deletes ${identity}`;
  if (owner) return say`; ${owner.identity} waits for ${identity} in turn`;
  return say`; the root cause ${unread ? 'may be' : 'is'} ${short} of ${identity}`;
}

/** Each link of the way, then the cause. */
function pathReasons(path: BlockedPath): Reason[] {
  const { cause } = path;
  const ways = waitsOf(path, SHOWN).map(({ node, text, rule, isCount }) =>
    reasonOf(rule, isCount ? text : say`${node.identity} ${lowerFirst(text)}`),
  );
  return [...ways, reasonOf(cause.rules[0] ?? '', cause.text, [cause.object.identity])];
}
