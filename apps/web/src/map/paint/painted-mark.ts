import { formatCount } from '@gcscope/gc-core/wire';
import { type Box, union } from '@gcscope/picture';
import { markSize, type ProblemMark } from '../world/problems.ts';
import { type Brush, setFont, textWidth } from './brush.ts';

/** CSS px. */
const COUNT_SIZE = 8.5;
export const COUNT_PAD = 3;

/** A mark that stands for the objects with a problem at one spot, or of a namespace. */
export interface PaintedMark extends ProblemMark {
  /** Middle, CSS px. */
  readonly x: number;
  readonly y: number;
  /** How many objects it stands for. */
  readonly count: number;
  /** The number stands beside it, not on its corner. */
  readonly isBeside: boolean;
}

/** What a mark and its number take, CSS px. */
export function footprint(brush: Brush, mark: PaintedMark): Box {
  const { width, height } = markSize(brush.zoom);
  const box = { x: mark.x - width / 2, y: mark.y - height / 2, width, height };
  return mark.count > 1 ? union(box, numberBox(brush, mark)) : box;
}

/** Of the number beside a mark; 0 where there is none. */
export function numberWidth(brush: Brush, count: number): number {
  if (count < 2) return 0;
  setFont(brush, COUNT_SIZE, 700);
  return textWidth(brush, formatCount(count)) + COUNT_PAD;
}

/** To the right of the mark, or within its lower right corner. */
export function numberBox(brush: Brush, { x, y, count, isBeside }: PaintedMark): Box {
  const width = numberWidth(brush, count);
  const size = markSize(brush.zoom);
  const right = x + size.width / 2;
  if (isBeside) return { x: right, y: y - COUNT_SIZE / 2, width, height: COUNT_SIZE };
  const bottom = y + size.height / 2 + 1;
  return { x: right + 1 - width, y: bottom - COUNT_SIZE, width, height: COUNT_SIZE };
}
