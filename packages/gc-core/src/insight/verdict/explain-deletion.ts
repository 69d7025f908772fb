import type { GraphNode } from '../../graph/graph-node.ts';
import { FOREGROUND_FINALIZER, ORPHAN_FINALIZER } from '../../meta/finalizers.ts';
import { parseTimestamp } from '../../meta/object-meta.ts';
import { code, type Sentence, say } from '../../meta/sentence.ts';
import type { Reason } from '../../wire/explanation.ts';
import { waitsForItsKind } from '../blockers/blocker-walk.ts';
import {
  describeCause,
  describeLink,
  rulesOf,
  shortBlocker,
  shortCause,
} from '../blockers/describe-cause.ts';
import type { BlockedPath } from '../blockers/root-cause.ts';
import type { ClusterView } from '../cluster-view.ts';
import { isNamespace } from '../container-kinds.ts';
import { lowerFirst, namesOf, reasonOf, SHOWN } from '../reason.ts';
import { unreadKindOf } from '../references/look-up.ts';
import {
  goes,
  goesNow,
  hiddenDependents,
  notVerifiedFor,
  type PartialExplanation,
  waits,
} from './partial-explanation.ts';

/** An owner in foreground deletion goes when no dependent blocks it any more (FG-01..06). */
export function explainForeground(
  node: GraphNode,
  path: BlockedPath | undefined,
  view: ClusterView,
): PartialExplanation {
  const blocking = [...new Set(node.blockingDependents())];
  const head = reasonOf(
    blocking.length > 0 ? 'FG-02' : 'FG-01',
    say`Its finalizer ${code(FOREGROUND_FINALIZER)} goes when no dependent blocks it any more.`,
    [node.identity],
  );
  if (blocking.length === 0)
    return path ? held(path, head, view) : explainUnblocked(node, head, view);
  const unread = blocking.flatMap((each) => unreadKindOf(each, view) ?? []);
  const isOwn = path !== undefined && path.links.length === 0;
  if (unread.length === blocking.length && !isOwn) return notVerifiedFor(unread, [head], view);
  const names = namesOf(blocking.map(({ identity }) => identity));
  const waiting = blocking
    .slice(0, SHOWN)
    .map(({ identity }) => reasonOf('DM-10', say`${identity} has a blocking reference to it.`));
  const verb = blocking.length === 1 ? 'blocks' : 'block';
  const sentence = say`Waits for ${names}, which ${verb} it${path ? rootOf(path) : ''}.`;
  return waits(sentence, [head, ...(path ? pathReasons(path, view) : []), ...waiting]);
}

/** Nothing blocks it that is known; what is not read may. */
function explainUnblocked(node: GraphNode, head: Reason, view: ClusterView): PartialExplanation {
  const emptying = explainEmptying(node, view);
  if (emptying) return { ...emptying, because: [...emptying.because, head] };
  const hidden = view.unreadKinds(node.uid);
  if (hidden.length > 0) {
    return hiddenDependents(node, hidden, 'may block its deletion', [head], view);
  }
  return (
    graceOf(node, head) ??
    goes(node, say`Goes: nothing blocks its deletion any more.`, [head], view)
  );
}

function held(path: BlockedPath, head: Reason, view: ClusterView): PartialExplanation {
  return waits(say`Waits for ${shortBlocker(path)}.`, [head, ...pathReasons(path, view)]);
}

/** The cause in few words, with the object it is about: "; the root cause is finalizer x/y of Pod `shop/web-x`". */
function rootOf({ cause }: BlockedPath): Sentence {
  const { identity } = cause.object;
  switch (cause.type) {
    case 'reference':
      return say`; ${identity} is never deleted`;
    case 'circle':
      return say`; ${cause.owner.identity} waits for ${identity} in turn`;
    default:
      return say`; the root cause is ${shortCause(cause)} of ${identity}`;
  }
}

/** Each link of the way, then the cause. */
function pathReasons({ links, cause }: BlockedPath, view: ClusterView): Reason[] {
  const context = { view, facts: view.deletionFacts?.() ?? {} };
  const ways = links.map((link) =>
    reasonOf(link.rule, say`${link.node.identity} ${lowerFirst(describeLink(link))}`),
  );
  const [rule = ''] = rulesOf(cause, context);
  return [...ways, reasonOf(rule, describeCause(cause, context), [cause.object.identity])];
}

/** An object in deletion that waits for no dependents: finalizers, a namespace's content or a grace period hold it, or nothing. */
export function explainTerminating(
  node: GraphNode,
  path: BlockedPath | undefined,
  view: ClusterView,
): PartialExplanation {
  const { identity, meta } = node;
  const isPropagator = view.release.generation === 'propagator';
  const head = isPropagator
    ? reasonOf('PG-30', say`It is being deleted; a further DELETE changes nothing.`, [identity])
    : reasonOf('AD-02', say`It is already being deleted: the collector leaves it alone.`, [
        identity,
      ]);
  if (path) return held(path, head, view);
  if (meta?.finalizers?.includes(ORPHAN_FINALIZER)) {
    const text = say`Its dependents lose their reference, then its finalizer ${code(ORPHAN_FINALIZER)} goes.`;
    const reason = reasonOf(isPropagator ? 'PG-35' : 'OR-07', text, [identity]);
    return waits(say`Waits until its dependents are orphaned.`, [reason, head]);
  }
  return (
    explainEmptying(node, view) ??
    graceOf(node, head) ??
    goesNow(say`Goes: nothing blocks it any more.`, [head])
  );
}

/** Whatever the collector does, a Namespace goes when its controller lets it (NS-01), a definition after the objects of its kind. */
function explainEmptying(
  node: GraphNode,
  { release }: ClusterView,
): PartialExplanation | undefined {
  const { identity } = node;
  if (node.finalizers.some((each) => waitsForItsKind(node, each))) {
    const text = say`The API server deletes the objects of its kind, and then lets it go.`;
    return waits(say`Waits until no object of its kind is left.`, [
      reasonOf('FN-04', text, [identity]),
    ]);
  }
  if (!isNamespace(identity)) return undefined;
  const reason = release.deletesPodsOfNamespaceFirst
    ? reasonOf(
        'NS-07',
        say`The namespace controller deletes what is in it, Pods first, and then lets it go.`,
        [identity],
      )
    : reasonOf('NS-08', say`The namespace controller deletes what is in it, and then lets it go.`, [
        identity,
      ]);
  return waits(say`Waits until nothing is left in it.`, [reason]);
}

function graceOf({ identity, meta }: GraphNode, head: Reason): PartialExplanation | undefined {
  const grace = meta?.deletionGracePeriodSeconds ?? 0;
  if (grace <= 0) return undefined;
  const until = meta?.deletionTimestamp;
  const valid = until !== undefined && parseTimestamp(until) !== undefined;
  const text = say`It may take ${grace} s to end${valid ? `, until ${until}` : ''}; then the kubelet sends the final DELETE.`;
  const reason = reasonOf('API-51', text, [identity]);
  return waits(say`Waits for its grace period of ${grace} s.`, [reason, head]);
}
