import type { Box } from '@gcscope/picture';
import type { NamespaceSummary } from '../world/problems.ts';
import type { Corner } from './corner-mark.ts';

/** Where a name is written, CSS px. */
interface NamePlace extends Box {
  /** Its lines, where a mark may stand beside the shorter one. */
  readonly lines?: readonly Box[];
  /** It says how many objects there are, and all that is wrong. */
  readonly isAllSaid?: boolean;
}

/** The name of a namespace on the screen: a click on it leads there. */
export interface FrameName extends NamePlace {
  readonly frame: number;
}

/** A name that has its place, and is yet to be written. */
export interface PlacedName extends NamePlace {
  readonly write: () => void;
}

/** A namespace in view that has no name yet, or is too small for one, and its box in CSS px. */
export interface Nameless {
  readonly frame: number;
  readonly box: Box;
  readonly summary: NamespaceSummary;
  /** Where its one mark stands. */
  readonly corner: Corner | undefined;
  /** Its letters are no larger than this, CSS px. */
  readonly most: number;
}

/** What a name must keep clear of. */
export interface Others {
  /** No other name is there, CSS px. */
  readonly isFree: (plate: Box) => boolean;
  /** The nameless ones with problems. */
  readonly withProblems: readonly Nameless[];
  /** Of all namespaces, CSS px. */
  readonly frames: readonly Box[];
}
