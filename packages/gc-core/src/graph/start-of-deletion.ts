import type { ObjectMeta } from '../meta/object-meta.ts';

/** Whether the object is being deleted and carries the finalizer. */
export function isDeletedWith(meta: ObjectMeta, finalizer: string): boolean {
  return meta.deletionTimestamp !== undefined && (meta.finalizers?.includes(finalizer) ?? false);
}

/**
 * Whether this change is the moment the object began to be deleted with the finalizer (GB-35, GB-36, PG-12).
 * `late`: a finalizer that comes after the deletionTimestamp counts, too (since 1.16).
 */
export function startsDeletionWith(
  finalizer: string,
  meta: ObjectMeta,
  old: ObjectMeta | undefined,
  late: boolean,
): boolean {
  if (!isDeletedWith(meta, finalizer)) return false;
  if (old?.deletionTimestamp === undefined) return true;
  return late && !isDeletedWith(old, finalizer);
}
