import type { Uid } from '@gcscope/gc-core/wire';
import type { Stack } from '@gcscope/picture';
import type { Place } from '../address/view-search.ts';
import type { Selection } from '../data/selection.ts';
import type { EdgeChips } from './edges/chip-room.ts';
import type { EdgeEnds } from './edges/edges-at.ts';
import type { NamespaceLines } from './edges/namespace-lines.ts';
import type { Painted } from './paint/paint-map.ts';
import type { HoverPoint } from './place-beside.ts';
import type { InView } from './view/in-view.ts';
import type { NamespaceSummary } from './world/problems.ts';

/** State of the drawing, for the statement beside the map. */
export interface MapStatus {
  readonly selection: Selection;
  /** The stacks by the uid that each has on the map. */
  readonly stacks: ReadonlyMap<Uid, Stack>;
  /** Objects and stacks that are drawn, and how many of them as cards; the rest are rectangles. */
  readonly drawn: number;
  readonly cards: number;
  /** The namespaces on the map; the same list until they change. */
  readonly namespaces: readonly NamespaceSummary[];
}

/** The target under the pointer: a card, or edges that run together there. */
export type HoverTarget = { readonly uid: Uid } | { readonly edges: readonly EdgeEnds[] };

/** The target that the first tap of a finger hit, and the next one leads to. */
export type Tapped = 'namespace' | 'object';

/** The events of the map. */
export interface MapEvents {
  readonly onSelect: (uid: Uid | undefined) => void;
  readonly onOpen: (uid: Uid) => void;
  /** A click on a stack. */
  readonly onStack: (stack: Stack) => void;
  /** The person `entered` a namespace, or moved the map and it came to rest; `undefined`: it is fitted again. */
  readonly onPlace: (place: Place | undefined, entered?: boolean) => void;
  readonly onHover: (target: HoverTarget | undefined, at: HoverPoint) => void;
  readonly onHoverNamespace: (
    namespace: string | undefined,
    at: HoverPoint,
    lines?: NamespaceLines,
    tapped?: Tapped,
  ) => void;
  /** Edges leave the view elsewhere, or none does any more. */
  readonly onChips: (chips: EdgeChips) => void;
  /**
   * The parts that a frame leaves out: whether a namespace in view is too small for its name, whether cards are, whether
   * a rectangle has one, and how many lines to owners elsewhere are not drawn, because of their number, or seen from
   * afar.
   */
  readonly onPaint: (
    names: Pick<Painted, 'isAnyNameless' | 'isAnyNamed'>,
    areCardsNameless: boolean,
    missingLines: number,
  ) => void;
  readonly onStatus: (status: MapStatus) => void;
  /** The map came to rest over a place where nothing is: gets the nearest namespace; `undefined` over objects. */
  readonly onNowhere: (nearest: string | undefined) => void;
  readonly onInView: (inView: InView) => void;
}
