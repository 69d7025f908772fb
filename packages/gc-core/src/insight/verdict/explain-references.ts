import type { GraphNode } from '../../graph/graph-node.ts';
import { counted } from '../../meta/format-count.ts';
import { code, lowerFirst, type Sentence, say } from '../../meta/sentence.ts';
import { foreignFinalizers } from '../blockers/blocker-walk.ts';
import { type ClusterView, isBeingDeleted, resourceOf } from '../cluster-view.ts';
import { describeHidden, describeReference } from '../references/describe-reference.ts';
import type { JudgedReference } from '../references/judge-reference.ts';
import { unreadKindOf } from '../references/view-worker.ts';
import { type Decision, decide, deletes } from './decide.ts';
import {
  goes,
  notVerifiedBehind,
  notVerifiedFor,
  type PartialExplanation,
  referenceReasons,
  type Subject,
  stays,
} from './partial-explanation.ts';
import { reasonOf } from './reason.ts';

/** Explains a worker's decision about the references of a living object (AD-12..17, PG-23..29). */
export function explainReferences(subject: Subject, decision: Decision): PartialExplanation {
  const { node, judged, view } = subject;
  const { rule } = decision;
  if (!decision.isSure) {
    // The sentence says why these kinds cannot tell; the collector may not come to those of other owners.
    const inSentence = new Set(decision.unread.map(({ kind }) => kind));
    const said = judged.map((each) =>
      typeof each.unread?.why === 'string' && inSentence.has(each.unread.kind)
        ? { ...each, unread: undefined }
        : each,
    );
    const unknown = said.find((each) => each.class === 'unknown');
    return notVerifiedFor(decision.unread, referenceReasons({ judged: said, view }, unknown), view);
  }
  if (rule === 'AD-14' || rule === 'PG-28') return explainKept(subject, rule);
  if (!deletes(decision)) {
    // The collector stops at the first reference it cannot ask about, and leaves the object alone.
    const refused = judged.find((each) => each.class === 'unmapped' || each.class === 'never');
    const why = refused ? describeReference(refused, view) : say`The collector cannot decide.`;
    return stays(say`Stays: ${lowerFirst(why)}`, referenceReasons(subject, refused));
  }
  const keeper = livesOnceUnblocked(subject);
  // Changes under way of kinds that are read can change any verdict; this verdict waits only for kinds that are not read.
  const hidden = keeper ? view.unreadKinds() : [];
  if (hidden.length > 0) {
    // Whether it waits in a cycle, and whether something else blocks the owner.
    const sentence = describeHidden(hidden, CYCLE);
    return notVerifiedBehind(subject, hidden, sentence, referenceReasons(subject));
  }
  if (rule === 'AD-16' && keeper) return keptByCycle(subject, keeper);
  // A cycle only delays the decision that it was on the way to.
  const decides = rule === 'AD-16' ? 'AD-15' : rule;
  const decisive = judged.find((each) => each.class === 'waiting') ?? judged[0];
  const because = [
    reasonOf(decides, say`${DECISIONS[decides] ?? 'The collector deletes it.'}`, [node.identity]),
    ...referenceReasons(subject, decisive),
  ];
  const why = decisive ? describeReference(decisive, view) : say`None of its owners exists.`;
  const explained = goes(subject, say`Goes, because ${lowerFirst(why)}`, because);
  // It may lose its foreground finalizer before the collector comes to the object (CL-09).
  const rival = heldOwner(subject, (owner) => !owner.blockingDependents().includes(node));
  return rival ? unlessFreed(explained, rival) : explained;
}

const CYCLE = 'may form a cycle with it and its owner';

const DECISIONS: Readonly<Record<string, string>> = {
  'AD-15':
    'An owner waits for it, and it has dependents itself: the collector deletes it in the foreground.',
  'AD-17': 'No owner keeps it: the collector deletes it.',
  'PG-29':
    'None of its owners exists: the collector deletes it with the default policy of its kind.',
};

/** An owner that waits no more counts as existing for as long as something keeps it. */
function unlessFreed(explained: PartialExplanation, owner: GraphNode): PartialExplanation {
  const keeper = isInGrace(owner) ? 'grace period' : 'finalizer';
  const text = say`But a ${keeper} keeps ${owner.identity}. Once no dependent blocks that owner, the collector treats it as an existing owner again, and this object stays.`;
  const sentence = say`${explained.sentence} ${text}`;
  return { ...explained, sentence, unless: reasonOf('CL-09', text) };
}

function explainKept(subject: Subject, rule: string): PartialExplanation {
  const solid = subject.judged.filter((each) => each.class === 'solid');
  const removed = rule === 'AD-14' ? removedWith(subject.judged) : [];
  const text =
    removed.length > 0
      ? say`One existing owner keeps it; the collector removes its invalid references at the next check.`
      : say`One existing owner keeps it.`;
  const because = referenceReasons(subject, solid[0]);
  const own = rule === 'AD-14' ? [reasonOf(rule, text, [subject.node.identity])] : [];
  const kept = keptSentence(subject, solid);
  return stays(removed.length > 0 ? say`${kept} ${removalSentence(removed)}` : kept, [
    ...own,
    ...because,
  ]);
}

