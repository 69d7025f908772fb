import type { Manifest, PropagationPolicy } from '@gcscope/gc-core';
import { fieldsOf } from '../../cluster/answers/decode-meta.ts';

/** The finalizers that a DELETE itself adds, and with which policy. */
const BY_FINALIZER: ReadonlyMap<string, PropagationPolicy> = new Map([
  ['foregroundDeletion', 'Foreground'],
  ['orphan', 'Orphan'],
]);

/**
 * The policy of the DELETE that leaves the object in deletion as the manifest writes it; `undefined` when none does: nothing
 * blocks the object, or its namespace controller would go on at once.
 */
export function deletionPolicyOf({
  kind,
  metadata,
  spec,
}: Manifest): PropagationPolicy | undefined {
  if (kind === 'Namespace') return undefined;
  const { finalizers = [], deletionGracePeriodSeconds = 0 } = metadata;
  const policies = finalizers.flatMap((each) => BY_FINALIZER.get(each) ?? []);
  if (policies.length > 1) return undefined;
  const isEnding =
    kind === 'Pod' && deletionGracePeriodSeconds > 0 && fieldsOf(spec)?.nodeName !== undefined;
  return finalizers.length > 0 || isEnding ? (policies[0] ?? 'Background') : undefined;
}

/** The finalizers before that DELETE. */
export function finalizersBefore(finalizers: readonly string[]): readonly string[] {
  return finalizers.filter((each) => !BY_FINALIZER.has(each));
}
