import type { GraphNode } from '../../graph/graph-node.ts';
import { FOREGROUND_FINALIZER, ORPHAN_FINALIZER } from '../../meta/finalizers.ts';
import { parseTimestamp } from '../../meta/object-meta.ts';
import { objectName } from '../../meta/object-name.ts';
import type { Reason } from '../../wire/explanation.ts';
import type { ClusterView } from '../cluster-view.ts';
import { isNamespace } from '../container-kinds.ts';
import { type Hold, heldBy } from './held-by.ts';
import { reasonOf, SHOWN } from './reason.ts';
import { goesNow, notVerified, type Told, waits } from './told.ts';

/** An owner in foreground deletion goes when no dependent blocks it any more (FG-01..06). */
export function explainForeground(node: GraphNode, view: ClusterView): Told {
  const holds = heldBy(node, view);
  const blocking = [...new Set(node.blockingDependents())];
  const head = reasonOf(
    blocking.length > 0 ? 'FG-02' : 'FG-01',
    `Its finalizer \`${FOREGROUND_FINALIZER}\` goes when no dependent blocks it any more.`,
    [node.identity],
  );
  if (blocking.length === 0 && holds.length === 0) {
    if (isNamespace(node.identity)) return waits(EMPTYING, [emptyingReason(node, view), head]);
    const unread = view.unreadKinds(node.uid);
    if (unread.length > 0) {
      const sentence = `Not verified: dependents of kind ${listed(unread)}, which are not read, or not heard of since, may block its deletion.`;
      return notVerified(sentence, [head], unread);
    }
    return graceOf(node, head) ?? goesNow('Goes: nothing blocks its deletion any more.', [head]);
  }
  const names = blocking.slice(0, 3).map((each) => objectName(each.identity));
  const more = blocking.length > 3 ? ` and ${blocking.length - 3} more` : '';
  const waitsFor =
    names.length > 0 ? `${names.join(', ')}${more} (blocks its owner)` : (holds[0]?.short ?? '');
  const leaf = holds.at(-1);
  const held = leaf && names.length > 0 ? `; ${heldAt(leaf, view)}` : '';
  const waiting = blocking
    .slice(0, SHOWN)
    .map(({ identity }) =>
      reasonOf('DM-10', `${objectName(identity)} has a blocking reference to it.`, [identity]),
    );
  return waits(`Waits for ${waitsFor}${held}.`, [head, ...holds, ...waiting]);
}

/** The leaf in few words, with the object it is about: "in the end it is held by finalizer x/y of Pod `shop/web-x`". */
function heldAt({ rule, short, uids }: Hold, view: ClusterView): string {
  const leaf = view.get(uids[0] ?? '');
  const name = leaf ? objectName(leaf.identity) : 'an object';
  if (rule === 'CL-03' || rule === 'CL-04') return `${name} is ${short}`;
  return `in the end it is held by ${short} of ${name}`;
}

/** An object in deletion that waits for no dependents: finalizers, a namespace's content or a grace period hold it, or nothing. */
export function explainTerminating(node: GraphNode, view: ClusterView): Told {
  const { identity, meta } = node;
  const isPropagator = view.release.generation === 'propagator';
  const head = isPropagator
    ? reasonOf('PG-30', 'It is being deleted; a further DELETE changes nothing.', [identity])
    : reasonOf('AD-02', 'It is already being deleted: the collector leaves it alone.', [identity]);
  const hold = heldBy(node, view)[0];
  if (hold) return waits(`Waits for ${hold.short}.`, [head, hold]);
  if (meta?.finalizers?.includes(ORPHAN_FINALIZER)) {
    const text = `Its dependents lose their reference, then its finalizer \`${ORPHAN_FINALIZER}\` goes.`;
    const reason = reasonOf(isPropagator ? 'PG-35' : 'OR-07', text, [identity]);
    return waits('Waits until its dependents are orphaned.', [reason, head]);
  }
  if (isNamespace(identity)) return waits(EMPTYING, [emptyingReason(node, view)]);
  return graceOf(node, head) ?? goesNow('Goes: nothing holds it any more.', [head]);
}

const EMPTYING = 'Waits until nothing is left in it.';

/** Whatever the collector does, a Namespace goes when its controller lets it (NS-01). */
function emptyingReason({ identity }: GraphNode, { release }: ClusterView): Reason {
  return release.deletesPodsOfNamespaceFirst
    ? reasonOf(
        'NS-07',
        'The namespace controller deletes what is in it, Pods first, and then lets it go.',
        [identity],
      )
    : reasonOf('NS-08', 'The namespace controller deletes what is in it, and then lets it go.', [
        identity,
      ]);
}

function graceOf({ identity, meta }: GraphNode, head: Reason): Told | undefined {
  const grace = meta?.deletionGracePeriodSeconds ?? 0;
  if (grace <= 0) return undefined;
  const until = meta?.deletionTimestamp;
  const valid = until !== undefined && parseTimestamp(until) !== undefined;
  const text = `It may take ${grace} s to end${valid ? `, until ${until}` : ''}; then the kubelet sends the final DELETE.`;
  const reason = reasonOf('API-51', text, [identity]);
  return waits(`Waits for its grace period of ${grace} s.`, [reason, head]);
}

function listed(kinds: readonly string[]): string {
  const more = kinds.length > 3 ? ` and ${kinds.length - 3} more` : '';
  return `${kinds.slice(0, 3).join(', ')}${more}`;
}
