import type { Uid } from '@gcscope/gc-core/wire';
import { type Layout, slotOf } from '@gcscope/picture';

/** Direction of an arrow key. */
export type Direction = 'up' | 'down' | 'left' | 'right';

/**
 * The card to which an arrow key leads from `from`: up to the owner, down to the first dependent, sideways to the next
 * sibling in reading order; from a root sideways to the next root. `undefined` where the way ends.
 */
export function nextCard(layout: Layout, from: Uid, direction: Direction): Uid | undefined {
  const slot = slotOf(layout, from);
  if (slot === undefined) return layout.uids[0];
  const parent = layout.parents[slot] ?? -1;
  switch (direction) {
    case 'up':
      return layout.uids[parent];
    case 'down':
      return layout.uids[inReadingOrder(layout, childrenOf(layout, slot))[0] ?? -1];
    case 'left':
    case 'right': {
      const siblings = inReadingOrder(layout, childrenOf(layout, parent));
      const step = direction === 'left' ? -1 : 1;
      return layout.uids[siblings[siblings.indexOf(slot) + step] ?? -1];
    }
    default:
      return direction satisfies never;
  }
}

/** The object whose card is nearest to a point; `undefined` where there are none. */
export function nearestTo({ uids, x, y }: Layout, pointX: number, pointY: number): Uid | undefined {
  let nearest: Uid | undefined;
  let least = Number.POSITIVE_INFINITY;
  uids.forEach((uid, slot) => {
    const distance = Math.hypot((x[slot] ?? 0) - pointX, (y[slot] ?? 0) - pointY);
    if (distance >= least) return;
    least = distance;
    nearest = uid;
  });
  return nearest;
}

/** Slots that hang under `parent`; the roots under -1. */
function childrenOf(layout: Layout, parent: number): number[] {
  const children: number[] = [];
  for (let slot = 0; slot < layout.parents.length; slot++) {
    if (layout.parents[slot] === parent) children.push(slot);
  }
  return children;
}

/** By frame, then row by row. */
function inReadingOrder(layout: Layout, slots: number[]): number[] {
  const by = (values: ArrayLike<number>, a: number, b: number): number =>
    (values[a] ?? 0) - (values[b] ?? 0);
  return slots.sort((a, b) => by(layout.frames, a, b) || by(layout.y, a, b) || by(layout.x, a, b));
}
