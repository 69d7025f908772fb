/** The finalizer of a foreground deletion: the owner waits for its blocking dependents. */
export const FOREGROUND_FINALIZER = 'foregroundDeletion';
/** The finalizer of an orphan deletion: the owner waits until its dependents have lost their reference. */
export const ORPHAN_FINALIZER = 'orphan';
/** The API server keeps the definition of a kind by it until no object of the kind is left (FN-04). */
export const CLEANUP_FINALIZER = 'customresourcecleanup.apiextensions.k8s.io';

/** Whether the collector itself removes this finalizer. */
export function isCollectorFinalizer(finalizer: string): boolean {
  return finalizer === FOREGROUND_FINALIZER || finalizer === ORPHAN_FINALIZER;
}
