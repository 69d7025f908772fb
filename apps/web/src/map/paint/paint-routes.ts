import { type Palette, WAITS_DASH } from '@gcscope/picture';
import type { MapRoute } from '../edges/map-routes.ts';
import { WAITING_DASH } from '../elements/waiting-edges.ts';
import type { Brush } from './brush.ts';
import { strokeDashed, viewedBox } from './dashed-way.ts';

/** Gap on both sides of a line in the lines that it crosses, CSS px. */
const GAP = 4;
/** Below this zoom the gaps would be all that is left. */
const GAPS_FROM = 0.3;
const SMALLEST_WIDTH = 0.9;
/** Least width of a hovered line, or one of the selected object. */
const THICK_WIDTH = 2.25;
/** Opacity of the other lines while one is hovered, and of calm ones that run through half of the map: they would frame it. */
const STEPPED_BACK = 0.4;
/** World px. */
const LONG = 2500;

/**
 * Draws the routed edges, each with a gap in the lines that it crosses and an arrowhead at the owner. First the parts along x, so
 * that a part along y can leave its gap in them, but never in a line beside it.
 */
export function paintRoutes(
  brush: Brush,
  routes: readonly MapRoute[],
  isMarked: (route: MapRoute) => 'selected' | 'hovered' | undefined,
): void {
  const { context, zoom, pan } = brush;
  if (routes.length === 0) return;
  // The hovered one of close lines can be followed only if the others step back.
  const hovered = routes.filter((route) => isMarked(route) === 'hovered');
  const others = hovered.length > 0 ? routes.filter((route) => !hovered.includes(route)) : routes;
  context.save();
  context.translate(pan.x, pan.y);
  context.scale(zoom, zoom);
  context.lineCap = 'butt';
  const pale = new Set(others.filter((route) => isLongAndCalm(route) && !isMarked(route)));
  context.globalAlpha = STEPPED_BACK;
  paintLines(brush, [...pale], isMarked);
  if (hovered.length === 0) context.globalAlpha = 1;
  const clear = others.filter((route) => !pale.has(route));
  paintLines(brush, clear, isMarked);
  context.globalAlpha = 1;
  paintLines(brush, hovered, isMarked);
  context.restore();
}

function isLongAndCalm({ look, waited, points }: MapRoute): boolean {
  if (look.invalid || look.waits || waited) return false;
  let length = 0;
  for (let at = 2; at < points.length; at++) {
    length += Math.abs((points[at] ?? 0) - (points[at - 2] ?? 0));
  }
  return length > LONG;
}

function paintLines(
  brush: Brush,
  routes: readonly MapRoute[],
  isMarked: (route: MapRoute) => 'selected' | 'hovered' | undefined,
): void {
  const { context, colours, zoom } = brush;
  const box = viewedBox(brush);
  const width = (route: MapRoute): number => {
    const isThick = isMarked(route) !== undefined;
    const own = isThick ? 2.25 : route.look.blocking ? 1.75 : 1.25;
    return Math.max(own, (isThick ? THICK_WIDTH : SMALLEST_WIDTH) / zoom);
  };
  for (const part of ['flat', 'upright'] as const) {
    context.strokeStyle = colours.frame.fill;
    for (const route of zoom < GAPS_FROM ? [] : routes) {
      context.lineWidth = width(route) + GAP / zoom;
      context.stroke(route.paths[part]);
    }
    for (const route of routes) {
      context.strokeStyle = colourOf(route, colours, isMarked(route));
      context.lineWidth = width(route);
      const dash = dashOf(route);
      if (dash.length > 0) strokeDashed(context, route.points, dash, part === 'flat', box);
      else context.stroke(route.paths[part]);
    }
  }
  for (const route of routes) {
    const colour = colourOf(route, colours, isMarked(route));
    context.fillStyle = colour;
    context.fill(route.paths.tip);
    context.strokeStyle = colour;
    context.lineWidth = 2;
    context.stroke(route.paths.bar);
  }
}

/** A wrong or awaited reference keeps its colour when selected. */
export function colourOf(
  { look, waited }: MapRoute,
  colours: Palette,
  mark: 'selected' | 'hovered' | undefined,
): string {
  if (waited || look.waits) return colours.amber;
  if (look.invalid) return colours.invalid;
  if (mark === 'selected') return colours.accent;
  return look.blocking ? colours.edgeBlocking : colours.edge;
}

function dashOf({ look, waited }: MapRoute): readonly number[] {
  if (waited) return WAITING_DASH;
  if (look.waits) return WAITS_DASH;
  return look.further ? [2, 4] : [];
}
