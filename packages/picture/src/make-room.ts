import type { Box, Size } from './geometry.ts';

/** A box that may move and grow. */
export type Movable = { -readonly [Key in keyof Box]: Box[Key] };

/**
 * Gives one of the boxes at least this size; its upper left corner stays. All that begin below it go down alike, as far as it takes: rows
 * stay rows. Of those that begin to its right only the ones in the way go, with those in their way. Boxes that were apart stay apart.
 * With `evens`, boxes beside it that reach as far down still do.
 */
export function makeRoom(
  boxes: readonly Movable[],
  grown: Movable,
  gap: number,
  to: Size,
  evens = false,
): void {
  const below = grown.y + grown.height;
  const right = grown.x + grown.width;
  const across = boxes.filter(
    (box) => evens && box !== grown && box.y < below && box.y + box.height >= below,
  );
  grown.width = Math.max(grown.width, to.width);
  grown.height = Math.max(grown.height, to.height);
  const lower = boxes.filter((box) => box !== grown && box.y >= below);
  let down = 0;
  if (grown.y + grown.height > below) {
    for (const box of lower) {
      if (isBeside('x', 'width', box, grown, gap)) continue;
      down = Math.max(down, grown.y + grown.height + gap - box.y);
    }
  }
  for (const box of lower) box.y += down;
  for (const box of across) box.height += down;
  if (grown.x + grown.width > right) moveAside(boxes, grown, right, gap);
}

function moveAside(boxes: readonly Movable[], grown: Movable, right: number, gap: number): void {
  const inOrder = boxes
    .filter((box) => box !== grown && box.x >= right)
    .sort((a, b) => a.x - b.x || a.y - b.y);
  /** The boxes that have moved as far as to the next ones, and their former ends. */
  let moved = [{ box: grown, end: right }];
  for (const box of inOrder) {
    const { x } = box;
    moved = moved.filter(({ box: other }) => other.x + other.width + gap > x);
    if (moved.length === 0) return;
    for (const { box: other, end } of moved) {
      if (end > x || isBeside('y', 'height', box, other, 0)) continue;
      box.x = Math.max(box.x, other.x + other.width + gap);
    }
    if (box.x > x) moved.push({ box, end: x + box.width });
  }
}

/** Whether two boxes lie beside each other along an axis, with a gap between them. */
function isBeside(
  from: 'x' | 'y',
  length: 'width' | 'height',
  a: Box,
  b: Box,
  gap: number,
): boolean {
  return a[from] >= b[from] + b[length] + gap || b[from] >= a[from] + a[length] + gap;
}
