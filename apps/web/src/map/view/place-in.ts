import type { Uid } from '@gcscope/gc-core/wire';
import { type Layout, type Point, slotOf } from '@gcscope/picture';

/** The middle of the card of an object or stack, if it has one. */
export function placeIn(layout: Layout, uid: Uid | undefined): Point | undefined {
  const slot = uid === undefined ? undefined : slotOf(layout, uid);
  return slot === undefined ? undefined : { x: layout.x[slot] ?? 0, y: layout.y[slot] ?? 0 };
}
