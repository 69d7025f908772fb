import { type Box, FRAME_GAP, FRAME_LABEL, FRAME_PADDING } from '@gcscope/picture';
import { groundOf, type NamespaceSummary } from '../world/problems.ts';
import type { Brush } from './brush.ts';

/** Width of the halo, CSS px: twice the visible part beside a letter. */
const HALO = 4;
/** CSS px: a line in small letters. */
export const SMALL_LINE = 13;
/** Gap between a name in small letters, across the upper side of its frame, and the cards below. */
export const LITTLE_ABOVE = 2;
/** Gap between the cards of two namespaces, one below the other, world px. */
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

/** Draws a halo around the letters of a text, which a line may run under. */
export function paintHalo(
  { context }: Brush,
  text: string,
  x: number,
  middle: number,
  colour: string,
): void {
  context.strokeStyle = colour;
  context.lineWidth = HALO;
  context.lineJoin = 'round';
  context.strokeText(text, x, middle);
}
