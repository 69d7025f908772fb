import { visibleText } from '@gcscope/gc-core/wire';
import { type Box, FRAME_GAP, FRAME_LABEL } from '@gcscope/picture';
import { groundOf, type NamespaceSummary } from '../world/problems.ts';
import { type Brush, setFont, textWidth } from './brush.ts';
import type { Corner } from './corner-mark.ts';
import type { Nameless, Others, PlacedName } from './frame-name.ts';
import { cutLines, linesOf, TINY, TINY_LINE } from './name-lines.ts';
import { isRoomBetween, LITTLE_ABOVE, paintHalo, paintPlate } from './name-plate.ts';

/** CSS px. */
const PAD = 2;
const MARK_GAP = 1;
/** Height of the last line that may be in the gap below its frame, while that is as high: letters are lower than their line. */
const SPILL = 1.25;
/** Sums of fractions may be a little less than a whole line. */
const NEARLY = 1e-6;

/** Draws the name in the smallest letters, cut if it has to be, if it covers no other name; without problems: the shade shows them. */
export function paintTiny(
  brush: Brush,
  { box, summary, corner }: Nameless,
  { isFree }: Others,
): PlacedName | undefined {
  const found = tinyName(brush, box, summary, corner);
  if (!found) return undefined;
  const { x, lines, tops } = found;
  setFont(brush, TINY, 600);
  const boxes = lines.map((line, at) => {
    return { x, y: tops[at] ?? 0, width: textWidth(brush, line), height: TINY_LINE };
  });
  const y = tops[0] ?? 0;
  const width = Math.max(...boxes.map((line) => line.width));
  const high = (tops[lines.length - 1] ?? y) + TINY_LINE - y;
  const plate = { x, y, width, height: high, lines: boxes };
  if (!isFree(plate)) return undefined;
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
      const middle = (tops[at] ?? 0) + TINY_LINE / 2 + 0.5;
      if (isBetween) paintHalo(brush, line, x, middle, groundOf(summary.problems, colours));
      context.fillStyle = colours.text;
      context.fillText(line, x, middle);
    });
  };
  return { ...plate, write };
}

/** A name in the smallest letters, and its place. */
interface Tiny extends Pick<TinyRoom, 'x' | 'tops'> {
  readonly lines: readonly string[];
  readonly isWhole: boolean;
}

/** The name in the smallest letters, whole or cut, beside the mark of the namespace, or below it. */
export function tinyName(
  brush: Brush,
  box: Box,
  { label, apart }: NamespaceSummary,
  corner: Corner | undefined,
): Tiny | undefined {
  const name = visibleText(label);
  const { beside, below } = tinyRooms(brush, box, corner);
  setFont(brush, TINY, 600);
  const whole = ({ widths }: TinyRoom): Lines => linesOf(brush, name, widths);
  const told = ({ widths }: TinyRoom): Lines => cutLines(brush, name, widths, apart);
  const cut = ({ widths }: TinyRoom): Lines => cutLines(brush, name, widths);
  // Rooms that reach under the mark come first among those of as many lines.
  const mostFirst = beside.toReversed().sort((one, other) => linesIn(other) - linesIn(one));
  // Names of neighbours stand alike: rather cut beside the mark than whole below it, if it is told from all others there.
  for (const [rooms, way] of [
    [beside, whole],
    [mostFirst, told],
    [below, whole],
    [below, told],
    [mostFirst, cut],
    [below, cut],
  ] as const) {
    for (const room of rooms) {
      const lines = way(room);
      if (lines) return { ...room, lines, isWhole: way === whole };
    }
  }
  return undefined;
}

type Lines = readonly string[] | undefined;

/** Lines of a name, one below the other. */
interface TinyRoom {
  readonly x: number;
  readonly tops: readonly number[];
  readonly widths: readonly number[];
}

/** Number of lines of a cut name. */
function linesIn({ tops }: TinyRoom): number {
  return Math.min(2, tops.length);
}

/** Rooms of a namespace in view for the smallest letters, beside its mark or below it: one line above the cards, or more over specks. */
function tinyRooms(
  brush: Brush,
  box: Box,
  corner: Corner | undefined,
): Record<'beside' | 'below', readonly TinyRoom[]> {
  const { zoom, width } = brush;
  const x = Math.max(box.x, 0) + PAD;
  const right = Math.min(box.x + box.width, width);
  const room = right - x - PAD;
  const spill = Math.min(SPILL, FRAME_GAP * zoom);
  const end = box.y + box.height + spill;
  const roomAt = (y: number): number =>
    corner && y < corner.bottom ? corner.left - MARK_GAP - x : room;
  /** Lines from here on, the second one no higher than said. */
  const roomFrom = (y: number, next = y + TINY_LINE): TinyRoom => {
    const high = linesBetween(y, end) < 1 ? 0 : 1 + Math.max(0, linesBetween(next, end));
    const tops = Array.from({ length: high }, (_, at) =>
      at === 0 ? y : next + (at - 1) * TINY_LINE,
    );
    return { x, tops, widths: tops.map(roomAt) };
  };
  const beside: TinyRoom[] = [];
  if (isRoomBetween(zoom, TINY_LINE)) {
    const y = box.y + FRAME_LABEL * zoom - TINY_LINE - LITTLE_ABOVE;
    beside.push({ x, tops: [y], widths: [roomAt(y)] });
  }
  if (isRoomBetween(zoom)) return { beside, below: [] };
  const top = Math.max(box.y, 0);
  const high = end - top;
  // The text stands rather near the border than with a line less.
  const y = top + Math.min(PAD, high % TINY_LINE);
  beside.push(roomFrom(y));
  if (!corner) return { beside, below: [] };
  beside.push(roomFrom(y, Math.max(y + TINY_LINE, corner.bottom)));
  return { beside, below: [roomFrom(corner.bottom)] };
}

/** Number of lines with room between two heights. */
function linesBetween(y: number, end: number): number {
  return Math.floor((end - y) / TINY_LINE + NEARLY);
}
