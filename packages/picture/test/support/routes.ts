import type { NodeRecord } from '@gcscope/gc-core/wire';
import {
  CARD_HEIGHT,
  CARD_WIDTH,
  type CrossEdge,
  crossEdges,
  type Layout,
  layout,
  type Route,
  routeEdges,
  rowsOf,
} from '../../src/index.ts';

/** A picture with the routes of all its edges that no tree shows. */
export interface Routed {
  readonly placed: Layout;
  readonly routes: readonly (CrossEdge & Route)[];
}

/** Lays the records out, after a former layout where there is one, and routes. */
export function routed(records: readonly NodeRecord[], former?: Layout): Routed {
  const rows = rowsOf(records);
  const placed = layout(rows, former);
  return { placed, routes: routeEdges(placed, crossEdges(rows.edges, placed)) };
}

/** A part of a route: a line along one axis. */
export interface Part {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
}

/** The parts of a route, each from its lesser to its greater end. */
export function partsOf({ points }: Route): Part[] {
  const parts: Part[] = [];
  for (let at = 0; at + 3 < points.length; at += 2) {
    const [xa = 0, ya = 0, xb = 0, yb = 0] = points.slice(at, at + 4);
    const [x0, x1] = [Math.min(xa, xb), Math.max(xa, xb)];
    const [y0, y1] = [Math.min(ya, yb), Math.max(ya, yb)];
    parts.push({ x0, y0, x1, y1 });
  }
  return parts;
}

/** Lines side by side share a lane, so that their places are no whole px. */
const ROUNDING = 1e-6;

/** Lists the routes that run through cards; a route may touch the sides of its own cards. */
export function enteredCards({ placed, routes }: Routed): string[] {
  const found: string[] = [];
  for (const route of routes) {
    for (const { x0, y0, x1, y1 } of partsOf(route)) {
      placed.uids.forEach((uid, slot) => {
        const aside = (x1 + x0) / 2 - (placed.x[slot] ?? 0);
        const below = (y1 + y0) / 2 - (placed.y[slot] ?? 0);
        const enters =
          Math.abs(aside) < CARD_WIDTH / 2 + (x1 - x0) / 2 - ROUNDING &&
          Math.abs(below) < CARD_HEIGHT / 2 + (y1 - y0) / 2 - ROUNDING;
        if (enters) found.push(`${placed.uids[route.dependent]} > ${uid}`);
      });
    }
  }
  return found;
}

/** Pairs of routes of which a part lies on a part of the other one. */
export function coveredRoutes({ routes }: Routed): string[] {
  const parts = routes.flatMap((route, at) => partsOf(route).map((part) => ({ ...part, at })));
  const found: string[] = [];
  for (const [index, a] of parts.entries()) {
    for (const b of parts.slice(index + 1)) {
      if (a.at === b.at) continue;
      const across = Math.min(a.x1, b.x1) - Math.max(a.x0, b.x0);
      const down = Math.min(a.y1, b.y1) - Math.max(a.y0, b.y0);
      if ((across >= 0 && down > 1) || (down >= 0 && across > 1)) found.push(`${a.at} ${b.at}`);
    }
  }
  return found;
}
