import { BUS, CARD_HEIGHT, CARD_WIDTH, type Layout, type Point } from '@gcscope/picture';

/** Bends of an edge as Cytoscape takes them: along and beside the straight line between its ends. */
export interface EdgeRoute {
  /** `cell`: the edge leaves the dependent at its left side; `tree`: at its top. */
  readonly from: 'cell' | 'tree';
  readonly weights: readonly number[];
  readonly distances: readonly number[];
}

/** Left of a grid's column, in the gap between two cards. */
export const RAIL = 10;

/**
 * The way from a dependent to the owner it hangs under: up, across, up; out of a grid first left to the rail beside
 * its column, so that no line runs behind a card of another owner. `undefined` for owners that stand elsewhere.
 */
export function edgeRoute(layout: Layout, dependent: number, owner: number): EdgeRoute | undefined {
  const way = treeWay(layout, dependent, owner);
  const start = way?.[0];
  const end = way?.at(-1);
  if (!way || !start || !end) return undefined;
  const inCell = (layout.cells[dependent] ?? -1) >= 0;
  return bends(inCell ? 'cell' : 'tree', start, end, way.slice(1, -1));
}

/** The points of that way. */
export function treeWay(
  layout: Layout,
  dependent: number,
  owner: number,
): readonly Point[] | undefined {
  if (layout.parents[dependent] !== owner) return undefined;
  const at = (slot: number): Point => ({ x: layout.x[slot] ?? 0, y: layout.y[slot] ?? 0 });
  const card = at(dependent);
  const above = at(owner);
  const end = { x: above.x, y: above.y + CARD_HEIGHT / 2 };
  const branch = end.y + BUS;
  const inCell = (layout.cells[dependent] ?? -1) >= 0;
  if (inCell) {
    const start = { x: card.x - CARD_WIDTH / 2, y: card.y };
    const rail = start.x - RAIL;
    return [start, { x: rail, y: start.y }, { x: rail, y: branch }, { x: end.x, y: branch }, end];
  }
  const start = { x: card.x, y: card.y - CARD_HEIGHT / 2 };
  return [start, { x: start.x, y: branch }, { x: end.x, y: branch }, end];
}

function bends(
  from: EdgeRoute['from'],
  start: Point,
  end: Point,
  points: readonly Point[],
): EdgeRoute | undefined {
  const dx = end.x - start.x;
  const dy = end.y - start.y;
  const length = Math.hypot(dx, dy);
  // Straight below its owner: nothing to bend.
  if (length === 0 || (from === 'tree' && dx === 0)) return undefined;
  const weights: number[] = [];
  const distances: number[] = [];
  for (const { x, y } of points) {
    const px = x - start.x;
    const py = y - start.y;
    weights.push((px * dx + py * dy) / (length * length));
    distances.push((py * dx - px * dy) / length);
  }
  return { from, weights, distances };
}
