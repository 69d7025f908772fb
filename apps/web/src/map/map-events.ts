import type { Uid } from '@gcscope/gc-core/wire';
import type { Camera } from '../address/view-search.ts';
import type { Selection } from '../data/selection.ts';
import type { EdgeChip } from './edge-chips.ts';
import type { EdgeEnds } from './edges-at.ts';
import type { Size } from './start-camera.ts';

/** What is drawn, for the statement beside the map. */
export interface MapStatus {
  readonly selection: Selection;
  /** Objects on the map as cards; the rest of the selection is drawn as rectangles. */
  readonly cards: number;
}

/** What the pointer is over: a card, or edges that run together there. */
export type HoverTarget = { readonly uid: Uid } | { readonly edges: readonly EdgeEnds[] };

/** The events of the map. */
export interface MapEvents {
  readonly onSelect: (uid: Uid | undefined) => void;
  readonly onOpen: (uid: Uid) => void;
  /** The person moved the map and it came to rest; `undefined`: it is fitted again. */
  readonly onCamera: (camera: Camera | undefined) => void;
  readonly onHover: (target: HoverTarget | undefined, at: { x: number; y: number }) => void;
  /** Edges leave the view elsewhere, or none does any more. */
  readonly onChips: (chips: readonly EdgeChip[], size: Size) => void;
  readonly onStatus: (status: MapStatus) => void;
  readonly onZoom: (zoom: number) => void;
}
