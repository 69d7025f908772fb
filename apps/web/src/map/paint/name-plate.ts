import { type Box, FRAME_GAP, FRAME_LABEL, FRAME_PADDING, inflate } from '@gcscope/picture';
import { groundOf, type NamespaceSummary } from '../world/problems.ts';
import type { Brush } from './brush.ts';

/** CSS px: a line in small letters. */
export const SMALL_LINE = 13;
/** Between a name in small letters, across the upper side of its frame, and the cards below. */
export const LITTLE_ABOVE = 2;
/** Between the cards of two namespaces, one below the other, world px. */
const BETWEEN_CARDS = FRAME_PADDING + FRAME_GAP + FRAME_LABEL;

/** While so much is free between cards, no name of such lines lies on them. */
export function isRoomBetween(zoom: number, line: number = SMALL_LINE): boolean {
  return BETWEEN_CARDS * zoom >= line + LITTLE_ABOVE;
}

/** The ground of a name, in the shade of its namespace. */
export function paintPlate(
  { context, colours }: Brush,
  { x, y, width, height }: Box,
  { problems }: NamespaceSummary,
  opacity: number,
): void {
  context.beginPath();
  context.roundRect(x, y, width, height, 4);
  context.fillStyle = groundOf(problems, colours);
  context.globalAlpha = opacity;
  context.fill();
  context.globalAlpha = 1;
}

/** Around the plate of a name: as a line that crosses another, one under a name must not seem to strike it out. */
export function paintGap({ context, colours }: Brush, plate: Box, by: number): void {
  const { x, y, width, height } = inflate(plate, by);
  context.beginPath();
  context.roundRect(x, y, width, height, 4 + by);
  context.fillStyle = colours.frame.fill;
  context.fill();
}
