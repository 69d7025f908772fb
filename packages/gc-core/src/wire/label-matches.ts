import type { Uid } from '../meta/object-reference.ts';

/** A kind whose labels are not known: none of its objects is among the matches. */
export interface UnaskedKind {
  readonly group: string;
  /** `*` for all kinds of a group that could not be discovered. */
  readonly kind: string;
  /** One sentence: why. */
  readonly message: string;
}

/** Answer of `GET /api/v1/labels`: the objects that a label selector selects now. */
export interface LabelMatches {
  readonly selector: string;
  readonly uids: readonly Uid[];
  /** How many kinds answered; kinds without objects are not asked. */
  readonly asked: number;
  readonly unasked: readonly UnaskedKind[];
}
