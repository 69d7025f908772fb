/** CSS px: how far a card is from its point, and how wide at most. */
const BESIDE = { x: 14, y: 18 };
const MOST_WIDTH = 360;

/** Puts a card beside a point of the map, towards its middle: text that comes later makes it grow away from the point. */
export function placeBeside(card: HTMLElement | null, x: number, y: number): void {
  const map = card?.offsetParent;
  if (!card || !map) return;
  const right = map.clientWidth - x;
  const below = map.clientHeight - y;
  const [isLeft, isAbove] = [x > right, y > below];
  card.style.left = isLeft ? 'auto' : `${x + BESIDE.x}px`;
  card.style.right = isLeft ? `${right + BESIDE.x}px` : 'auto';
  card.style.top = isAbove ? 'auto' : `${y + BESIDE.y}px`;
  card.style.bottom = isAbove ? `${below + BESIDE.y}px` : 'auto';
  card.style.maxWidth = `${Math.min(MOST_WIDTH, Math.max(x, right) - 2 * BESIDE.x)}px`;
  card.style.maxHeight = `${Math.max(y, below) - 2 * BESIDE.y}px`;
}
