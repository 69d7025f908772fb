import { visibleText } from '@gcscope/gc-core/wire';
import { type Box, FRAME_GAP, FRAME_LABEL, overlaps } from '@gcscope/picture';
import { groundOf, type NamespaceSummary } from '../world/problems.ts';
import { type Brush, setFont, textWidth } from './brush.ts';
import type { Corner } from './corner-mark.ts';
import type { Nameless, Others, PlacedName } from './frame-name.ts';
import { cutName, nameLines, TINY, TINY_LINE } from './name-lines.ts';
import { isRoomBetween, LITTLE_ABOVE, paintHalo, paintPlate } from './name-plate.ts';

/** CSS px. */
const PAD = 2;
const MARK_GAP = 1;

/** The name in the smallest letters, cut where it has to be, if it covers no other name; what is wrong is left out, because the shade shows it. */
export function paintTiny(
  brush: Brush,
  { box, summary, corner }: Nameless,
  { names }: Others,
): PlacedName | undefined {
  const found = tinyName(brush, box, summary, corner);
  if (!found) return undefined;
  const { x, lines } = found;
  setFont(brush, TINY, 600);
  const boxes = lines.map((line, at) => {
    return { x, y: topOf(found, at), width: textWidth(brush, line), height: TINY_LINE };
  });
  const y = found.y;
  const width = Math.max(...boxes.map((line) => line.width));
  const high = topOf(found, lines.length - 1) + TINY_LINE - y;
  const plate = { x, y, width, height: high, lines: boxes };
  if (names.some((name) => overlaps(name, plate))) return undefined;
  const isBetween = isRoomBetween(brush.zoom);
  const ground = (opacity: number): void => {
    for (const line of boxes) paintPlate(brush, line, summary, opacity);
  };
  if (isBetween) ground(1);
  const { context, colours } = brush;
  const write = (): void => {
    if (!isBetween) ground(0.85);
    setFont(brush, TINY, 600);
    context.textAlign = 'left';
    context.textBaseline = 'middle';
    lines.forEach((line, at) => {
      const middle = topOf(found, at) + TINY_LINE / 2 + 0.5;
      if (isBetween) paintHalo(brush, line, x, middle, groundOf(summary.problems, colours));
      context.fillStyle = colours.text;
      context.fillText(line, x, middle);
    });
  };
  return { ...plate, write };
}

/** A name in the smallest letters, and where it begins. */
interface Tiny extends Pick<TinyRoom, 'x' | 'y' | 'next'> {
  readonly lines: readonly string[];
  readonly isWhole: boolean;
}

function topOf({ y, next }: Tiny, line: number): number {
  return line === 0 ? y : next + TINY_LINE * (line - 1);
}

/** The name in the smallest letters, whole or cut, beside the mark of the namespace, or below it. */
export function tinyName(
  brush: Brush,
  box: Box,
  summary: NamespaceSummary,
  corner: Corner | undefined,
): Tiny | undefined {
  const name = visibleText(summary.label);
  const rooms = tinyRooms(brush, box, corner);
  const whole = (tinyRoom: TinyRoom): Tiny | undefined => {
    const { y, next, room, first, end } = tinyRoom;
    const high = end - y < TINY_LINE ? 0 : TINY_LINE + Math.max(0, end - next);
    const lines = nameLines(brush, name, room, high, first);
    return lines && { ...tinyRoom, lines, isWhole: true };
  };
  const cut = (tinyRoom: TinyRoom): Tiny | undefined => {
    const { y, first, end } = tinyRoom;
    setFont(brush, TINY, 600);
    const line = end - y < TINY_LINE ? undefined : cutName(brush, summary, first);
    return line === undefined ? undefined : { ...tinyRoom, lines: [line], isWhole: false };
  };
  // Names of neighbours stand alike: rather cut beside the mark than whole below it.
  const [beside, below] = [
    rooms.filter(({ isBelow }) => !isBelow),
    rooms.filter(({ isBelow }) => isBelow),
  ];
  for (const [some, way] of [
    [beside, whole],
    [beside, cut],
    [below, whole],
    [below, cut],
  ] as const) {
    for (const room of some) {
      const found = way(room);
      if (found) return found;
    }
  }
  return undefined;
}

interface TinyRoom {
  readonly x: number;
  readonly y: number;
  /** Where the second line begins, and the room ends. */
  readonly next: number;
  readonly end: number;
  readonly room: number;
  /** Of the first line, beside a mark. */
  readonly first: number;
  readonly isBelow?: boolean;
}

/** Of a namespace in view, for the smallest letters: one line above the cards, out into the gap to the next namespace, or more over specks. */
function tinyRooms(brush: Brush, box: Box, corner: Corner | undefined): readonly TinyRoom[] {
  const { zoom, width } = brush;
  const x = Math.max(box.x, 0) + PAD;
  const right = Math.min(box.x + box.width, width);
  const room = right - x - PAD;
  const rooms: TinyRoom[] = [];
  if (isRoomBetween(zoom, TINY_LINE)) {
    const y = box.y + FRAME_LABEL * zoom - TINY_LINE - LITTLE_ABOVE;
    const wide = room + FRAME_GAP * zoom;
    const first = corner ? corner.left - MARK_GAP - x : wide;
    rooms.push({ x, y, next: y + TINY_LINE, end: y + TINY_LINE, room: wide, first });
  }
  if (isRoomBetween(zoom)) return rooms;
  const y = Math.max(box.y, 0) + PAD;
  const end = box.y + box.height;
  if (!corner) return [...rooms, { x, y, next: y + TINY_LINE, end, room, first: room }];
  // The second line begins below the mark; where the first has no room beside it, that does, too.
  const next = Math.max(y + TINY_LINE, corner.bottom);
  const below = {
    x,
    y: corner.bottom,
    next: corner.bottom + TINY_LINE,
    end,
    room,
    first: room,
    isBelow: true,
  };
  return [...rooms, { x, y, next, end, room, first: corner.left - MARK_GAP - x }, below];
}
