import { FOREGROUND_FINALIZER, ORPHAN_FINALIZER } from '../meta/finalizers.ts';
import type { OwnerReference, Uid } from '../meta/object-reference.ts';
import type { PropagationPolicy } from '../meta/propagation-policy.ts';

/** The references of an item by class, each list in the order of the object. */
export interface ClassifiedReferences {
  readonly solid: readonly OwnerReference[];
  readonly dangling: readonly OwnerReference[];
  readonly waiting: readonly OwnerReference[];
}

/** The plan for an item whose references are classified. */
export type DeletionPlan =
  | { readonly rule: 'AD-14'; readonly type: 'keep'; readonly removeReferencesTo: readonly Uid[] }
  | { readonly rule: 'AD-15'; readonly type: 'delete'; readonly policy: 'Foreground' }
  | { readonly rule: 'AD-17'; readonly type: 'delete'; readonly policy: PropagationPolicy };

/**
 * The collector's decision on an item: keep it, delete it in the foreground, or delete it by its finalizers (AD-14..20).
 * `hasDependents` comes from the graph, `finalizers` from the live object.
 */
export function decideDeletion(
  references: ClassifiedReferences,
  hasDependents: boolean,
  finalizers: readonly string[],
): DeletionPlan {
  const { solid, dangling, waiting } = references;
  if (solid.length > 0) {
    const removeReferencesTo = [...dangling, ...waiting].map(({ uid }) => uid);
    return { rule: 'AD-14', type: 'keep', removeReferencesTo };
  }
  if (waiting.length > 0 && hasDependents) {
    return { rule: 'AD-15', type: 'delete', policy: 'Foreground' };
  }
  return { rule: 'AD-17', type: 'delete', policy: policyOf(finalizers) };
}

/** A user may have chosen the policy by setting a finalizer of the collector on the object (AD-17). */
function policyOf(finalizers: readonly string[]): PropagationPolicy {
  if (finalizers.includes(ORPHAN_FINALIZER)) return 'Orphan';
  return finalizers.includes(FOREGROUND_FINALIZER) ? 'Foreground' : 'Background';
}
