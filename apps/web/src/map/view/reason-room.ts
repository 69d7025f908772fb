import { CARD_HEIGHT, CARD_WIDTH, type Point, type Size } from '@gcscope/picture';
import { type Bounds, clampedTo, type Limits, RING } from './whole-cards.ts';

/** The middle of a card, and how large the text is that says what is wrong with it, CSS px. */
export interface RevealedCard extends Point {
  readonly reason?: Size | undefined;
}

/**
 * The bounds of a view that has room for the reason of a card, if they allow it, else as near as they do. The reason may begin or end with
 * the card: lines below the card decide that. It is above what floats `above` CSS px over the lower edge.
 */
export function boundsWithReason(
  bounds: Bounds,
  { x, y, reason }: RevealedCard,
  zoom: number,
  size: Size,
  above: number,
): Bounds {
  if (!reason) return bounds;
  const aside = size.width / zoom / 2 - RING / zoom;
  const reach = Math.min(aside, reason.width / zoom - CARD_WIDTH / 2);
  const lowest = y + CARD_HEIGHT / 2 + (reason.height + above) / zoom;
  const least = lowest - size.height / zoom / 2;
  return {
    x: towards({ least: x + reach - aside, most: x - reach + aside }, bounds.x),
    y: towards({ least, most: Number.POSITIVE_INFINITY }, bounds.y),
  };
}

/** The part of the wish within the limits, else the nearest limit. */
function towards(wish: Limits, limits: Limits): Limits {
  return { least: clampedTo(wish.least, limits), most: clampedTo(wish.most, limits) };
}
