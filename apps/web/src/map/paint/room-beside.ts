import { type Box, CARD_HEIGHT, CARD_WIDTH, GAP_X, type Layout } from '@gcscope/picture';
import type { MapRoute } from '../edges/map-routes.ts';
import { cardBox } from '../view/card-place.ts';
import { onScreen } from '../view/on-screen.ts';
import type { ViewIndex } from '../world/view-index.ts';
import type { Brush } from './brush.ts';
import { partsIn } from './line-parts.ts';

/** Room on both sides, CSS px. */
export interface RoomBeside {
  readonly left: number;
  readonly right: number;
}

/** The parts of a map, and the names on it, CSS px. */
interface BesideScene {
  readonly layout: Layout;
  readonly index: ViewIndex;
  readonly routes: readonly Pick<MapRoute, 'points'>[];
  readonly names: readonly Box[];
}

/** Margin around the selected card, world px: its ring. */
const RING = 4;

/**
 * The free room in the row of a card, in which it may be wider than others: up to other cards, with the gap between columns, in which
 * lines run, and up to routes and names. The line to a card in a grid enters it from the left: there it has none.
 */
export function roomBeside(
  brush: Pick<Brush, 'zoom' | 'pan' | 'width'>,
  { layout, index, routes, names }: BesideScene,
  slot: number,
): RoomBeside {
  const [x, y] = [layout.x[slot] ?? 0, layout.y[slot] ?? 0];
  const { zoom, pan, width } = brush;
  const row = {
    x: -pan.x / zoom,
    y: y - CARD_HEIGHT / 2 - RING,
    width: width / zoom,
    height: CARD_HEIGHT + 2 * RING,
  };
  const cards = index.inBox(row).filter((other) => other !== slot);
  const lines = routes.flatMap(({ points }) => partsIn(points, row));
  const taken = [
    ...cards.map((other) => wider(cardBox(layout, other), GAP_X)),
    ...lines.map((line) => wider(line, RING)),
  ].map((box) => onScreen(brush, box));
  const strip = onScreen(brush, row);
  const isInRow = (box: Box): boolean =>
    box.y < strip.y + strip.height && strip.y < box.y + box.height;
  const middle = x * zoom + pan.x;
  const half = (CARD_WIDTH / 2) * zoom;
  const own = { from: middle - half, to: middle + half };
  // Lines from its upper or lower side are under it.
  const beside = [...taken, ...names.filter(isInRow)].filter(
    (box) => box.x < own.from || box.x + box.width > own.to,
  );
  const isInGrid = (layout.cells[slot] ?? -1) >= 0;
  const ends = beside.filter((box) => box.x < own.from).map((box) => box.x + box.width);
  const starts = beside.filter((box) => box.x + box.width > own.to).map((box) => box.x);
  return {
    left: isInGrid ? own.from : Math.min(own.from, Math.max(...ends)),
    right: Math.max(own.to, Math.min(...starts)),
  };
}

function wider(box: Box, by: number): Box {
  return { ...box, x: box.x - by, width: box.width + 2 * by };
}
