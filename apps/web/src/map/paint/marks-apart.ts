import { type Box, inflate, type Layout, type Size } from '@gcscope/picture';
import { markSize } from '../world/problems.ts';
import { BoxBoard } from './box-board.ts';
import type { Brush } from './brush.ts';
import type { Corner } from './corner-mark.ts';
import type { FrameName } from './frame-name.ts';
import { markPlaces } from './mark-places.ts';
import { footprint, numberWidth, type PaintedMark } from './painted-mark.ts';

/** Marks may share this much, CSS px: in rows of low namespaces each then has its own. */
const OUTLINE = 1;
/** Namespaces that are lower or narrower than this on the screen are not told apart, CSS px. */
const LEAST_APART = 5;
/** The group of those. */
const SPECKS = -1;

/**
 * The marks in their namespaces, beside the names, with room for their numbers where there is some; given with the worst last. None lies
 * on another one: the worst of a namespace stays, and counts those like it that it covers. Of two namespaces the worse mark
 * stays; the other finds a place beside it, or is left away: then the shade of its namespace alone tells of it. Specks, not told apart
 * on the screen has marks together. Where a namespace has one mark, it stands in the corner for it, whatever the others do.
 */
export function apart(
  brush: Brush,
  layout: Layout,
  names: readonly FrameName[],
  marks: readonly PaintedMark[],
  cornerOf: (frame: number) => Corner | undefined,
): readonly PaintedMark[] {
  const { inCorners, others } = cornered(layout, marks, cornerOf);
  const size = markSize(brush.zoom);
  const coreOf = (mark: PaintedMark): Box => inflate(footprint(brush, mark), -OUTLINE / 2);
  const board = boardOf(layout, inCorners, coreOf);
  const placeOf = markPlaces(brush, layout, names);
  /** The mark where it has room among those of others. */
  const placed = (mark: PaintedMark, group: number): PaintedMark | undefined => {
    const taken = (box: Box): Box | undefined => {
      const { x, y, width, height } = box;
      const middle = { x: x + width / 2, y: y + height / 2 };
      // Without room for its number it has the edge of another one behind it.
      const isAlone = width === size.width;
      const own = isAlone ? footprint(brush, { ...mark, ...middle, isBeside: false }) : box;
      return board.foreignUnder(inflate(own, -OUTLINE / 2), group);
    };
    const place = placeOf(mark.slot, numberWidth(brush, mark.count), taken);
    return place && { ...mark, x: place.x, y: place.y, isBeside: place.beside };
  };
  const ranks = new Map(marks.map(({ slot }, rank) => [slot, rank]));
  const rankOf = ({ slot }: PaintedMark): number => ranks.get(slot) ?? 0;
  /** Puts a mark down; if it would cover another one, the worse of the two stands for both, and is put down anew. */
  const put = (mark: PaintedMark, group: number, found = placed(mark, group)): void => {
    const other = found && board.ownUnder(coreOf(found), group);
    if (other) {
      board.remove(other);
      const worse = rankOf(mark) > rankOf(other) ? mark : other;
      put(together(worse, worse === mark ? other : mark), group);
    } else {
      // A mark without room stays where it was, without its number.
      const kept = found ?? { ...mark, isBeside: false };
      board.add(kept, group, coreOf(kept));
    }
  };
  /** The worst mark that found no place in each namespace without a mark so far: it stands for the others. */
  const waiting = new Map<number, PaintedMark>();
  for (const each of others.toReversed()) {
    const group = groupOf(brush, layout, each.slot);
    const worse = waiting.get(group);
    // A lesser mark never counts a worse one: that takes its place.
    const mark = worse ? together(worse, each) : each;
    const own = board.oneOf(group);
    const place = placed({ ...mark, slot: each.slot }, group);
    if (place) {
      waiting.delete(group);
      put(mark, group, { ...place, slot: mark.slot });
    } else if (own && group !== SPECKS) {
      board.remove(own);
      put(together(own, mark), group);
    } else if (group !== SPECKS) waiting.set(group, mark);
  }
  return board.items;
}

/** Joins two marks into one: the number beside a sign is that of objects in its state. */
function together(worse: PaintedMark, other: PaintedMark): PaintedMark {
  return worse.state === other.state ? { ...worse, count: worse.count + other.count } : worse;
}

function boardOf(
  { frames }: Layout,
  marks: Iterable<PaintedMark>,
  coreOf: (mark: PaintedMark) => Box,
): BoxBoard<PaintedMark> {
  const board = new BoxBoard<PaintedMark>();
  for (const mark of marks) board.add(mark, frames[mark.slot] ?? SPECKS, coreOf(mark));
  return board;
}

/** The marks of namespaces that have one in their corner, each counting the worst of its namespace; and the other marks. */
function cornered(
  { frames }: Layout,
  marks: readonly PaintedMark[],
  cornerOf: (frame: number) => Corner | undefined,
): { readonly inCorners: Iterable<PaintedMark>; readonly others: readonly PaintedMark[] } {
  const inCorners = new Map<number, PaintedMark>();
  const others: PaintedMark[] = [];
  for (const mark of marks) {
    const frame = frames[mark.slot] ?? SPECKS;
    const corner = cornerOf(frame);
    if (!corner) {
      others.push(mark);
      continue;
    }
    const { x, y, side, state, count, isBeside } = corner;
    const size = { width: side, height: side };
    // The worst comes last; owners that a filtered view shows beside its matches may be worse, and do not count.
    if (inCorners.has(frame) && mark.state !== state) continue;
    inCorners.set(frame, { ...mark, x, y, size, state, count, isBeside });
  }
  return { inCorners: inCorners.values(), others };
}

/** Marks of one group may be one. */
function groupOf(brush: Brush, { frames, namespaces }: Layout, slot: number): number {
  const frame = frames[slot] ?? SPECKS;
  const box = namespaces[frame];
  return box && !isSpeck(brush, box) ? frame : SPECKS;
}

/** Whether a namespace cannot be told apart from the next one. */
export function isSpeck({ zoom }: Pick<Brush, 'zoom'>, { width, height }: Size): boolean {
  return Math.min(width, height) * zoom < LEAST_APART;
}
