import type { Box } from '@gcscope/picture';
import type { NamespaceSummary } from '../world/problems.ts';
import type { Corner } from './corner-mark.ts';

/** The place of a name, CSS px. */
interface NamePlace extends Box {
  /** Boxes of its lines, where a mark may stand beside the shorter one. */
  readonly lines?: readonly Box[];
  /** The name comes with the number of objects, and with all problems. */
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
  /** Place of its one mark. */
  readonly corner: Corner | undefined;
  /** Largest size of its letters, CSS px. */
  readonly most: number;
}

/** The names and frames that a name must keep clear of. */
export interface Others {
  /** Whether no other name is there, CSS px. */
  readonly isFree: (plate: Box) => boolean;
  /** The nameless ones with problems. */
  readonly withProblems: readonly Nameless[];
  /** Frames of all namespaces, CSS px. */
  readonly frames: readonly Box[];
}
