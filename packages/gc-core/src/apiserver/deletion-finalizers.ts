import {
  FOREGROUND_FINALIZER,
  isCollectorFinalizer,
  ORPHAN_FINALIZER,
} from '../meta/finalizers.ts';
import type { DeleteOptions } from '../meta/propagation-policy.ts';
import type { DefaultDeletion } from './deletion-strategies.ts';

/**
 * The finalizers of an object after a DELETE: the collector's replaced by what the DELETE asks for (API-10..21).
 * Without foreground deletion `foregroundDeletion` is a stranger's finalizer like any other.
 */
export function deletionFinalizersForGarbageCollection(
  finalizers: readonly string[],
  options: DeleteOptions,
  defaultDeletion: DefaultDeletion,
  hasForeground: boolean = true,
): readonly string[] {
  const isOwn = hasForeground
    ? isCollectorFinalizer
    : (finalizer: string) => finalizer === ORPHAN_FINALIZER;
  const wanted = wantedFinalizer(finalizers.filter(isOwn), options, defaultDeletion);
  if (wanted === undefined && finalizers.length === 0) return finalizers;
  const others = finalizers.filter((finalizer) => !isOwn(finalizer));
  const next = wanted === undefined ? others : [...others, wanted];
  return sameSet(finalizers, next) ? finalizers : next;
}

/** The first that applies: options, policy, finalizers of the object, default of the kind (API-10..19). */
function wantedFinalizer(
  own: readonly string[],
  options: DeleteOptions,
  defaultDeletion: DefaultDeletion,
): string | undefined {
  if (defaultDeletion === 'unsupported') return undefined;
  if (options.orphanDependents !== undefined) {
    return options.orphanDependents ? ORPHAN_FINALIZER : undefined;
  }
  if (options.propagationPolicy === 'Orphan') return ORPHAN_FINALIZER;
  if (options.propagationPolicy === 'Foreground') return FOREGROUND_FINALIZER;
  if (options.propagationPolicy === 'Background') return undefined;
  // Both can only be met in old stored data; the first one decides (VA-07).
  const [existing] = own;
  if (existing !== undefined) return existing;
  return defaultDeletion === 'orphan-dependents' ? ORPHAN_FINALIZER : undefined;
}

function sameSet(a: readonly string[], b: readonly string[]): boolean {
  const inB = new Set(b);
  return new Set(a).size === inB.size && a.every((item) => inB.has(item));
}