/** The patch removes references by uid: a valid one goes with an invalid one of the same uid (AD-14, PA-02). */
function removedWith(judged: readonly JudgedReference[]): JudgedReference[] {
  const uids = new Set(
    judged.flatMap((each) =>
      each.class === 'dangling' || each.class === 'waiting' ? [each.reference.uid] : [],
    ),
  );
  return judged.filter(({ reference }) => uids.has(reference.uid));
}

function removalSentence(removed: readonly JudgedReference[]): Sentence {
  const count = counted(removed.length, 'reference');
  const will = say`At the next check, the collector removes ${count}`;
  const lost = removed.find((each) => each.class === 'solid');
  return lost
    ? say`${will}. The valid reference to ${lost.asked} goes too, because an invalid one has its uid.`
    : say`${will}.`;
}

/** Looks one step further: an owner that is about to go does not keep it for long. */
function keptSentence({ node, view }: Subject, solid: readonly JudgedReference[]): Sentence {
  const owners = [...new Map(solid.map((each) => [each.reference.uid, each])).values()];
  const others = owners.filter(({ found }) => found !== node);
  const lasting = others.find(({ found }) => !found || whyLeaving(found, view) === undefined);
  if (lasting) return say`Stays, because its owner ${lasting.asked} exists.`;
  const [first] = others;
  if (!first || others.length < owners.length) {
    return say`Stays, because it owns itself: as long as it exists, its owner exists.`;
  }
  const why = (first.found && whyLeaving(first.found, view)) ?? '';
  if (others.length === 1)
    return say`Stays only as long as its owner ${first.asked} exists, and that owner ${why}.`;
  const rest = others.length === 2 ? 'the other one goes' : 'the others go';
  return say`Stays only as long as one of its ${others.length} owners exists; ${first.asked} ${why}, and ${rest} too.`;
}

function whyLeaving(owner: GraphNode, view: ClusterView): string | undefined {
  if (isBeingDeleted(owner, view)) return 'is being deleted itself';
  const decision = decide(owner, view);
  return decision.isSure && deletes(decision) ? 'is itself about to be deleted' : undefined;
}

/** AD-16 costs it a second look, and by then its owner does not wait any more. */
function keptByCycle(subject: Subject, keeper: GraphNode): PartialExplanation {
  const { node, judged } = subject;
  const text = say`It and ${keeper.identity} wait for each other. The collector first sets ${code('blockOwnerDeletion')} to false in the owner references of this object. That changes the object, so the DELETE that follows fails with a conflict, and the collector checks the object again.`;
  const decisive = judged.find(({ found }) => found === keeper);
  const because = [
    reasonOf('AD-16', text, [node.identity, keeper.identity]),
    ...referenceReasons(subject, decisive),
  ];
  const lasting = isInGrace(keeper) ? 'its grace period lasts' : 'a finalizer keeps it';
  const sentence = say`Stays: the collector first sets ${code('blockOwnerDeletion')} to false in the owner references of this object. Then no dependent blocks ${keeper.identity}, and the collector treats it as an existing owner while ${lasting}.`;
  return stays(sentence, because);
}

/**
 * The waiting owner that will count as existing when the object is looked at a second time, as far as kinds are read.
 * Un-blocking a cycle changes the object, so that its DELETE conflicts (AD-16, DE-05); meanwhile an owner that nothing
 * else blocks loses its foreground finalizer, and its grace period or another finalizer keeps it (CL-09).
 */
function livesOnceUnblocked(subject: Subject): GraphNode | undefined {
  const { node, judged, view } = subject;
  if (!view.release.deletesByResourceVersion) return undefined;
  // A merge patch writes all references (PA-06), a strategic one those that block (PA-05).
  const isCustom = resourceOf(node, view)?.custom === true;
  const isChanged = judged.some(({ reference: { blockOwnerDeletion } }) =>
    isCustom ? blockOwnerDeletion !== false : blockOwnerDeletion === true,
  );
  if (!isChanged) return undefined;
  const blocks = (each: GraphNode): boolean => each !== node && !unreadKindOf(each, view);
  return heldOwner(subject, (owner) => !owner.blockingDependents().some(blocks));
}

/** The first waiting owner that something other than its dependents keeps, and that passes the test. */
function heldOwner(
  { judged, view }: Subject,
  passes: (owner: GraphNode) => boolean,
): GraphNode | undefined {
  const waiting = judged.flatMap((each) => (each.class === 'waiting' && each.found) || []);
  return waiting.find(
    (owner) => (isInGrace(owner) || foreignFinalizers(owner, view).length > 0) && passes(owner),
  );
}

function isInGrace({ meta }: GraphNode): boolean {
  return (meta?.deletionGracePeriodSeconds ?? 0) > 0;
}
