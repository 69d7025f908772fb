/** What can be removed from a node. */
export type ItemType = 'container' | 'sandbox' | 'log directory' | 'log link' | 'image';

/** Why something stays. */
export type KeepReason = (typeof KEEP_REASONS)[number];
/** Every reason why something stays. */
export const KEEP_REASONS = [
  'running',
  'too-young',
  'within-limits',
  'sources-not-ready',
  'sandbox-active',
  'newest-sandbox',
  'pod-exists',
  'link-intact',
  'container-not-exited',
  'no-log-suffix',
  'image-in-use',
  'pinned',
  'sandbox-image',
  'image-too-young',
  'used-recently',
  'below-threshold',
  'target-reached',
  'collection-off',
  'run-ended',
  'removal-failed',
] as const;

/** Why something goes. */
export type RemoveReason = (typeof REMOVE_REASONS)[number];
/** Every reason why something goes. */
export const REMOVE_REASONS = [
  'pod-gone',
  'pod-terminated-under-pressure',
  'over-unit-limit',
  'over-fair-share',
  'over-node-limit',
  'superseded-sandbox',
  'superseded-container',
  'dangling-link',
  'unused-too-long',
  'space',
  'pressure-reclaim',
] as const;

/** A reason code, as shown to people. */
export type ReasonCode = KeepReason | RemoveReason;

/**
 * What else is to be said of a decision. `stop-first`: it is stopped before it is removed (C-12.1). `tie`: another of the same
 * age could go or stay in its place (C-11). `order-unknown`: in which order it goes among its like is not determined.
 * `empty-log-path`: its removal deletes in the kubelet's own working directory (C-12.3). `lost-and-found`: the folder is the file
 * system's, not a pod's (L-1).
 */
export type DecisionNote =
  | 'stop-first'
  | 'tie'
  | 'order-unknown'
  | 'empty-log-path'
  | 'lost-and-found';

/** What one run does with one item, and the rule it follows. */
export interface Decision {
  readonly type: ItemType;
  /** Id or name; of an image with a runtime handler `id,handler`. */
  readonly id: string;
  readonly action: 'keep' | 'remove';
  readonly reason: ReasonCode;
  /** Id of the rule in SPEC-KUBELET.md. */
  readonly rule: string;
  readonly notes: readonly DecisionNote[];
}

/**
 * A decision to remove. Within a group the one with the lower rank goes first; equal ranks and different groups go in any
 * order.
 */
export interface Removal extends Decision {
  readonly action: 'remove';
  readonly reason: RemoveReason;
  readonly group: string;
  readonly rank: number;
}

/** What a run does: removals in their order, and everything that it looks at and leaves. */
export interface Plan {
  readonly removals: readonly Removal[];
  readonly kept: readonly Decision[];
}

/** Nothing else is to be said. */
export const NO_NOTES: readonly DecisionNote[] = [];

/** A decision to keep. */
export function keep(type: ItemType, id: string, reason: KeepReason, rule: string): Decision {
  return { type, id, action: 'keep', reason, rule, notes: NO_NOTES };
}

/** A decision to remove. */
export function remove(
  type: ItemType,
  id: string,
  reason: RemoveReason,
  rule: string,
  place: {
    readonly group: string;
    readonly rank: number;
    readonly notes?: readonly DecisionNote[];
  },
): Removal {
  const { group, rank, notes = NO_NOTES } = place;
  return { type, id, action: 'remove', reason, rule, notes, group, rank };
}
