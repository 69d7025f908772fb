import { formatCount } from '@gcscope/gc-core/wire';
import { type Box, type Size, union } from '@gcscope/picture';
import type { ProblemMark } from '../world/problems.ts';
import { type Brush, widthIn } from './brush.ts';
import { TINY } from './name-lines.ts';

/** CSS px. */
export const COUNT_SIZE: number = TINY;
export const COUNT_PAD = 3;
/** Distance of the mark behind a mark of several objects to its lower right. */
export const STACKED = 3;

/** A mark that stands for the objects with a problem at one spot, or of a namespace. */
export interface PaintedMark extends ProblemMark {
  /** Middle, CSS px. */
  readonly x: number;
  readonly y: number;
  readonly size: Size;
  /** Number of objects it stands for. */
  readonly count: number;
  /** There is room beside it for their number. */
  readonly isBeside: boolean;
}

/** Whether a mark of several objects has no room for their number. */
export function isStacked({ count, isBeside }: Pick<PaintedMark, 'count' | 'isBeside'>): boolean {
  return count > 1 && !isBeside;
}

/** The box that a mark and its number take, CSS px. */
export function footprint(brush: Brush, mark: PaintedMark): Box {
  const { width, height } = mark.size;
  const box = { x: mark.x - width / 2, y: mark.y - height / 2, width, height };
  if (isStacked(mark)) return { ...box, width: width + STACKED, height: height + STACKED };
  return mark.count > 1 ? union(box, numberBox(brush, mark)) : box;
}

/** Width of the number beside a mark; 0 where there is none. */
export function numberWidth(brush: Brush, count: number): number {
  if (count < 2) return 0;
  return widthIn(brush, COUNT_SIZE, 700, formatCount(count)) + COUNT_PAD;
}

/** Box of the number, to the right of the mark. */
export function numberBox(brush: Brush, { x, y, size, count }: PaintedMark): Box {
  const right = x + size.width / 2;
  return { x: right, y: y - COUNT_SIZE / 2, width: numberWidth(brush, count), height: COUNT_SIZE };
}
