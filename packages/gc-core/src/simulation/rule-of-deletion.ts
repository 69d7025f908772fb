import { isCollectorFinalizer } from '../meta/finalizers.ts';
import type { ObjectMeta } from '../meta/object-meta.ts';
import type { ObjectReference } from '../meta/object-reference.ts';
import type { DeleteOptions } from '../meta/propagation-policy.ts';
import { isNamespace, isPod } from '../meta/well-known-kinds.ts';

/** What the server does about a DELETE: mark, wait for grace, or remove (NS-02, API-20, API-33, API-35, API-36, API-38, API-51, API-53, API-54). */
export function ruleOfDeletion(
  subject: ObjectReference,
  meta: ObjectMeta | undefined,
  { propagationPolicy, orphanDependents, gracePeriodSeconds }: DeleteOptions,
): string {
  if (isNamespace(subject)) return 'NS-02';
  const running = meta?.deletionGracePeriodSeconds ?? 0;
  const isFirst = meta?.deletionTimestamp === undefined;
  if (isPod(subject) && isFirst && gracePeriodSeconds !== 0) return 'API-51';
  const finalizers = meta?.finalizers ?? [];
  if (isPod(subject) && gracePeriodSeconds === 0 && finalizers.length === 0) return 'API-54';
  if (isPod(subject) && running > 0 && gracePeriodSeconds !== 0) {
    return (gracePeriodSeconds ?? running) >= running ? 'API-33' : 'API-53';
  }
  if (orphanDependents ?? propagationPolicy !== 'Background') return 'API-20';
  if (finalizers.length === 0) return 'API-38';
  return finalizers.every(isCollectorFinalizer) ? 'API-36' : 'API-35';
}
