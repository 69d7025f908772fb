import type { Uid } from '@gcscope/gc-core/wire';
import {
  type Box,
  CARD_HEIGHT,
  CARD_WIDTH,
  type Layout,
  type Point,
  type Size,
  slotOf,
} from '@gcscope/picture';
import { FRAME_HEADER } from './measures.ts';
import { cornerOf, lowerMargin } from './start-camera.ts';
import { RING } from './whole-cards.ts';

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

/** The box that a view shows, world px; its size in CSS px. */
interface Seen {
  readonly box: Box;
  readonly size: Size;
  readonly zoom: number;
}

/**
 * Whether a card around this middle can be seen whole, below the header of its namespace and beside the minimap. Where the view
 * `follows` steps, there is room for the ring around the card, and for notes that come and go along the lower edge.
 */
export function seesCard(
  { x, y }: Point,
  { box, size, zoom }: Seen,
  { isFitted, follows }: { readonly isFitted: boolean; readonly follows: boolean },
): boolean {
  const down = Math.min(CARD_HEIGHT / 2, box.height / 3);
  const header = Math.min(FRAME_HEADER / zoom, box.height / 4);
  const [right, bottom] = [box.x + box.width, box.y + box.height];
  const corner = isFitted ? [] : cornerOf(size);
  const lower = follows ? lowerMargin(size) / zoom : 0;
  const aside = Math.min(CARD_WIDTH / 2 + (follows ? RING / zoom : 0), box.width / 3);
  return (
    x - aside >= box.x &&
    x + aside <= right &&
    y - down - header >= box.y &&
    y + down <= bottom - lower &&
    !corner.some(
      ({ width, height }) => x + aside > right - width / zoom && y + down > bottom - height / zoom,
    )
  );
}
