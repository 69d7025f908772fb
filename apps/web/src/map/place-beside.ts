import { type Box, overlaps, type Point, type Size } from '@gcscope/picture';

/** CSS px: how far a card is from its point, and how wide at most. */
const BESIDE = { x: 14, y: 18 };
const MOST_WIDTH = 360;
/** A card that leaves the map is worse than one that covers its whole subject. */
const OUT = 1000;

/** The place of the pointer, and the boxes that the card beside it tells of: CSS px in the map. */
export interface HoverPoint extends Point {
  /** The namespace first, then lines; the card covers as little of them as possible. */
  readonly spared?: readonly Box[];
}

/** A corner of the card is beside this point, and the card extends from there to the left, or above. */
interface Corner extends Point {
  readonly isLeft: boolean;
  readonly isAbove: boolean;
}

/**
 * Puts a card beside a point of the map, towards its middle, or where it covers less of what it tells: text that comes later makes it
 * grow away from the point.
 */
export function placeBeside(card: HTMLElement | null, { x, y, spared = [] }: HoverPoint): void {
  const map = card?.offsetParent;
  if (!card || !map) return;
  const [width, height] = [map.clientWidth, map.clientHeight];
  card.style.maxWidth = `${Math.min(MOST_WIDTH, Math.max(x, width - x) - 2 * BESIDE.x)}px`;
  card.style.maxHeight = '';
  const size = { width: card.offsetWidth, height: card.offsetHeight };
  const view = { x: 0, y: 0, width, height };
  const costOf = (corner: Corner): number => {
    const box = boxAt(corner, size);
    const outside = size.width * size.height - sharedArea(box, view);
    return outside * OUT + spared.reduce((sum, each) => sum + sharedArea(box, each), 0);
  };
  // The usual corner if nothing is in the way: the first of the best.
  const first = { x, y, isLeft: x > width - x, isAbove: y > height - y };
  let best: Corner = first;
  if (spared.length > 0) {
    let least = costOf(first);
    for (const corner of cornersAround(first, spared[0], size, view)) {
      const cost = costOf(corner);
      if (cost < least) [best, least] = [corner, cost];
    }
  }
  const { isLeft, isAbove } = best;
  const [right, below] = [width - best.x, height - best.y];
  card.style.left = isLeft ? 'auto' : `${best.x + BESIDE.x}px`;
  card.style.right = isLeft ? `${right + BESIDE.x}px` : 'auto';
  card.style.top = isAbove ? 'auto' : `${best.y + BESIDE.y}px`;
  card.style.bottom = isAbove ? `${below + BESIDE.y}px` : 'auto';
  card.style.maxWidth = `${Math.min(MOST_WIDTH, (isLeft ? best.x : right) - 2 * BESIDE.x)}px`;
  card.style.maxHeight = `${(isAbove ? best.y : below) - 2 * BESIDE.y}px`;
}

/** Corners on all sides of the point, and of the box to spare first: along that, as far as the map has room. */
function cornersAround(
  { x, y, isLeft, isAbove }: Corner,
  box: Box | undefined,
  size: Size,
  view: Size,
): readonly Corner[] {
  return [isAbove, !isAbove].flatMap((isAbove) =>
    [isLeft, !isLeft].flatMap((isLeft) => {
      const towards = { isLeft, isAbove };
      const point = { x, y, ...towards };
      if (!box) return [point];
      const across = size.width + BESIDE.x;
      const down = size.height + BESIDE.y;
      const beside = {
        x: isLeft ? box.x : box.x + box.width,
        y: isAbove ? Math.max(y, down) : Math.min(y, view.height - down),
        ...towards,
      };
      const beyond = {
        x: isLeft ? Math.max(x, across) : Math.min(x, view.width - across),
        y: isAbove ? box.y : box.y + box.height,
        ...towards,
      };
      return [point, beside, beyond];
    }),
  );
}

function boxAt({ x, y, isLeft, isAbove }: Corner, { width, height }: Size): Box {
  return {
    x: isLeft ? x - BESIDE.x - width : x + BESIDE.x,
    y: isAbove ? y - BESIDE.y - height : y + BESIDE.y,
    width,
    height,
  };
}

function sharedArea(a: Box, b: Box): number {
  if (!overlaps(a, b)) return 0;
  const across = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  return across * (Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y));
}
