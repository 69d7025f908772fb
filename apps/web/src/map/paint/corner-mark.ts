import type { Box, Size } from '@gcscope/picture';
import { FRAME_HEADER, LINES_ZOOM } from '../view/measures.ts';
import { MARK, type NamespaceSummary, type ProblemState } from '../world/problems.ts';
import type { Brush } from './brush.ts';
import { numberWidth, STACKED } from './painted-mark.ts';

/** A namespace that is lower or narrower than this on the screen has one mark, CSS px: its name and more of them have no room. */
const ONE_MARK = { width: 160, height: 72 };
/** Such a limit where lines lead to objects: each mark then stands on its object. */
const ONE_OBJECT = { width: 60, height: 36 };
/** Gap between the mark and the sides of its frame, CSS px. */
const INSET = 1;
/** Smallest mark, CSS px. */
const LEAST = 9;
/** The number of a mark leaves room for seven letters of the name, CSS px. */
const LEAST_NAME = 42;

/** Place of the one mark of a namespace, CSS px. */
export interface Corner {
  /** Middle of the mark. */
  readonly x: number;
  readonly y: number;
  readonly side: number;
  /** The worst problem of the namespace. */
  readonly state: ProblemState;
  /** Number of objects with that problem: the hover card says the same number. */
  readonly count: number;
  /** There is room beside it for its number. */
  readonly isBeside: boolean;
  /** Left and lower side of the mark and its number. */
  readonly left: number;
  readonly bottom: number;
}

/** Whether one mark stands for all problems in a frame. */
export function hasOneMark(zoom: number, { width, height }: Size): boolean {
  const least = zoom < LINES_ZOOM ? ONE_MARK : ONE_OBJECT;
  return width * zoom < least.width || height * zoom < least.height;
}

/**
 * From afar the one mark of a namespace stands in the upper right corner of the visible part of its frame, and its number to the right of
 * it while a name has room before both: so each row is read alike, and no mark crosses a frame. `undefined` for a frame with more
 * marks, and for one too small for a mark.
 */
export function cornerMark(
  brush: Brush,
  frame: Box,
  [worst]: NamespaceSummary['problems'],
): Corner | undefined {
  const { zoom, pan } = brush;
  if (zoom >= LINES_ZOOM || !worst || !hasOneMark(zoom, frame)) return undefined;
  const [state, count] = worst;
  const upper = frame.y * zoom + pan.y;
  const lower = Math.min(upper + frame.height * zoom, brush.height);
  // The mark stands below the strip with the name of a namespace whose upper end is out of view.
  const isHeaded = upper < -2 && upper + frame.height * zoom > 2 * FRAME_HEADER;
  const top = (isHeaded ? FRAME_HEADER : Math.max(upper, 0)) + INSET;
  const right = Math.min((frame.x + frame.width) * zoom + pan.x, brush.width) - INSET;
  const room = right - Math.max(frame.x * zoom + pan.x, 0) - INSET;
  const number = numberWidth(brush, count);
  const bare = room - MARK;
  const isBeside =
    number > 0 && bare >= number && (bare < LEAST_NAME || bare >= number + LEAST_NAME);
  const behind = count > 1 && !isBeside ? STACKED : 0;
  const side = Math.floor(Math.min(MARK, room - behind, lower - INSET - top - behind));
  if (side < LEAST) return undefined;
  const left = right - side - (isBeside ? number : behind);
  const bottom = top + side + behind;
  return { x: left + side / 2, y: top + side / 2, side, state, count, isBeside, left, bottom };
}
