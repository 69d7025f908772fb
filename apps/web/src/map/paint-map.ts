import type { NodeRecord, Uid } from '@gcscope/gc-core/wire';
import type { Box, Layout } from '@gcscope/picture';
import type { Core, NodeSingular } from 'cytoscape';
import { cardId, type MapElements } from './elements.ts';
import type { MapRoute } from './map-routes.ts';
import type { Brush } from './paint.ts';
import { paintCard } from './paint-cards.ts';
import { paintRoutes } from './paint-routes.ts';
import { paintTreeNames } from './paint-tree-names.ts';
import { paintFrameNames, paintWorld } from './paint-world.ts';
import type { ViewIndex } from './view-index.ts';

/** All that a drawing is made from. */
export interface Scene {
  readonly cy: Core;
  readonly layout: Layout;
  readonly loaded: MapElements;
  readonly index: ViewIndex | undefined;
  readonly records: ReadonlyMap<Uid, NodeRecord>;
  /** What is in view, world px. */
  readonly view: Box;
  readonly routes: readonly MapRoute[];
  /** Whether a route is that of the selected or the hovered object or edge. */
  readonly isMarked: (route: MapRoute) => 'selected' | 'hovered' | undefined;
}

/** Draws what is behind Cytoscape's cards and what stands on them. */
export function paintMap(behind: Brush, above: Brush, scene: Scene): void {
  const { cy, layout, loaded, index, records, view } = scene;
  const inView = index?.inBox(view) ?? [];
  const rectangles = inView.filter((slot) => !loaded.cards.has(layout.uids[slot] ?? ''));
  paintWorld(behind, { layout, records, rectangles });
  paintRoutes(above, scene.routes, scene.isMarked);
  const taken = new Set<string>();
  for (const { uid, position } of loaded.cards.values()) {
    if (records.has(uid)) taken.add(`${position.x} ${position.y}`);
  }
  for (const card of loaded.cards.values()) {
    // Where a ghost stood, another may stand by now.
    const { position } = card;
    if (!records.has(card.uid) && taken.has(`${position.x} ${position.y}`)) continue;
    const element = cy.getElementById(cardId(card.uid)) as NodeSingular;
    // The place Cytoscape draws it at: on its way while cards travel.
    const { x, y } = element.position();
    const gone = element.hasClass('gone');
    paintCard(above, {
      record: card.record,
      mark: gone ? 'gone' : card.data.mark,
      wrong: !gone && card.data.wrong,
      pale: card.data.context || gone,
      x,
      y,
    });
  }
  paintTreeNames(above, layout, records);
  paintFrameNames(above, layout);
}
