import type { GraphNode } from '../graph/graph-node.ts';
import type { ApiStatus } from '../meta/api-status-error.ts';
import type { ObjectMeta } from '../meta/object-meta.ts';
import { isBlocking, type OwnerReference, type Uid } from '../meta/object-reference.ts';
import type { Attempt, WorkerContext } from './attempt.ts';
import { type Address, metaOf } from './live-object.ts';

type PatchBody = Readonly<Record<string, unknown>>;
type PatchResult = ApiStatus | undefined;

/** Removes the item's references to the given uids (PA-01..04); `undefined` is success. */
export function* removeReferences(
  item: GraphNode,
  address: Address,
  uids: readonly Uid[],
  context: WorkerContext,
): Attempt<PatchResult> {
  const deletions = uids.map((uid) => ({ $patch: 'delete', uid }));
  const metadata =
    context.release.referencePatchOrder === 'uid-first'
      ? { uid: item.uid, ownerReferences: deletions }
      : { ownerReferences: deletions, uid: item.uid };
  const strategic = { metadata };
  return yield* patch(item, address, strategic, context, (stored) => {
    const kept = (stored.ownerReferences ?? []).filter(({ uid }) => !uids.includes(uid));
    return kept.length > 0 ? kept : null;
  });
}

/** Makes all of the item's references non-blocking, so that a cycle of waiting owners comes apart (PA-05, PA-06). */
export function* unblockReferences(
  item: GraphNode,
  address: Address,
  context: WorkerContext,
): Attempt<PatchResult> {
  const unblocked = (reference: OwnerReference): OwnerReference => ({
    ...reference,
    blockOwnerDeletion: false,
  });
  const blocking = item.owners.filter(isBlocking).map(unblocked);
  const created = context.release.unblockPatchHasCreationTimestamp
    ? { creationTimestamp: null }
    : {};
  // Written from a struct: an empty list is left out.
  const ownerReferences = blocking.length > 0 ? { ownerReferences: blocking } : {};
  const strategic = { metadata: { uid: item.uid, ...created, ...ownerReferences } };
  return yield* patch(item, address, strategic, context, () => item.owners.map(unblocked));
}

/** A strategic merge patch; a server that cannot take it (415) gets a JSON merge patch guarded by the resourceVersion. */
function* patch(
  item: GraphNode,
  address: Address,
  strategic: PatchBody,
  context: WorkerContext,
  mergedReferences: (stored: ObjectMeta) => readonly OwnerReference[] | null,
): Attempt<PatchResult> {
  const answer = yield {
    verb: 'patch',
    ...address,
    contentType: 'application/strategic-merge-patch+json',
    body: strategic,
  };
  if (answer.ok) return undefined;
  if (answer.status.code !== 415) return answer.status;

  // The namespace of the identity as it is, also where the kind has none (PA-08).
  const { namespace } = item.identity;
  let stored = context.localStore(address.resource, namespace, address.name);
  if (!stored) {
    const live = yield { verb: 'get', ...address, namespace };
    if (!live.ok) return live.status;
    stored = metaOf(live);
  }
  const { resourceVersion } = stored;
  const merged = yield {
    verb: 'patch',
    ...address,
    contentType: 'application/merge-patch+json',
    body: { metadata: { resourceVersion, ownerReferences: mergedReferences(stored) } },
  };
  return merged.ok ? undefined : merged.status;
}
