import type { Uid } from '../meta/object-reference.ts';

/** A kind whose labels are not known: none of its objects is among the answers. */
export interface UnaskedKind {
  readonly group: string;
  /** `*` for all kinds of a group that could not be discovered. */
  readonly kind: string;
  /** One sentence: why. */
  readonly message: string;
}

/** Which kinds an answer about labels rests on. */
export interface AskedKinds {
  /** How many kinds answered; kinds without objects are not asked. */
  readonly asked: number;
  readonly unasked: readonly UnaskedKind[];
}

/** Answer of `GET /api/v1/labels`: the objects that a label selector selects now. */
export interface LabelMatches extends AskedKinds {
  readonly selector: string;
  readonly uids: readonly Uid[];
}

/** A label as a selector, and how many objects have it. */
export interface LabelCount {
  /** `app=web` */
  readonly label: string;
  readonly count: number;
}

/** Answer of `GET /api/v1/labels/counts`: the labels of some objects, the most frequent first. */
export interface LabelCounts extends AskedKinds {
  readonly labels: readonly LabelCount[];
  /** How many objects were read. */
  readonly objects: number;
  /** Whether there are more objects or labels. */
  readonly isCut: boolean;
}
