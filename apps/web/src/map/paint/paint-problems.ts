import { formatCount } from '@gcscope/gc-core/wire';
import { type Box, type Layout, overlaps, union } from '@gcscope/picture';
import { AFAR_ZOOM } from '../view/measures.ts';
import {
  MARK,
  type MapProblems,
  markSize,
  type ProblemMark,
  problemLook,
} from '../world/problems.ts';
import { type Brush, setFont, textWidth } from './brush.ts';
import type { FrameName } from './frame-name.ts';
import { markPlaces } from './mark-places.ts';
import { paintMark, stampMark } from './mark-stamps.ts';

/** One mark stands for so much of the view, CSS px; on a narrow one for more, or marks would hide all namespaces. */
const SPOT = MARK;
const NARROW_SPOT = 22;
const NARROW = 600;

/** A namespace that is lower or narrower than this on the screen has one mark, CSS px: its name and more of them have no room. */
const ONE_MARK = { width: 60, height: 36 };

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

/** CSS px. */
const COUNT_SIZE = 8.5;
const COUNT_PAD = 3;
/** Marks are looked for in bands as high as no mark is. */
const BAND = 24;

/**
 * Draws what has a problem above everything else, however far away: the worst of each spot, and of each small namespace. Objects
 * with a card or a name are left out, and from afar the names stay free, and no mark lies on another one: one stands for both.
 * Returns the marks, for clicks.
 */
export function paintProblems(
  brush: Brush,
  layout: Layout,
  problems: MapProblems,
  names: readonly FrameName[],
  isRead: (slot: number) => boolean,
): readonly PaintedMark[] {
  const spots = spotsOf(brush, layout, problems, isRead);
  const isAfar = brush.zoom < AFAR_ZOOM;
  const marks = isAfar ? apart(brush, placed(brush, layout, names, spots)) : spots;
  const size = markSize(brush.zoom);
  const isLeast = size.width === MARK && size.height === MARK;
  for (const { state, x, y } of marks) {
    if (isLeast) stampMark(brush, state, x, y);
    else paintMark(brush, state, x, y, size);
  }
  for (const mark of marks) if (mark.count > 1) paintCount(brush, mark);
  return marks;
}

/** One mark for each spot of the view, and for each namespace that has no room for more; the worst last. */
function spotsOf(
  brush: Brush,
  layout: Layout,
  problems: MapProblems,
  isRead: (slot: number) => boolean,
): readonly PaintedMark[] {
  const { zoom, pan, width, height } = brush;
  const spots = new Map<number, PaintedMark>();
  const spot = width < NARROW ? NARROW_SPOT : SPOT;
  const columns = Math.ceil(width / spot) + 2;
  const isSmall = layout.namespaces.map(
    (frame) =>
      zoom < AFAR_ZOOM &&
      (frame.width * zoom < ONE_MARK.width || frame.height * zoom < ONE_MARK.height),
  );
  for (const { slot, state } of problems.marks) {
    const x = (layout.x[slot] ?? 0) * zoom + pan.x;
    const y = (layout.y[slot] ?? 0) * zoom + pan.y;
    if (x < -MARK || y < -MARK || x > width + MARK || y > height + MARK || isRead(slot)) continue;
    const frame = layout.frames[slot] ?? -1;
    const key = isSmall[frame]
      ? -1 - frame
      : (Math.floor(y / spot) + 1) * columns + Math.floor(x / spot) + 1;
    // Of the same spot the later one is the worse one, and the last one drawn.
    const count = 1 + (spots.get(key)?.count ?? 0);
    spots.delete(key);
    spots.set(key, { slot, state, x, y, count, isBeside: false });
  }
  return [...spots.values()];
}

/** The marks in their namespaces, beside the names, with room for their numbers where there is some. */
function placed(
  brush: Brush,
  layout: Layout,
  names: readonly FrameName[],
  marks: readonly PaintedMark[],
): readonly PaintedMark[] {
  const placeOf = markPlaces(brush, layout, names);
  return marks.map((mark) => {
    const { beside, ...place } = placeOf(mark.slot, numberWidth(brush, mark.count));
    return { ...mark, ...place, isBeside: beside };
  });
}

/** The marks of which none lies on another one: the worst stays, and counts those that it covers. */
function apart(brush: Brush, marks: readonly PaintedMark[]): readonly PaintedMark[] {
  const bands = new Map<number, PaintedMark[]>();
  for (const mark of marks.toReversed()) {
    let one = mark;
    for (;;) {
      const box = footprint(brush, one);
      const band = Math.floor(one.y / BAND);
      const near = [band - 1, band, band + 1].flatMap((at) => bands.get(at) ?? []);
      const other = near.find((each) => overlaps(footprint(brush, each), box));
      if (!other) break;
      const own = bands.get(Math.floor(other.y / BAND)) ?? [];
      own.splice(own.indexOf(other), 1);
      one = { ...other, count: other.count + one.count };
    }
    const band = Math.floor(one.y / BAND);
    bands.set(band, [...(bands.get(band) ?? []), one]);
  }
  return [...bands.values()].flat();
}

/** What a mark and its number take, CSS px. */
export function footprint(brush: Brush, mark: PaintedMark): Box {
  const { width, height } = markSize(brush.zoom);
  const box = { x: mark.x - width / 2, y: mark.y - height / 2, width, height };
  return mark.count > 1 ? union(box, numberBox(brush, mark)) : box;
}

/** Of the number beside a mark; 0 where there is none. */
function numberWidth(brush: Brush, count: number): number {
  if (count < 2) return 0;
  setFont(brush, COUNT_SIZE, 700);
  return textWidth(brush, formatCount(count)) + COUNT_PAD;
}

/** To the right of the mark, or within its lower right corner. */
function numberBox(brush: Brush, { x, y, count, isBeside }: PaintedMark): Box {
  const width = numberWidth(brush, count);
  const size = markSize(brush.zoom);
  const right = x + size.width / 2;
  if (isBeside) return { x: right, y: y - COUNT_SIZE / 2, width, height: COUNT_SIZE };
  const bottom = y + size.height / 2 + 1;
  return { x: right + 1 - width, y: bottom - COUNT_SIZE, width, height: COUNT_SIZE };
}

/** How many objects a mark stands for. */
function paintCount(brush: Brush, mark: PaintedMark): void {
  const { context, colours } = brush;
  const { x, y, width, height } = numberBox(brush, mark);
  context.beginPath();
  context.roundRect(x, y, width, height, 2);
  context.fillStyle = colours.background;
  context.fill();
  context.fillStyle = problemLook(mark.state, colours).colour;
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  context.fillText(formatCount(mark.count), x + COUNT_PAD / 2, y + height / 2 + 0.5);
}
