import { isCollectorFinalizer } from '../meta/finalizers.ts';
import type { ObjectMeta } from '../meta/object-meta.ts';
import type { ObjectReference } from '../meta/object-reference.ts';
import type { DeleteOptions } from '../meta/propagation-policy.ts';
import { isNamespace, isPod } from '../meta/well-known-kinds.ts';

/** The rule of the server's answer to a DELETE: mark, wait for grace, or remove (NS-02, API-20, API-33, API-35, API-36, API-38, API-51, API-53, API-54). */
export function ruleOfDeletion(
  subject: ObjectReference,
  meta: ObjectMeta | undefined,
  { propagationPolicy, orphanDependents, gracePeriodSeconds }: DeleteOptions,
): string {
  if (isNamespace(subject)) return 'NS-02';
  const ofGrace = isPod(subject) ? ruleOfGrace(meta, gracePeriodSeconds) : undefined;
  if (ofGrace !== undefined) return ofGrace;
  if (orphanDependents ?? propagationPolicy !== 'Background') return 'API-20';
  const finalizers = meta?.finalizers ?? [];
  if (finalizers.length === 0) return 'API-38';
  return finalizers.every(isCollectorFinalizer) ? 'API-36' : 'API-35';
}

/** The rule for a Pod whose grace period decides; `undefined`: its finalizers decide. */
function ruleOfGrace(meta: ObjectMeta | undefined, requested?: number): string | undefined {
  const running = meta?.deletionGracePeriodSeconds ?? 0;
  if (requested === 0) return (meta?.finalizers ?? []).length === 0 ? 'API-54' : undefined;
  if (meta?.deletionTimestamp === undefined) return 'API-51';
  if (running === 0) return undefined;
  return (requested ?? running) >= running ? 'API-33' : 'API-53';
}
