import type { Box } from '@gcscope/picture';
import { AFAR_ZOOM } from '../view/measures.ts';
import type { NamespaceSummary } from '../world/problems.ts';
import type { Brush } from './brush.ts';
import { type Line, lineOf, PAD, SIZE, SMALL } from './frame-line.ts';
import { TINY } from './name-lines.ts';

/** The letters of names above cards, the largest first, CSS px. */
const SIZES: readonly number[] = [SIZE, SMALL, TINY];

/** Margin of the ground of a name around the smallest letters, CSS px. */
const TINY_PAD = 2;

/** A name above the cards of its namespace. */
export interface LineAbove {
  readonly line: Line;
  /** Start of the line, and the margin of its ground around it, CSS px. */
  readonly x: number;
  readonly pad: number;
}

/** The sizes that letters above cards may have. */
function sizesOf(zoom: number, most: number): readonly number[] {
  const largest = zoom < AFAR_ZOOM ? Math.min(SMALL, most) : most;
  return SIZES.filter((size) => size <= largest);
}

/** Margin of the ground around letters of this size, CSS px. */
function padOf(zoom: number, size: number): number {
  if (size <= TINY) return TINY_PAD;
  return zoom < AFAR_ZOOM ? PAD / 2 : PAD;
}

/** The name with its numbers in letters of this size, between the sides of its frame. */
function lineIn(
  brush: Brush,
  box: Box,
  summary: NamespaceSummary,
  size: number,
): LineAbove | undefined {
  const pad = padOf(brush.zoom, size);
  const isTiny = size <= TINY;
  // A frame has round corners.
  const x = Math.max(box.x, 0) + pad + (isTiny ? 1 : 2);
  const room = box.x + box.width - x - pad;
  // The smallest letters all begin at the side of their frames, without a sign.
  const line = lineOf(brush, summary, room, size, isTiny);
  return line && { line, x, pad };
}

/** The name in letters of at `most` this size: rather smaller than without its numbers; in the smallest rather than cut. */
export function lineAbove(
  brush: Brush,
  box: Box,
  summary: NamespaceSummary,
  most: number,
): LineAbove | undefined {
  const lines = sizesOf(brush.zoom, most).map((size) => lineIn(brush, box, summary, size));
  const roomy = lines.find((each) => each?.line.isCounted === true && each.line.size > TINY);
  return roomy ?? lines.find((each) => each?.line.isCut === false) ?? lines.at(-1);
}

/** The size of the letters in which it is so. */
export function lettersAbove(brush: Brush, box: Box, summary: NamespaceSummary): number {
  return lineAbove(brush, box, summary, SIZE)?.line.size ?? TINY;
}
