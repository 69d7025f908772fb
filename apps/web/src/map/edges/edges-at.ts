import type { Uid } from '@gcscope/gc-core/wire';
import { type Layout, slotOf } from '@gcscope/picture';
import { treeWay } from '../elements/edge-route.ts';
import type { MapElements } from '../elements/elements.ts';
import type { MapRoute } from './map-routes.ts';

/** The ends of an edge. */
export interface EdgeEnds {
  readonly dependent: Uid;
  readonly owner: Uid;
  /** No reference: the object in place of the owner waits for the other one. */
  readonly waits?: true;
}

/** The edges within `slack` world px of a point: several where they run together. Routed ones to one owner come alone, as they lie above. */
export function edgesAt(
  x: number,
  y: number,
  slack: number,
  layout: Layout,
  routes: readonly MapRoute[],
  loaded: MapElements,
): EdgeEnds[] {
  const routed = routes.filter(({ points }) => isNear(points, x, y, slack));
  const [first] = routed;
  if (first) {
    const { uids } = layout;
    return routed
      .filter(({ owner, look }) => owner === first.owner && look.waits === first.look.waits)
      .map(({ dependent, owner, look }) => {
        const ends = { dependent: uids[dependent] ?? '', owner: uids[owner] ?? '' };
        return look.waits ? { ...ends, waits: true } : ends;
      });
  }
  const found: EdgeEnds[] = [];
  for (const { dependent, owner } of loaded.edges.values()) {
    const way = treeWay(layout, slotOf(layout, dependent) ?? -1, slotOf(layout, owner) ?? -1);
    const points = way?.flatMap((point) => [point.x, point.y]);
    if (points && isNear(points, x, y, slack)) found.push({ dependent, owner });
  }
  return found;
}

/** Whether a line along the axes comes near to a point. */
function isNear(points: readonly number[], x: number, y: number, slack: number): boolean {
  for (let at = 0; at + 3 < points.length; at += 2) {
    const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = points.slice(at, at + 4);
    const beside = x < Math.min(x0, x1) - slack || x > Math.max(x0, x1) + slack;
    if (!beside && y >= Math.min(y0, y1) - slack && y <= Math.max(y0, y1) + slack) return true;
  }
  return false;
}
