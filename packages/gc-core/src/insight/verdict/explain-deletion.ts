import type { GraphNode } from '../../graph/graph-node.ts';
import { FOREGROUND_FINALIZER } from '../../meta/finalizers.ts';
import { code, lowerFirst, namesOf, type Sentence, say } from '../../meta/sentence.ts';
import { sortedBy } from '../../meta/sorted-by.ts';
import { isNamespace } from '../../meta/well-known-kinds.ts';
import type { Reason } from '../../wire/explanation.ts';
import { waitsForDependents } from '../blockers/blocker-walk.ts';
import {
  type BlockedPath,
  briefBlocker,
  isLastStep,
  isReported,
  type RootCause,
  waitsOf,
} from '../blockers/root-cause.ts';
import type { ClusterView } from '../cluster-view.ts';
import { findingIn } from '../references/judge-reference.ts';
import { unreadKindOf } from '../references/view-worker.ts';
import {
  goes,
  goesAnyway,
  hiddenDependents,
  notVerifiedFor,
  type PartialExplanation,
  referenceReasons,
  type Subject,
  waits,
} from './partial-explanation.ts';
import { reasonOf, SHOWN } from './reason.ts';

/** An object in deletion: what it waits for, then the references for which the collector may have deleted it. */
export function explainDeletion(subject: Subject): PartialExplanation {
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
 * What it waits for, in the words of the report on deletions, or nothing. An owner that waits for its dependents goes when
 * none of them blocks it any more (FG-01..06).
 */
function explainWaiting(subject: Subject): PartialExplanation {
  const { node, view, path } = subject;
  const waiting = waitsForDependents(node);
  const blocking = waiting ? [...new Set(node.blockingDependents())] : [];
  const head = headOf(node, blocking.length > 0, view);
  if (blocking.length > 0) return explainBlocked(subject, blocking, head);
  // Whether the controller of a Namespace is done with it is only known where its spec could be read (NS-01).
  const isDone = !isNamespace(node.identity) || view.deletionFacts?.().namespaces?.has(node.name);
  const isLast = !path || (isLastStep(path) && isDone);
  if (!isLast) {
    const way = pathReasons(path);
    const because = isReported(path.cause) ? [head, ...way] : [...way, head];
    return waits(waitSentence(path), because);
  }
  const hidden = waiting ? view.unreadKinds(node.uid) : [];
  if (hidden.length > 0) return hiddenDependents(subject, hidden, 'may block its deletion', [head]);
  const sentence = say`Goes: nothing blocks it any more.`;
  return waiting ? goes(subject, sentence, [head]) : goesAnyway(sentence, [head]);
}

/** What is done for it next is a clause of its own. */
function waitSentence(path: BlockedPath): Sentence {
  const { cause, end } = path;
  if (isReported(cause)) return say`Waits for ${briefBlocker(path)}.`;
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
function rootOf({ object: { identity }, reference, owner, short }: RootCause): Sentence {
  if (reference) return say`; the collector never deletes ${identity}`;
  if (owner) return say`; ${owner.identity} waits for ${identity} in turn`;
  return say`; the root cause is ${short} of ${identity}`;
}

/** Each link of the way, then the cause. */
function pathReasons(path: BlockedPath): Reason[] {
  const { cause } = path;
  const ways = waitsOf(path, SHOWN).map(({ node, text, rule, isCount }) =>
    reasonOf(rule, isCount ? text : say`${node.identity} ${lowerFirst(text)}`),
  );
  return [...ways, reasonOf(cause.rules[0] ?? '', cause.text, [cause.object.identity])];
}
