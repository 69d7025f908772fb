import { formatCount } from '@gcscope/gc-core/wire';
import type { Layout } from '@gcscope/picture';
import { AFAR_ZOOM, LINES_ZOOM } from '../view/measures.ts';
import { inView, onScreen } from '../view/on-screen.ts';
import {
  MARK,
  type MapProblems,
  markSize,
  type ProblemState,
  problemLook,
} from '../world/problems.ts';
import { type Brush, setFont } from './brush.ts';
import { type Corner, cornerMark, hasOneMark } from './corner-mark.ts';
import type { FrameName } from './frame-name.ts';
import { paintMark, stampMark } from './mark-stamps.ts';
import { apart, isSpeck } from './marks-apart.ts';
import { COUNT_PAD, COUNT_SIZE, numberBox, type PaintedMark } from './painted-mark.ts';

/** Side of the part of a view that one mark stands for, CSS px; larger on a narrow one, or marks would hide all namespaces. */
const SPOT = MARK;
const NARROW_SPOT = 22;
const NARROW = 600;
/** The most namespaces with marks that are smaller than others, or larger than their frames. */
const MOST_TIGHT = 100;
/** The marks of so many blocked namespaces may be larger than their frames: more would lie on neighbours and on each other. */
const MOST_BEYOND = 12;
const NOBODY: ReadonlySet<number> = new Set();

/**
 * Draws marks of problems above everything else, however far away: the worst of each spot, and of each small namespace. Objects with a
 * card or a name are left out, and so is a crowd without room for marks. From afar names stay free, and no mark lies on another one. Returns
 * the marks, for clicks.
 */
export function paintProblems(
  brush: Brush,
  layout: Layout,
  problems: MapProblems,
  names: readonly FrameName[],
  isRead: (slot: number) => boolean,
): readonly PaintedMark[] {
  const isAfar = brush.zoom < AFAR_ZOOM;
  const cornerOf = (frame: number): Corner | undefined => {
    const [box, summary] = [layout.namespaces[frame], problems.namespaces[frame]];
    return box && summary && cornerMark(brush, box, summary.problems);
  };
  const crowd = crowdOf(brush, layout, problems, cornerOf);
  const isLeftOut = (slot: number): boolean => isRead(slot) || crowd.has(layout.frames[slot] ?? -1);
  const spots = spotsOf(brush, layout, problems, isLeftOut);
  const marks = isAfar ? apart(brush, layout, names, spots, cornerOf) : spots;
  for (const mark of marks) {
    const { width, height } = mark.size;
    if (width === height) stampMark(brush, mark, mark.x, mark.y, width);
    else paintMark(brush, mark, mark.x, mark.y, mark.size);
  }
  setFont(brush, COUNT_SIZE, 700);
  for (const mark of marks) if (mark.count > 1 && mark.isBeside) paintCount(brush, mark);
  return marks;
}

/**
 * The namespaces in view without room for a mark, if there are many: a wall of marks beyond their frames tells less than shades, outlines
 * and the name of all of them. Smaller marks within their frames are for what is blocked, or for few.
 */
function crowdOf(
  brush: Brush,
  { namespaces }: Layout,
  problems: MapProblems,
  cornerOf: (frame: number) => Corner | undefined,
): ReadonlySet<number> {
  if (brush.zoom >= LINES_ZOOM) return NOBODY;
  const small = namespaces.flatMap((frame, at) => {
    const [worst] = problems.namespaces[at]?.problems ?? [];
    if (!worst || !hasOneMark(brush.zoom, frame)) return [];
    if (!inView(brush, onScreen(brush, frame))) return [];
    return [{ at, frame, isBlocked: worst[0] === 'blocked', side: cornerOf(at)?.side ?? 0 }];
  });
  const lesser = small.filter(({ isBlocked, side }) => !isBlocked && side < MARK);
  const blocked = small.filter(({ isBlocked }) => isBlocked);
  const beyond = blocked.filter(({ side }) => side === 0);
  // Specks have marks together if no blocked one has a mark of its own.
  const isAnyMarked = beyond.length < blocked.length;
  const piled = beyond.filter(({ frame }) => isAnyMarked || !isSpeck(brush, frame));
  return new Set(
    [
      ...(lesser.length > MOST_TIGHT ? lesser : []),
      ...(beyond.length > MOST_BEYOND ? piled : []),
    ].map(({ at }) => at),
  );
}

/** Makes one mark for each spot of the view, and for each namespace without room for more; the worst last. */
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
  const isSmall = layout.namespaces.map((frame) => zoom < AFAR_ZOOM && hasOneMark(zoom, frame));
  const isSeen = layout.namespaces.map((frame) => inView(brush, onScreen(brush, frame)));
  const size = markSize(zoom);
  for (const { slot, state } of problems.marks) {
    const x = (layout.x[slot] ?? 0) * zoom + pan.x;
    const y = (layout.y[slot] ?? 0) * zoom + pan.y;
    const frame = layout.frames[slot] ?? -1;
    const isOne = isSmall[frame] === true;
    const isOut = x < -MARK || y < -MARK || x > width + MARK || y > height + MARK;
    // The one mark of a namespace counts also objects out of view.
    if ((isOne ? !isSeen[frame] : isOut) || isRead(slot)) continue;
    const key = isOne
      ? -1 - frame
      : (Math.floor(y / spot) + 1) * columns + Math.floor(x / spot) + 1;
    // The later of two marks on one spot is worse and drawn last.
    const count = 1 + likeIt(spots.get(key), state);
    spots.delete(key);
    spots.set(key, { slot, state, x, y, count, size, isBeside: false });
  }
  return [...spots.values()];
}

/** Number of objects of this state that a mark counts. */
function likeIt(mark: PaintedMark | undefined, state: ProblemState): number {
  return mark?.state === state ? mark.count : 0;
}

/** Draws the number of objects that a mark stands for. */
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
