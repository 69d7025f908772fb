import { type Box, type Layout, type Point, slotOf } from '@gcscope/picture';
import { treeWay } from '../elements/edge-route.ts';
import { onScreen } from '../view/on-screen.ts';
import type { EdgeEnds } from './edges-at.ts';
import type { MapRoute } from './map-routes.ts';

/** A straight line is spared in boxes of this length, CSS px: one box around it would be mostly empty. */
const STEP = 12;
/** Width that a line is taken to cover, CSS px. */
const THICK = 4;

interface Look {
  readonly zoom: number;
  readonly pan: Point;
}

/** The boxes that the hover card of lines should not cover, CSS px. */
export function linesSpared(
  look: Look,
  layout: Layout,
  edges: readonly EdgeEnds[],
  routes: readonly MapRoute[],
): readonly Box[] {
  return edges.flatMap(({ dependent, owner }) => {
    const [from, to] = [slotOf(layout, dependent) ?? -1, slotOf(layout, owner) ?? -1];
    const route = routes.find((each) => each.dependent === from && each.owner === to);
    return partsOf(look, route ? pointsOf(route) : (treeWay(layout, from, to) ?? []));
  });
}

/** The boxes that the card of a namespace should not cover from afar: its frame, and the straight lines out of it and into it. */
export function namespaceSpared(
  look: Look,
  frame: Box,
  routes: readonly MapRoute[],
): readonly Box[] {
  const lines = routes.map(pointsOf).map((points) => [...points.slice(0, 1), ...points.slice(-1)]);
  return [onScreen(look, frame), ...lines.flatMap((line) => partsOf(look, line))];
}

function pointsOf({ points }: Pick<MapRoute, 'points'>): readonly Point[] {
  return Array.from({ length: points.length / 2 }, (_, at) => {
    return { x: points[2 * at] ?? 0, y: points[2 * at + 1] ?? 0 };
  });
}

/** Small boxes along a line of the world, CSS px. */
function partsOf({ zoom, pan }: Look, points: readonly Point[]): readonly Box[] {
  return points.slice(1).flatMap((to, at) => {
    const from = points[at] ?? to;
    const [across, down] = [(to.x - from.x) * zoom, (to.y - from.y) * zoom];
    const parts = Math.max(1, Math.ceil(Math.hypot(across, down) / STEP));
    return Array.from({ length: parts }, (_, part) => ({
      x: from.x * zoom + pan.x + (across * (part + 0.5)) / parts - THICK / 2,
      y: from.y * zoom + pan.y + (down * (part + 0.5)) / parts - THICK / 2,
      width: THICK,
      height: THICK,
    }));
  });
}
