import { type Box, contains, type Layout, type Point } from '@gcscope/picture';
import { nearestNamespace } from '../view/namespace-camera.ts';
import { indexOf, type ViewIndex } from './view-index.ts';

/** The namespace nearest to the middle of a view in which no card is; `undefined` if one is, or there are none. */
export function nearestIfNowhere(view: Box, layout: Layout, made?: ViewIndex): string | undefined {
  const isNowhere = indexOf(layout, made).inBox(view, 0).length === 0;
  return isNowhere ? nearestNamespace(view, layout) : undefined;
}

/** The nearest card of the namespace at a point, if the view shows none of its cards. `undefined` if it shows one, or no namespace is there. */
export function nearestIfLost(
  at: Point,
  view: Box,
  layout: Layout,
): { readonly card: Point; readonly frame: Box } | undefined {
  const { namespaces, frames, x, y } = layout;
  const here = { ...at, width: 0, height: 0 };
  const index = namespaces.findIndex((each) => contains(each, here));
  const frame = namespaces[index];
  if (!frame) return undefined;
  let nearest: Point | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (let slot = 0; slot < frames.length; slot++) {
    if (frames[slot] !== index) continue;
    const card = { x: x[slot] as number, y: y[slot] as number };
    if (contains(view, { ...card, width: 0, height: 0 })) return undefined;
    const away = Math.hypot(card.x - at.x, card.y - at.y);
    if (away >= least) continue;
    least = away;
    nearest = card;
  }
  return nearest && { card: nearest, frame };
}
