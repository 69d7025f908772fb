import type {
  DecisionNote,
  ItemType,
  KeepReason,
  ReasonCode,
  RemoveReason,
} from '../meta/kubelet-decision.ts';

/** The decision of one run on one item, and its rule. */
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

/** The phase of a run that an item falls in: a link that goes with its container goes among the containers (C-12.4). */
export function phaseOf({ type, reason }: Pick<Decision, 'type' | 'reason'>): ItemType {
  return reason === 'goes-with-container' ? 'container' : type;
}

/** The plan of a run: removals in order, and the items that it checks and keeps. */
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
