import type { NodeRecord, Uid } from '@gcscope/gc-core/wire';
import type { Box, Layout } from '@gcscope/picture';
import type { Core } from 'cytoscape';
import type { Visible } from '../data/visible.ts';
import { type Wanted, wantedElements } from './elements.ts';
import { type Manner, reconcile } from './reconcile.ts';
import { ViewIndex } from './view-index.ts';

/** Cards and edges that Cytoscape draws fluently without a GPU. */
const MOST_ELEMENTS = 1500;
const MOST_CARDS_IN_VIEW = 750;
/** Coming this much closer, cards may be due where rectangles were. */
const CLOSER = 1.4;

const NOTHING: Wanted = { cards: new Map(), edges: new Map() };

/** Decides what Cytoscape holds: all of a small graph; of a large one the cards near the view, or none from afar. */
export class CardHolder {
  readonly #cy: Core;
  #held: Wanted = NOTHING;
  #index: ViewIndex | undefined;
  #box: Box = { x: 0, y: 0, width: 0, height: 0 };
  #zoom = 1;

  constructor(cy: Core) {
    this.#cy = cy;
  }

  /** What is held. */
  get held(): Wanted {
    return this.#held;
  }

  /** Where everything is, of a graph too large to be held whole. */
  get index(): ViewIndex | undefined {
    return this.#index;
  }

  /** Takes note of another layout; `hold` follows. */
  arrange(visible: Visible, layout: Layout): void {
    const elements = visible.records.reduce((sum, record) => sum + 1 + record.owners.length, 0);
    this.#index = elements <= MOST_ELEMENTS ? undefined : new ViewIndex(layout);
  }

  /** Gives Cytoscape what it shall hold while the map looks at `box`; returns how many cards that are. */
  hold(
    visible: Visible,
    layout: Layout,
    records: ReadonlyMap<Uid, NodeRecord>,
    box: Box,
    manner: Manner,
  ): number {
    this.#box = box;
    this.#zoom = this.#cy.zoom();
    const near = this.#index
      ? recordsNear(this.#index.inBox(box, MOST_CARDS_IN_VIEW), layout, records)
      : visible.records;
    const wanted = wantedElements(near, layout, visible);
    this.#held = reconcile(this.#cy, this.#held, wanted, manner);
    return wanted.cards.size;
  }

  /** Whether the map has moved so far that `hold` is due. */
  outgrown(view: Box): boolean {
    if (!this.#index) return false;
    const held = this.#box;
    const inside =
      view.x >= held.x &&
      view.y >= held.y &&
      view.x + view.width <= held.x + held.width &&
      view.y + view.height <= held.y + held.height;
    return !inside || this.#cy.zoom() / this.#zoom > CLOSER;
  }
}

/** The records of these slots with their owners, however far: an edge that leaves the view leads somewhere. */
function recordsNear(
  slots: readonly number[],
  layout: Layout,
  records: ReadonlyMap<Uid, NodeRecord>,
): NodeRecord[] {
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
