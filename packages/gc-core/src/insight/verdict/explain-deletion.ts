import type { GraphNode } from '../../graph/graph-node.ts';
import { FOREGROUND_FINALIZER, ORPHAN_FINALIZER } from '../../meta/finalizers.ts';
import { parseTimestamp } from '../../meta/object-meta.ts';
import { code, lowerFirst, namesOf, type Sentence, say } from '../../meta/sentence.ts';
import { sortedBy } from '../../meta/sorted-by.ts';
import { isNamespace } from '../../meta/well-known-kinds.ts';
import type { Reason } from '../../wire/explanation.ts';
import { waitsForDependents, waitsForItsKind } from '../blockers/blocker-walk.ts';
import { type BlockedPath, briefBlocker, type RootCause, waitsOf } from '../blockers/root-cause.ts';
import type { ClusterView } from '../cluster-view.ts';
import { faultIn } from '../references/judge-reference.ts';
import { unreadKindOf } from '../references/view-worker.ts';
import {
  goes,
  goesNow,
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
  const perhaps = isAbandoned ? judged : judged.filter((each) => faultIn(node, each));
  return {
    ...explained,
    because: [...explained.because, ...referenceReasons({ judged: perhaps, view })],
  };
}

/**
 * What blocks it, a namespace's content, its kind or a grace period holds it, or nothing. An owner that waits for its
 * dependents goes when none of them blocks it any more (FG-01..06).
 */
function explainWaiting(subject: Subject): PartialExplanation {
  const { node, view, path } = subject;
  const waiting = waitsForDependents(node);
  const blocking = waiting ? [...new Set(node.blockingDependents())] : [];
  const head = headOf(node, blocking.length > 0, view);
  if (blocking.length > 0) return explainBlocked(subject, blocking, head);
  if (path) return waits(say`Waits for ${briefBlocker(path)}.`, [head, ...pathReasons(path)]);
  if (!waiting && node.meta?.finalizers?.includes(ORPHAN_FINALIZER)) {
    const rule = view.release.generation === 'propagator' ? 'PG-35' : 'OR-07';
    const text = say`The collector removes the references of its dependents, then its finalizer ${code(ORPHAN_FINALIZER)}.`;
    return waits(say`Waits until its dependents are orphaned.`, [
      reasonOf(rule, text, [node.identity]),
      head,
    ]);
  }
  const emptying = explainEmptying(subject);
  if (emptying) return waiting ? { ...emptying, because: [...emptying.because, head] } : emptying;
  const hidden = waiting ? view.unreadKinds(node.uid) : [];
  if (hidden.length > 0) return hiddenDependents(subject, hidden, 'may block its deletion', [head]);
  const inGrace = graceOf(node, head);
  if (inGrace) return inGrace;
  return waiting
    ? goes(subject, say`Goes: nothing blocks its deletion any more.`, [head])
    : goesNow(say`Goes: nothing blocks it any more.`, [head]);
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
  { view, path }: Subject,
  blocking: readonly GraphNode[],
  head: Reason,
): PartialExplanation {
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

/** Whatever the collector does, a Namespace goes when its controller lets it (NS-01), a definition after the objects of its kind. */
function explainEmptying({ node, view }: Subject): PartialExplanation | undefined {
  const about = [node.identity];
  if (node.finalizers.some((each) => waitsForItsKind(node, each))) {
    const text = say`The API server deletes the objects of its kind first, then the definition.`;
    return waits(say`Waits until no object of its kind is left.`, [reasonOf('FN-04', text, about)]);
  }
  if (!isNamespace(node)) return undefined;
  const podsFirst = view.release.deletesPodsOfNamespaceFirst;
  const text = say`The namespace controller deletes its content, ${podsFirst ? 'Pods first, ' : ''}and then the Namespace.`;
  return waits(say`Waits until it is empty.`, [
    reasonOf(podsFirst ? 'NS-07' : 'NS-08', text, about),
  ]);
}

function graceOf({ identity, meta }: GraphNode, head: Reason): PartialExplanation | undefined {
  const grace = meta?.deletionGracePeriodSeconds ?? 0;
  if (grace <= 0) return undefined;
  const until = meta?.deletionTimestamp;
  const valid = until !== undefined && parseTimestamp(until) !== undefined;
  const text = say`It has ${grace} s to stop${valid ? `, until ${until}` : ''}; then the kubelet sends the final DELETE.`;
  const reason = reasonOf('API-51', text, [identity]);
  return waits(say`Waits for its grace period of ${grace} s.`, [reason, head]);
}
