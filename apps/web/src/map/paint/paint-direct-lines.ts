import type { Point } from '@gcscope/picture';
import type { MapRoute } from '../edges/map-routes.ts';
import type { Brush } from './brush.ts';
import { colourOf } from './paint-routes.ts';

/** CSS px. */
const WIDTH = 1.75;
const HALO = 5;
const DOT = 3;
const TIP_LENGTH = 10;
const TIP_HALF = 5;
/** Of the line, before its arrowhead: names and marks lie on the rest. */
const TAIL = 6;

/** A line on the screen, CSS px. */
interface Way {
  readonly from: Point;
  readonly to: Point;
  readonly colour: string;
}

/** Draws lines straight across the map, from a dependent to its owner, or from a Namespace to what it waits for: what a person asks for from afar. */
export function paintDirectLines(brush: Brush, routes: readonly MapRoute[]): void {
  stroke(brush, waysOf(brush, routes));
}

/** Draws the ends of these lines, over names and marks: a dot at the dependent, at the owner an arrowhead and the last of the line. */
export function paintDirectEnds(brush: Brush, routes: readonly MapRoute[]): void {
  const { context, colours } = brush;
  const ways = waysOf(brush, routes);
  const tails = ways.map((way) => ({ ...way, from: towards(way.to, way.from, TIP_LENGTH + TAIL) }));
  stroke(brush, tails);
  context.save();
  context.strokeStyle = colours.frame.fill;
  context.lineWidth = HALO - WIDTH;
  for (const { from, to, colour } of ways) {
    context.fillStyle = colour;
    context.beginPath();
    context.arc(from.x, from.y, DOT, 0, 2 * Math.PI);
    context.stroke();
    context.fill();
    context.save();
    context.translate(to.x, to.y);
    context.rotate(Math.atan2(from.y - to.y, from.x - to.x));
    context.beginPath();
    context.moveTo(0, 0);
    context.lineTo(TIP_LENGTH, TIP_HALF);
    context.lineTo(TIP_LENGTH, -TIP_HALF);
    context.closePath();
    context.stroke();
    context.fill();
    context.restore();
  }
  context.restore();
}

function waysOf({ colours, zoom, pan }: Brush, routes: readonly MapRoute[]): readonly Way[] {
  return routes.map((route) => {
    const [x0 = 0, y0 = 0] = route.points;
    const [x1 = 0, y1 = 0] = route.points.slice(-2);
    const [from, to] = [
      { x: x0 * zoom + pan.x, y: y0 * zoom + pan.y },
      { x: x1 * zoom + pan.x, y: y1 * zoom + pan.y },
    ];
    const colour = colourOf(route, colours, undefined);
    return route.look.waits ? { from: to, to: from, colour } : { from, to, colour };
  });
}

function stroke({ context, colours }: Brush, ways: readonly Way[]): void {
  context.save();
  context.lineCap = 'round';
  for (const width of [HALO, WIDTH]) {
    context.lineWidth = width;
    for (const { from, to, colour } of ways) {
      context.strokeStyle = width === HALO ? colours.frame.fill : colour;
      context.beginPath();
      context.moveTo(from.x, from.y);
      context.lineTo(to.x, to.y);
      context.stroke();
    }
  }
  context.restore();
}

/** So far from `start` towards `end`; at most there. */
function towards(start: Point, end: Point, length: number): Point {
  const [x, y] = [end.x - start.x, end.y - start.y];
  const part = Math.min(1, length / Math.max(1, Math.hypot(x, y)));
  return { x: start.x + part * x, y: start.y + part * y };
}
