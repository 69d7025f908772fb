import { decideDeletion } from '../../collector/decide-deletion.ts';
import type { GraphNode } from '../../graph/graph-node.ts';
import { objectName } from '../../meta/object-name.ts';
import type { OwnerReference } from '../../meta/object-reference.ts';
import type { ClusterView } from '../cluster-view.ts';
import { judgementText, type ReferenceJudgement } from './judge-reference.ts';
import { counted, lowerFirst, reasonOf } from './reason.ts';
import { goes, notVerified, referenceReasons, stays, type Told } from './told.ts';
import { livesOnceUnblocked } from './unblocking.ts';

/** CL-01..14, then AD-14..17. The collector stops at the first reference it cannot ask about, and keeps the object. */
export function explainReferences(
  node: GraphNode,
  judged: readonly ReferenceJudgement[],
  view: ClusterView,
): Told {
  const { identity } = node;
  const refused = judged.find((each) => each.class === 'unmapped' || each.class === 'never');
  if (refused) {
    const text = judgementText(refused, identity, view);
    const because = referenceReasons(judged, identity, view, refused);
    return stays(`Stays: ${lowerFirst(text)}`, because);
  }
  const of = (wanted: ReferenceJudgement['class']): ReferenceJudgement[] =>
    judged.filter((each) => each.class === wanted);
  const [solid, waiting, dangling, unknown] = [
    of('solid'),
    of('waiting'),
    of('dangling'),
    of('unknown'),
  ];
  if (unknown.length > 0 && solid.length === 0) {
    return unverified(unknown, referenceReasons(judged, identity, view, unknown[0]), view);
  }
  const plan = decideDeletion(
    { solid: references(solid), dangling: references(dangling), waiting: references(waiting) },
    node.dependents.size > 0,
    node.finalizers,
  );
  const decision = reasonOf(plan.rule, DECISIONS[plan.rule], [identity]);
  if (plan.type === 'keep') {
    const because = [decision, ...referenceReasons(judged, identity, view, solid[0])];
    return stays(keptSentence(solid[0], plan.removeReferencesTo.length), because);
  }
  const keeper =
    plan.rule === 'AD-15' ? livesOnceUnblocked(node, references(judged), waiting, view) : undefined;
  if (keeper) return keptByCircle(node, judged, keeper, view);
  const decisive = waiting[0] ?? dangling[0];
  const because = [decision, ...referenceReasons(judged, identity, view, decisive)];
  const why = decisive ? judgementText(decisive, identity, view) : 'None of its owners exists.';
  return goes(node, `Goes, because ${lowerFirst(why)}`, because, view);
}

/** AD-16 costs it a second look, and by then its owner does not wait any more. */
function keptByCircle(
  { identity }: GraphNode,
  judged: readonly ReferenceJudgement[],
  keeper: GraphNode,
  view: ClusterView,
): Told {
  const text = `It waits in a circle with ${objectName(keeper.identity)}: its references are un-blocked, which refuses the DELETE that follows, and it is looked at again.`;
  const decisive = judged.find(({ found }) => found === keeper);
  const because = [
    reasonOf('AD-16', text, [identity, keeper.identity]),
    ...referenceReasons(judged, identity, view, decisive),
  ];
  const inGrace = (keeper.meta?.deletionGracePeriodSeconds ?? 0) > 0;
  const lasting = inGrace ? 'its grace period lasts' : 'a finalizer holds it';
  const sentence = `Stays: its references are un-blocked first, and by then nothing blocks ${objectName(keeper.identity)} any more, which counts as living while ${lasting}.`;
  return stays(sentence, because);
}

/** Not verified for want of these references' owners. */
export function unverified(
  unknown: readonly ReferenceJudgement[],
  because: Told['because'],
  view: ClusterView,
): Told {
  const unread = [...new Set(unknown.map((each) => each.unread ?? each.reference.kind))];
  const late = unknown.every(({ reference }) => {
    const mapping = view.mapping(reference.apiVersion, reference.kind);
    return typeof mapping !== 'string' && view.isRead(mapping);
  });
  const why = late ? 'has not been heard of since its references were made' : 'cannot be read';
  return notVerified(`Not verified: ${unread.join(', ')} ${why}.`, because, unread);
}

function references(judged: readonly ReferenceJudgement[]): OwnerReference[] {
  return judged.map((each) => each.reference);
}

function keptSentence(owner: ReferenceJudgement | undefined, removed: number): string {
  const lives = owner ? `${objectName(owner.asked)} lives` : 'an owner lives';
  if (removed === 0) return `Stays, because ${lives}.`;
  return `Stays, because ${lives}. At its next check ${counted(removed, 'reference')} will be removed.`;
}

const DECISIONS = {
  'AD-14':
    'One living owner keeps it; references that do not hold are removed when it is next checked.',
  'AD-15': 'An owner waits for it and it has dependents itself: it is deleted in the foreground.',
  'AD-17': 'No owner keeps it: it is deleted.',
} as const;
