import type { ApiObject, Millis, ObjectMeta } from '../meta/object-meta.ts';
import { formatTimestamp, parseTimestamp } from '../meta/object-meta.ts';
import type { DeleteOptions } from '../meta/propagation-policy.ts';
import type { ReleaseProfile } from '../meta/releases.ts';
import { deletionFinalizersForGarbageCollection } from './deletion-finalizers.ts';
import type { DeletionStrategy } from './deletion-strategies.ts';
import { planGracefulDeletion } from './graceful-deletion.ts';
import { orderedMetadata, withMetadata } from './object-storage.ts';

/** The effect of a DELETE on the stored object. */
export type DeletionPlan =
  /** The grace period runs and is not shortened, so nothing is written (API-33). */
  | { readonly type: 'pending' }
  /** The object stays, as `object`; writing it may change nothing (API-39). */
  | { readonly type: 'keep'; readonly object: ApiObject }
  /** The object goes; with `marked` it is first stored once more, as such (API-37, API-54). */
  | { readonly type: 'remove'; readonly marked?: ApiObject };

/** Decides what a DELETE with valid options does at `now` (API-32..38). */
export function planDeletion(
  stored: ApiObject,
  options: DeleteOptions,
  strategy: DeletionStrategy,
  now: Millis,
  release: ReleaseProfile,
): DeletionPlan {
  const grace = strategy.graceful
    ? planGracefulDeletion(stored, options, now, release)
    : ({ type: 'none' } as const);
  // API-23: a pending grace period leaves the finalizers alone.
  if (grace.type === 'pending') return { type: 'pending' };
  const finalizers = deletionFinalizersForGarbageCollection(
    stored.metadata.finalizers ?? [],
    options,
    strategy.defaultDeletion,
    strategy.hasForeground,
  );
  if (grace.type === 'graceful') {
    const { deletionTimestamp, gracePeriodSeconds } = grace;
    const marked = markAsDeleting(stored, finalizers, deletionTimestamp, gracePeriodSeconds);
    const stays = finalizers.length > 0 || gracePeriodSeconds > 0;
    return stays ? { type: 'keep', object: marked } : { type: 'remove', marked };
  }
  if (finalizers.length === 0) return { type: 'remove' };
  const at = deletionTimestampAt(stored.metadata, now);
  return { type: 'keep', object: markAsDeleting(stored, finalizers, at, 0) };
}

/** API-35: an older timestamp is kept, one in the future is brought to now. */
function deletionTimestampAt({ deletionTimestamp }: ObjectMeta, now: Millis): string {
  const since = deletionTimestamp === undefined ? undefined : parseTimestamp(deletionTimestamp);
  const isPast = deletionTimestamp !== undefined && since !== undefined && since <= now;
  return isPast ? deletionTimestamp : formatTimestamp(now);
}

/** The object as it is stored while it is being deleted; the generation counts the first mark only. */
function markAsDeleting(
  stored: ApiObject,
  finalizers: readonly string[],
  deletionTimestamp: string,
  deletionGracePeriodSeconds: number,
): ApiObject {
  const { generation = 0, deletionTimestamp: since } = stored.metadata;
  const metadata = orderedMetadata(stored.metadata);
  if (since === undefined && generation > 0) metadata.generation = generation + 1;
  metadata.deletionTimestamp = deletionTimestamp;
  metadata.deletionGracePeriodSeconds = deletionGracePeriodSeconds;
  if (finalizers.length > 0) metadata.finalizers = finalizers;
  else delete metadata.finalizers;
  return withMetadata(stored, metadata);
}
