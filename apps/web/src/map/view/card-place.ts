import type { Uid } from '@gcscope/gc-core/wire';
import {
  type Box,
  CARD_HEIGHT,
  CARD_WIDTH,
  type Layout,
  type Point,
  slotOf,
} from '@gcscope/picture';

/** The middle of the card of an object or stack, if it has one. */
export function placeIn(layout: Layout, uid: Uid | undefined): Point | undefined {
  const slot = uid === undefined ? undefined : slotOf(layout, uid);
  return slot === undefined ? undefined : { x: layout.x[slot] ?? 0, y: layout.y[slot] ?? 0 };
}

/** The card at a slot, world px. */
export function cardBox({ x, y }: Pick<Layout, 'x' | 'y'>, slot: number): Box {
  return {
    x: (x[slot] ?? 0) - CARD_WIDTH / 2,
    y: (y[slot] ?? 0) - CARD_HEIGHT / 2,
    width: CARD_WIDTH,
    height: CARD_HEIGHT,
  };
}
