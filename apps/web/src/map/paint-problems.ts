import { CARD_HEIGHT, CARD_WIDTH, type Layout } from '@gcscope/picture';
import { type Brush, paintSign } from './paint.ts';
import type { FrameName } from './paint-frames.ts';
import { type Problem, type ProblemMark, problemLook } from './problems.ts';
import { AFAR_ZOOM } from './start-camera.ts';

/** CSS px of a mark from afar: large enough for its sign. */
const MARK = 13;
const SIGN = 9;
/** One mark stands for so much of the view, CSS px; on a narrow one for more, or marks would hide all namespaces. */
const SPOT = MARK;
const NARROW_SPOT = 22;
const NARROW = 600;
/** Strokes are slow: with more marks in view than this, marks have colours without signs. */
const MOST_SIGNED = 500;

/** A mark that stands for the objects with a problem at one spot. */
export interface PaintedMark extends ProblemMark {
  /** Middle, CSS px. */
  readonly x: number;
  readonly y: number;
}

/**
 * Draws what has a problem above everything else, however far away: the worst of each spot. Objects with a card or a name are
 * left out, and from afar the names stay free: what is under one stands below it. Returns the marks, for clicks.
 */
export function paintProblems(
  brush: Brush,
  layout: Layout,
  problems: Problem,
  names: readonly FrameName[],
  isRead: (slot: number) => boolean,
): readonly PaintedMark[] {
  const { zoom, pan, width, height, context, colours } = brush;
  const spots = new Map<number, PaintedMark>();
  const spot = width < NARROW ? NARROW_SPOT : SPOT;
  const columns = Math.ceil(width / spot) + 2;
  for (const { slot, state } of problems.marks) {
    const x = (layout.x[slot] ?? 0) * zoom + pan.x;
    const place = (layout.y[slot] ?? 0) * zoom + pan.y;
    const y = zoom < AFAR_ZOOM ? below(names, layout, brush, x, place) : place;
    if (x < -MARK || y < -MARK || x > width + MARK || y > height + MARK || isRead(slot)) continue;
    const key = (Math.floor(y / spot) + 1) * columns + Math.floor(x / spot) + 1;
    // Of the same spot the later one is the worse one, and the last one drawn.
    spots.delete(key);
    spots.set(key, { slot, state, x, y });
  }
  const marks = [...spots.values()];
  const wide = Math.max(MARK, CARD_WIDTH * zoom);
  const high = Math.max(MARK, CARD_HEIGHT * zoom);
  for (const { state, x, y } of marks) {
    const { sign, colour } = problemLook(state, colours);
    context.beginPath();
    context.roundRect(x - wide / 2, y - high / 2, wide, high, 3);
    context.fillStyle = colour;
    context.fill();
    context.strokeStyle = colours.background;
    context.lineWidth = 1;
    context.stroke();
    if (marks.length > MOST_SIGNED) continue;
    paintSign(brush, sign, x - SIGN / 2, y - SIGN / 2, SIGN, colours.background, 2.2);
  }
  return marks;
}

/** The height of a mark at this place, below the name that it would hide but not below the namespace. */
function below(
  names: readonly FrameName[],
  layout: Layout,
  { zoom, pan }: Brush,
  x: number,
  y: number,
): number {
  const hidden = names.find(
    (name) =>
      x > name.x - MARK / 2 &&
      x < name.x + name.width + MARK / 2 &&
      y > name.y - MARK / 2 &&
      y < name.y + name.height + MARK / 2,
  );
  if (!hidden) return y;
  const frame = layout.namespaces[hidden.frame];
  const bottom = frame ? (frame.y + frame.height) * zoom + pan.y : Number.POSITIVE_INFINITY;
  return Math.max(y, Math.min(hidden.y + hidden.height, bottom - MARK) + MARK / 2);
}
