import { visibleText } from '@gcscope/gc-core/wire';
import { type Box, FRAME_GAP, FRAME_LABEL, overlaps, type Size } from '@gcscope/picture';
import { groundOf, type NamespaceSummary, objectsWith } from '../world/problems.ts';
import { type Brush, setFont, textWidth } from './brush.ts';
import type { Nameless, Others, PlacedName } from './frame-name.ts';
import { cutName, nameLines, TINY, TINY_LINE } from './name-lines.ts';
import { isRoomBetween, LITTLE_ABOVE, paintHalo, paintPlate } from './name-plate.ts';
import { markRoom } from './painted-mark.ts';

const PAD = 2;

/** The name in the smallest letters, cut where it has to be, if it covers no other name; what is wrong is left out, because the shade shows it. */
export function paintTiny(
  brush: Brush,
  { box, summary }: Nameless,
  { names }: Others,
): PlacedName | undefined {
  const isNumbered = objectsWith(summary.problems) > 1;
  const found =
    (isNumbered ? tinyWhole(brush, box, summary, true) : undefined) ??
    tinyWhole(brush, box, summary, false) ??
    (isNumbered ? tinyCut(brush, box, summary, true) : undefined) ??
    tinyCut(brush, box, summary, false);
  if (!found) return undefined;
  const { x, y, lines } = found;
  const boxes = lines.map((line, at) => {
    return { x, y: y + TINY_LINE * at, width: textWidth(brush, line), height: TINY_LINE };
  });
  const width = Math.max(...boxes.map((line) => line.width));
  const plate = { x, y, width, height: TINY_LINE * lines.length, lines: boxes };
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
      const middle = y + TINY_LINE * (at + 0.5) + 0.5;
      if (isBetween) paintHalo(brush, line, x, middle, groundOf(summary.problems, colours));
      context.fillStyle = colours.text;
      context.fillText(line, x, middle);
    });
  };
  return { ...plate, write };
}

/** A name in the smallest letters, and where it begins. */
interface Tiny {
  readonly x: number;
  readonly y: number;
  readonly lines: readonly string[];
}

/** The name in the smallest letters, whole and with room for a mark, if there is something to mark, and for its number. */
export function tinyWhole(
  brush: Brush,
  box: Box,
  summary: NamespaceSummary,
  isNumbered: boolean,
): Tiny | undefined {
  const name = visibleText(summary.label);
  for (const { x, y, room, high, mark } of tinyRooms(brush, box, summary, isNumbered)) {
    const { width, height } = mark;
    const lines =
      nameLines(brush, name, room - width, high) ?? nameLines(brush, name, room, high - height);
    if (lines) return { x, y, lines };
    const all = high < TINY_LINE + height ? undefined : nameLines(brush, name, room, high);
    const last = all?.at(-1);
    if (all && last !== undefined && textWidth(brush, last) <= room - width)
      return { x, y, lines: all };
  }
  return undefined;
}

/** What of the name fits in one such line, beside a mark if there is something to mark. */
function tinyCut(
  brush: Brush,
  box: Box,
  summary: NamespaceSummary,
  isNumbered: boolean,
): Tiny | undefined {
  for (const { x, y, room, high, mark } of tinyRooms(brush, box, summary, isNumbered)) {
    setFont(brush, TINY, 600);
    const name = high < TINY_LINE ? undefined : cutName(brush, summary, room - mark.width);
    if (name !== undefined) return { x, y, lines: [name] };
  }
  return undefined;
}

interface TinyRoom {
  readonly x: number;
  readonly y: number;
  readonly room: number;
  readonly high: number;
  /** What a mark takes of it. */
  readonly mark: Size;
}

const NO_MARK: Size = { width: 0, height: 0 };

/** Of a namespace in view, for the smallest letters: one line above the cards, out into the gap to the next namespace, or more over specks. */
function tinyRooms(
  brush: Brush,
  box: Box,
  summary: NamespaceSummary,
  isNumbered: boolean,
): readonly TinyRoom[] {
  const { zoom, width } = brush;
  const x = Math.max(box.x, 0) + PAD;
  const room = Math.min(box.x + box.width, width) - x - PAD;
  const rooms: TinyRoom[] = [];
  if (isRoomBetween(zoom, TINY_LINE)) {
    const y = box.y + FRAME_LABEL * zoom - TINY_LINE - LITTLE_ABOVE;
    rooms.push({ x, y, room: room + FRAME_GAP * zoom, high: TINY_LINE, mark: NO_MARK });
  }
  if (isRoomBetween(zoom)) return rooms;
  const y = Math.max(box.y, 0) + PAD;
  const mark = markRoom(brush, summary, isNumbered);
  return [...rooms, { x, y, room, high: box.y + box.height - y, mark }];
}
