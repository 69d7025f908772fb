import type { NodeRecord } from '@gcscope/gc-core/wire';
import type { Box, Layout } from '@gcscope/picture';
import type { Core } from 'cytoscape';
import type { Selection } from '../../data/selection.ts';
import type { Faces, Records } from '../world/faces.ts';
import { ViewIndex } from '../world/view-index.ts';
import { CardMoves } from './card-moves.ts';
import { elementsOf, type MapElements } from './elements.ts';
import { type Manner, reconcile } from './reconcile.ts';

/** Cards and edges that Cytoscape draws fluently without a GPU. */
const MOST_ELEMENTS = 1500;
const MOST_CARDS_IN_VIEW = 750;
/** Factor of zooming in after which cards may replace rectangles. */
const CLOSER = 1.4;

const NOTHING: MapElements = { cards: new Map(), edges: new Map() };

/** Loads elements into Cytoscape: a small graph whole; of a large one the cards near the view, or none from afar. */
export class ElementLoader {
  readonly #cy: Core;
  readonly #moves: CardMoves;
  #loaded: MapElements = NOTHING;
  #index: ViewIndex | undefined;
  #box: Box = { x: 0, y: 0, width: 0, height: 0 };
  #zoom = 1;

  constructor(cy: Core) {
    this.#cy = cy;
    this.#moves = new CardMoves(cy);
  }

  /** Ends the moves of cards. */
  stop(): void {
    this.#moves.stop();
  }

  /** The elements that Cytoscape has. */
  get loaded(): MapElements {
    return this.#loaded;
  }

  /** Finds cards in a graph that is too large to be loaded whole. */
  get index(): ViewIndex | undefined {
    return this.#index;
  }

  /** Takes a new layout; call `load` next. */
  arrange(faces: Faces, layout: Layout): void {
    this.#index = isSmall(faces) ? undefined : new ViewIndex(layout);
  }

  /** Loads the elements for a view of `box`; returns the number of cards. */
  load(
    selection: Selection,
    layout: Layout,
    faces: Faces,
    box: Box,
    manner: Omit<Manner, 'moves'>,
  ): number {
    this.#box = box;
    this.#zoom = this.#cy.zoom();
    const near = this.#index
      ? recordsNear(this.#index.inBox(box, MOST_CARDS_IN_VIEW), layout, faces.records)
      : faces.list;
    const target = elementsOf(near, layout, selection, faces.stacks);
    this.#loaded = reconcile(this.#cy, this.#loaded, target, {
      ...manner,
      moves: this.#moves,
    });
    return target.cards.size;
  }

  /** Whether cards would be loaded for a view of `box`: with more objects than these rectangles are drawn. */
  hasRoomFor(box: Box): boolean {
    const near = this.#index?.inBox(box, MOST_CARDS_IN_VIEW) ?? [];
    return near.length <= MOST_CARDS_IN_VIEW;
  }

  /** Whether the view has moved so far that `load` is due. */
  isOutdated(view: Box): boolean {
    if (!this.#index) return false;
    const loaded = this.#box;
    const inside =
      view.x >= loaded.x &&
      view.y >= loaded.y &&
      view.x + view.width <= loaded.x + loaded.width &&
      view.y + view.height <= loaded.y + loaded.height;
    return !inside || this.#cy.zoom() / this.#zoom > CLOSER;
  }
}

function isSmall(faces: Faces): boolean {
  if (faces.count > MOST_ELEMENTS) return false;
  return faces.list.reduce((sum, record) => sum + 1 + record.owners.length, 0) <= MOST_ELEMENTS;
}

/** The records of these slots with their owners, however far: an edge that leaves the view leads somewhere. */
function recordsNear(slots: readonly number[], layout: Layout, records: Records): NodeRecord[] {
  if (slots.length > MOST_CARDS_IN_VIEW) return [];
  const near = new Set<NodeRecord>();
  for (const slot of slots) {
    const record = records.get(layout.uids[slot] ?? '');
    if (record) near.add(record);
  }
  for (const record of [...near]) {
    for (const { uid } of record.owners) {
      const owner = records.get(uid);
      if (owner) near.add(owner);
    }
  }
  return [...near];
}
