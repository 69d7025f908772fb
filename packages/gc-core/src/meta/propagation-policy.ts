import type { Seconds } from './object-meta.ts';
import type { Uid } from './object-reference.ts';
import type { ReleaseProfile } from './releases.ts';

/** The effect of a DELETE on dependents. */
export type PropagationPolicy = 'Background' | 'Foreground' | 'Orphan';

/** All policies, in the order they are shown. */
export const PROPAGATION_POLICIES: readonly PropagationPolicy[] = [
  'Background',
  'Foreground',
  'Orphan',
];

/** The options of a DELETE that matter (API-01). `propagationPolicy` may be any string: the server refuses unknown ones (API-03). */
export interface DeleteOptions {
  readonly propagationPolicy?: string;
  readonly orphanDependents?: boolean;
  readonly gracePeriodSeconds?: Seconds;
  readonly preconditions?: { readonly uid?: Uid; readonly resourceVersion?: string };
  readonly dryRun?: readonly string[];
}

/** The part of a DELETE's options that asks for the policy; until 1.5 there was a switch for orphans alone. */
export function policyOptions(
  policy: PropagationPolicy,
  { hasPropagationPolicies }: Pick<ReleaseProfile, 'hasPropagationPolicies'>,
): Pick<DeleteOptions, 'propagationPolicy' | 'orphanDependents'> {
  return hasPropagationPolicies
    ? { propagationPolicy: policy }
    : { orphanDependents: policy === 'Orphan' };
}
