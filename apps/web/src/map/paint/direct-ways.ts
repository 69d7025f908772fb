import type { Box, Layout, Point } from '@gcscope/picture';
import type { MapRoute } from '../edges/map-routes.ts';
import { onScreen } from '../view/on-screen.ts';
import { MARK } from '../world/problems.ts';
import type { Brush } from './brush.ts';
import { colourOf } from './paint-routes.ts';

/** Distance from the middle of a mark to the end of a line beside it, CSS px. */
const BESIDE_MARK: number = MARK / 2 + 3;
/** Shortest line, CSS px: between namespaces that touch, a shorter one would be all arrowhead. */
const SHORTEST = 18;

/** A line on the screen, CSS px. */
export interface Way {
  readonly from: Point;
  readonly to: Point;
  readonly colour: string;
}

/**
 * Lines from afar: those of a namespace from the edge of its frame to the edge of another one, so that their ends lie on no name and no mark;
 * those of the selected object to the edges of marks.
 */
export function directWays(
  brush: Brush,
  routes: readonly MapRoute[],
  { namespaces, frames }: Pick<Layout, 'namespaces' | 'frames'>,
  isMarked: (route: MapRoute) => 'selected' | 'hovered' | undefined,
): readonly Way[] {
  const frameOf = (slot: number): Box | undefined => {
    const frame = namespaces[frames[slot] ?? -1];
    return frame && onScreen(brush, frame);
  };
  return routes.map((route) => {
    const [x0 = 0, y0 = 0] = route.points;
    const [x1 = 0, y1 = 0] = route.points.slice(-2);
    const at = (x: number, y: number): Point => onScreen(brush, { x, y, width: 0, height: 0 });
    const dependent = { at: at(x0, y0), frame: frameOf(route.dependent) };
    const owner = { at: at(x1, y1), frame: frameOf(route.owner) };
    const [start, end] = route.look.waits ? [owner, dependent] : [dependent, owner];
    const colour = colourOf(route, brush.colours, undefined);
    const isSelected = isMarked(route) === 'selected';
    const leave = (from: Point, to: Point, frame: Box | undefined): Point =>
      isSelected || !frame ? towards(from, to, BESIDE_MARK) : exitOf(from, to, frame);
    const [from, to] = [leave(start.at, end.at, start.frame), leave(end.at, start.at, end.frame)];
    const isShort = Math.hypot(to.x - from.x, to.y - from.y) < SHORTEST;
    return { from: isShort ? towards(to, start.at, SHORTEST) : from, to, colour };
  });
}

/** The point where a straight line from a point in a box leaves it; the start itself if it lies outside. */
export function exitOf(from: Point, to: Point, { x, y, width, height }: Box): Point {
  const [across, down] = [to.x - from.x, to.y - from.y];
  const share = (way: number, before: number, after: number): number => {
    if (way === 0) return 1;
    return (way > 0 ? after : -before) / Math.abs(way);
  };
  const part = Math.min(
    1,
    share(across, x - from.x, x + width - from.x),
    share(down, y - from.y, y + height - from.y),
  );
  return part < 0 ? from : { x: from.x + part * across, y: from.y + part * down };
}

/** The point so far from `start` towards `end`; at most there. */
export function towards(start: Point, end: Point, length: number): Point {
  const [x, y] = [end.x - start.x, end.y - start.y];
  const part = Math.min(1, length / Math.max(1, Math.hypot(x, y)));
  return { x: start.x + part * x, y: start.y + part * y };
}
