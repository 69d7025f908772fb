import { formatCount, type Layout } from '@gcscope/picture';
import { markPlaces } from './mark-places.ts';
import { paintMark, stampMark } from './mark-stamps.ts';
import { type Brush, setFont, textWidth } from './paint.ts';
import type { FrameName } from './paint-frames.ts';
import { MARK, type MapProblems, markSize, type ProblemMark, problemLook } from './problems.ts';
import { AFAR_ZOOM } from './start-camera.ts';

/** One mark stands for so much of the view, CSS px; on a narrow one for more, or marks would hide all namespaces. */
const SPOT = MARK;
const NARROW_SPOT = 22;
const NARROW = 600;

/** A mark that stands for the objects with a problem at one spot. */
export interface PaintedMark extends ProblemMark {
  /** Middle, CSS px. */
  readonly x: number;
  readonly y: number;
  /** How many objects it stands for. */
  readonly count: number;
}

/** CSS px. */
const COUNT_SIZE = 8.5;

/** How many objects a mark stands for, on its lower right corner. */
function paintCount(brush: Brush, { state, x, y, count }: PaintedMark): void {
  const { context, colours } = brush;
  setFont(brush, COUNT_SIZE, 700);
  const text = formatCount(count);
  const width = textWidth(brush, text) + 3;
  const [left, top] = [x + MARK / 2 - 4, y + MARK / 2 - 4];
  context.beginPath();
  context.roundRect(left, top, width, COUNT_SIZE, 2);
  context.fillStyle = colours.background;
  context.fill();
  context.fillStyle = problemLook(state, colours).colour;
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  context.fillText(text, left + 1.5, top + COUNT_SIZE / 2 + 0.5);
}

/**
 * Draws what has a problem above everything else, however far away: the worst of each spot. Objects with a card or a name are
 * left out, and from afar the names stay free. Returns the marks, for clicks.
 */
export function paintProblems(
  brush: Brush,
  layout: Layout,
  problems: MapProblems,
  names: readonly FrameName[],
  isRead: (slot: number) => boolean,
): readonly PaintedMark[] {
  const { zoom, pan, width, height } = brush;
  const spots = new Map<number, PaintedMark>();
  const spot = width < NARROW ? NARROW_SPOT : SPOT;
  const columns = Math.ceil(width / spot) + 2;
  const placeOf =
    zoom < AFAR_ZOOM
      ? markPlaces(brush, layout, names)
      : (slot: number) => ({
          x: (layout.x[slot] ?? 0) * zoom + pan.x,
          y: (layout.y[slot] ?? 0) * zoom + pan.y,
        });
  for (const { slot, state } of problems.marks) {
    const { x, y } = placeOf(slot);
    if (x < -MARK || y < -MARK || x > width + MARK || y > height + MARK || isRead(slot)) continue;
    const key = (Math.floor(y / spot) + 1) * columns + Math.floor(x / spot) + 1;
    // Of the same spot the later one is the worse one, and the last one drawn.
    const count = 1 + (spots.get(key)?.count ?? 0);
    spots.delete(key);
    spots.set(key, { slot, state, x, y, count });
  }
  const marks = [...spots.values()];
  const size = markSize(zoom);
  const isLeast = size.width === MARK && size.height === MARK;
  for (const { state, x, y } of marks) {
    if (isLeast) stampMark(brush, state, x, y);
    else paintMark(brush, state, x, y, size);
  }
  for (const mark of marks) if (mark.count > 1) paintCount(brush, mark);
  return marks;
}
