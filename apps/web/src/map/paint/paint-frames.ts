import { visibleText } from '@gcscope/gc-core/wire';
import {
  type Box,
  FRAME_GAP,
  FRAME_LABEL,
  FRAME_PADDING,
  type Frame,
  inflate,
  type Layout,
  overlaps,
  type Size,
} from '@gcscope/picture';
import { AFAR_ZOOM, FRAME_HEADER, READABLE_ZOOM } from '../view/measures.ts';
import {
  type MapProblems,
  markSize,
  type NamespaceSummary,
  problemLook,
} from '../world/problems.ts';
import { type Brush, paintSign, setFont, textWidth } from './brush.ts';
import { lineOf, NARROW, SIGN, SMALL, wordsOf, writeLine } from './frame-line.ts';
import { cutName, nameLines, TINY, TINY_LINE } from './name-lines.ts';
import type { Nameless } from './paint-group-name.ts';

/** How much deeper each doubling of the problems makes the shade of a namespace. Deeper than the last, a reason could not be read. */
const DEEPER = 0.07;
const DEEPEST = 0.28;
/** CSS px. */
const LINE = 17;
const PAD = 6;
/** More names beyond their namespaces than these would be read as names of others. */
const MOST_BEYOND = 12;
const TINY_PAD = 2;
/** Of a line in small letters. */
const SMALL_LINE = 13;
/** Between a name across the upper side of its frame and the cards below; in small letters less. */
const ABOVE_CARDS = 3;
const LITTLE_ABOVE = 2;
/** Between the cards of two namespaces, one below the other, world px. */
const BETWEEN_CARDS = FRAME_PADDING + FRAME_GAP + FRAME_LABEL;
/** While so much is free between cards, no name of such lines lies on them. */
const isRoomBetween = (zoom: number, line: number = SMALL_LINE): boolean =>
  BETWEEN_CARDS * zoom >= line + LITTLE_ABOVE;

/** The name of a namespace on the screen, in CSS px: a click on it leads there. */
export interface FrameName extends Box {
  readonly frame: number;
  /** Its lines, where a mark may stand beside the shorter one. */
  readonly lines?: readonly Box[];
}

interface NamelessFrame extends Nameless {
  readonly frame: number;
}

/**
 * Draws the frames of the namespaces; each in the shade of the worst that is in it, which is deeper the more objects have it. The
 * shade fades until cards are readable.
 */
export function paintFrames(brush: Brush, layout: Layout, problems: MapProblems): void {
  const { context, colours, zoom } = brush;
  const shade = Math.min(1, (READABLE_ZOOM - zoom) / (READABLE_ZOOM - AFAR_ZOOM));
  layout.namespaces.forEach((frame, index) => {
    const box = onScreen(brush, frame);
    if (!inView(brush, box)) return;
    context.beginPath();
    context.roundRect(box.x, box.y, box.width, box.height, Math.min(14, 14 * zoom + 3));
    context.fillStyle = colours.frame.fill;
    context.fill();
    context.strokeStyle = colours.frame.stroke;
    context.lineWidth = 1;
    const [worst] = problems.namespaces[index]?.problems ?? [];
    if (worst && shade > 0) {
      const [state, count] = worst;
      const look = problemLook(state, colours);
      // Red cards stand out on it.
      context.globalAlpha = shade * shade;
      context.fillStyle = look.fill;
      context.fill();
      context.globalAlpha *= Math.min(DEEPEST, DEEPER * Math.log2(count));
      context.fillStyle = look.colour;
      context.fill();
      context.globalAlpha = shade;
      context.strokeStyle = look.colour;
      context.setLineDash(state === 'wrong' ? [5, 3] : []);
      context.stroke();
      context.setLineDash([]);
      context.globalAlpha = 1;
      return;
    }
    context.stroke();
  });
}

/** The names that were drawn, and whether a namespace in view is too small for its own: those have one name together. */
export interface FrameNames {
  readonly names: readonly FrameName[];
  /** Those that have one name together, from afar. */
  readonly group: readonly Nameless[];
  readonly isAnyNameless: boolean;
}

/**
 * Draws the names of the namespaces: while cards are specks inside the frame with what is wrong there, nearer above the cards, and as a
 * header where the upper end of the frame is out of view.
 */
export function paintFrameNames(brush: Brush, layout: Layout, problems: MapProblems): FrameNames {
  const names: FrameName[] = [];
  const nameless: NamelessFrame[] = [];
  layout.namespaces.forEach((frame, index) => {
    const box = onScreen(brush, frame);
    const summary = problems.namespaces[index];
    if (!summary || !inView(brush, box)) return;
    const name =
      box.y < -2 && box.y + box.height > 2 * FRAME_HEADER
        ? paintHeader(brush, box, summary)
        : isRoomBetween(brush.zoom)
          ? paintAbove(brush, box, summary)
          : paintInside(brush, box, summary);
    if (name) names.push({ ...name, frame: index });
    else nameless.push({ frame: index, box, summary });
  });
  const frames = layout.namespaces.map((frame) => onScreen(brush, frame));
  const beyond = paintAllBeyond(brush, nameless, names, frames);
  names.push(...beyond);
  for (const { frame, box, summary } of nameless) {
    const isBeyond = beyond.some((name) => name.frame === frame);
    const name = isBeyond ? undefined : paintTiny(brush, box, summary, names);
    if (name) names.push({ ...name, frame });
  }
  const known = new Set(names.map(({ frame }) => frame));
  const group = brush.zoom < AFAR_ZOOM ? nameless.filter(({ frame }) => !known.has(frame)) : [];
  // Where the edge of the view cuts a frame, a name may have no room in a large one.
  const isAnyNameless = nameless.some(
    ({ frame, box }) => !known.has(frame) && box.x >= 0 && box.x + box.width <= brush.width,
  );
  return { names, group, isAnyNameless };
}

/** Those of the small namespaces with problems that have room for their names only beyond their sides. */
function paintAllBeyond(
  brush: Brush,
  nameless: readonly NamelessFrame[],
  names: readonly FrameName[],
  frames: readonly Box[],
): readonly FrameName[] {
  const withProblems = nameless.filter(({ summary }) => summary.problems.length > 0);
  const beyond: FrameName[] = [];
  for (const { frame, box, summary } of withProblems.length <= MOST_BEYOND ? withProblems : []) {
    if (tinyWhole(brush, box, summary)) continue;
    // Where the others have their marks there is no other room for them; while cards are no specks, others have theirs.
    const others = isRoomBetween(brush.zoom, TINY_LINE)
      ? frames.filter((_, other) => other !== frame)
      : withProblems.filter((other) => other.frame !== frame).map((other) => other.box);
    const name = paintBeyond(brush, box, summary, [...names, ...beyond, ...others]);
    if (name) beyond.push({ ...name, frame });
  }
  return beyond;
}

/** The name of a small namespace with a problem, beyond one of its sides where it covers nothing that is taken: its mark is the sign. */
function paintBeyond(
  brush: Brush,
  box: Box,
  summary: NamespaceSummary,
  taken: readonly Box[],
): Box | undefined {
  setFont(brush, SMALL, 620);
  const named = { ...summary, problems: [] };
  const line = lineOf(brush, named, textWidth(brush, visibleText(summary.label)) + 1);
  if (!line) return undefined;
  const width = line.width + PAD;
  // The mark of a namespace that is smaller than a mark spills over its sides.
  const across = Math.max(box.width, markSize(brush.zoom).width);
  const left = box.x + (box.width - across) / 2;
  const y = Math.max(box.y + (box.height - LINE) / 2, 0);
  const plate = [left + across, left - width]
    .map((x) => ({ x, y, width, height: LINE }))
    .find(
      (each) =>
        each.x >= 0 &&
        each.x + width <= brush.width &&
        !taken.some((other) => overlaps(other, each)),
    );
  if (!plate) return undefined;
  paintPlate(brush, plate, summary, 0.85);
  writeLine(brush, named, line, plate.x + PAD / 2, plate.y + LINE / 2);
  return plate;
}

/** A strip along the upper edge of the map: what lies under it is scrolled away. */
function paintHeader(brush: Brush, box: Box, summary: NamespaceSummary): Box | undefined {
  const { context, colours } = brush;
  const x = Math.max(0, box.x);
  const width = Math.min(brush.width, box.x + box.width) - x;
  const line = lineOf(brush, summary, width - 2 * PAD - 8);
  if (!line) return undefined;
  context.fillStyle = colours.frame.fill;
  context.fillRect(x, 0, width, FRAME_HEADER);
  context.fillStyle = colours.frame.stroke;
  context.fillRect(x, FRAME_HEADER, width, 1);
  writeLine(brush, summary, line, x + PAD + 4, FRAME_HEADER / 2);
  return { x, y: 0, width, height: FRAME_HEADER };
}

/** Above the cards: in the band of the frame, or across its upper side while the band is too low; from afar in small letters. */
function paintAbove(brush: Brush, box: Box, summary: NamespaceSummary): Box | undefined {
  const isAfar = brush.zoom < AFAR_ZOOM;
  const [size, height, above, pad] = isAfar
    ? [SMALL, SMALL_LINE, LITTLE_ABOVE, PAD / 2]
    : [undefined, LINE, ABOVE_CARDS, PAD];
  const band = FRAME_LABEL * brush.zoom;
  const y = band < height ? box.y + band - height - above : box.y + (band - height) / 2;
  const x = Math.max(box.x, 0) + pad + 4;
  const room = box.x + box.width - x - pad;
  const inside = lineOf(brush, summary, room, size);
  // Before a name is written smaller, it reaches out into the gap to the next namespace.
  const line =
    inside?.isCut === false
      ? inside
      : lineOf(brush, summary, room + FRAME_GAP * brush.zoom - pad, size);
  if (!line || line.isCut) return undefined;
  const plate = { x: x - pad, y, width: line.width + 2 * pad, height };
  paintGap(brush, plate, above - 1);
  paintPlate(brush, plate, summary, 1);
  writeLine(brush, summary, line, x, y + height / 2);
  return plate;
}

/** Around the plate of a name: as a line that crosses another, one under a name must not seem to strike it out. */
function paintGap({ context, colours }: Brush, plate: Box, by: number): void {
  const { x, y, width, height } = inflate(plate, by);
  context.beginPath();
  context.roundRect(x, y, width, height, 4 + by);
  context.fillStyle = colours.frame.fill;
  context.fill();
}

/** The ground of a name, in the shade of its namespace. */
function paintPlate(
  { context, colours }: Brush,
  { x, y, width, height }: Box,
  { problems: [worst] }: NamespaceSummary,
  opacity: number,
): void {
  context.beginPath();
  context.roundRect(x, y, width, height, 4);
  context.fillStyle = worst ? problemLook(worst[0], colours).fill : colours.frame.fill;
  context.globalAlpha = opacity;
  context.fill();
  context.globalAlpha = 1;
}

/** Over the objects, which are specks: the name, and below it what is wrong. */
function paintInside(brush: Brush, box: Box, summary: NamespaceSummary): Box | undefined {
  const left = Math.max(box.x, 0);
  const pad = box.width < NARROW ? 3 : PAD;
  const { problems } = summary;
  const right = Math.min(box.x + box.width, brush.width);
  const mark = markSize(brush.zoom);
  // Marks stand below the lines, or beside them.
  const roomBeside = (lines: number): number => {
    const isBelow = problems.length === 0 || box.height >= LINE * lines + mark.height + 2;
    return right - left - 2 * pad - (isBelow ? 0 : mark.width);
  };
  const whole = lineOf(brush, summary, roomBeside(1));
  // A second line covers more objects: it is for what has no room in the first.
  const isHigh = whole?.isAllSaid !== true && problems.length > 0 && box.height >= 2.5 * LINE;
  const above = isHigh ? lineOf(brush, { ...summary, problems: [] }, roomBeside(2)) : undefined;
  const lines = above && !above.isCut ? 2 : 1;
  const [x, y] = [left + pad, Math.max(box.y, 0) + 2];
  const words = lines === 2 ? wordsOf(brush, problems, roomBeside(2)) : [];
  const first = lines === 2 ? { ...summary, problems: [] } : summary;
  const line = lines === 2 ? above : whole;
  if (!line || line.isCut) return undefined;
  const width = Math.max(line.width, words.at(-1)?.end ?? 0);
  const plate = { x: x - 3, y, width: width + 6, height: LINE * lines };
  paintPlate(brush, plate, summary, 0.85);
  writeLine(brush, first, line, x, y + LINE / 2);
  for (const { start, sign, colour, text } of words) {
    const middle = y + LINE * 1.5 - 1;
    paintSign(brush, sign, x + start, middle - SIGN / 2, SIGN, colour, 1.8);
    setFont(brush, 11, 550);
    brush.context.fillStyle = colour;
    brush.context.fillText(text, x + start + SIGN + 3, middle + 0.5);
  }
  return plate;
}

/** A name in the smallest letters, and where it begins. */
interface Tiny {
  readonly x: number;
  readonly y: number;
  readonly lines: readonly string[];
}

/** The name in the smallest letters, cut where it has to be, if it covers no other name; what is wrong is left out, because the shade shows it. */
function paintTiny(
  brush: Brush,
  box: Box,
  summary: NamespaceSummary,
  names: readonly Box[],
): Omit<FrameName, 'frame'> | undefined {
  const found = tinyWhole(brush, box, summary) ?? tinyCut(brush, box, summary);
  if (!found) return undefined;
  const { x, y, lines } = found;
  const boxes = lines.map((line, at) => {
    return { x, y: y + TINY_LINE * at, width: textWidth(brush, line), height: TINY_LINE };
  });
  const width = Math.max(...boxes.map((line) => line.width));
  const plate = { x, y, width, height: TINY_LINE * lines.length, lines: boxes };
  if (names.some((name) => overlaps(name, plate))) return undefined;
  const opacity = isRoomBetween(brush.zoom) ? 1 : 0.85;
  for (const line of boxes) paintPlate(brush, line, summary, opacity);
  const { context, colours } = brush;
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  context.fillStyle = colours.text;
  lines.forEach((line, at) => {
    context.fillText(line, x, y + TINY_LINE * (at + 0.5) + 0.5);
  });
  return plate;
}

/** The name in the smallest letters, whole and with room for a mark, if there is something to mark. */
function tinyWhole(brush: Brush, box: Box, summary: NamespaceSummary): Tiny | undefined {
  const name = visibleText(summary.label);
  for (const { x, y, room, high, mark } of tinyRooms(brush, box, summary)) {
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
function tinyCut(brush: Brush, box: Box, summary: NamespaceSummary): Tiny | undefined {
  setFont(brush, TINY, 600);
  for (const { x, y, room, high, mark } of tinyRooms(brush, box, summary)) {
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
  { zoom, width }: Brush,
  box: Box,
  { problems }: NamespaceSummary,
): readonly TinyRoom[] {
  const x = Math.max(box.x, 0) + TINY_PAD;
  const room = Math.min(box.x + box.width, width) - x - TINY_PAD;
  const rooms: TinyRoom[] = [];
  if (isRoomBetween(zoom, TINY_LINE)) {
    const y = box.y + FRAME_LABEL * zoom - TINY_LINE - LITTLE_ABOVE;
    rooms.push({ x, y, room: room + FRAME_GAP * zoom, high: TINY_LINE, mark: NO_MARK });
  }
  if (isRoomBetween(zoom)) return rooms;
  const y = Math.max(box.y, 0) + TINY_PAD;
  const mark = problems.length > 0 ? markSize(zoom) : NO_MARK;
  return [...rooms, { x, y, room, high: box.y + box.height - y, mark }];
}

function onScreen({ zoom, pan }: Brush, frame: Frame): Box {
  return {
    x: frame.x * zoom + pan.x,
    y: frame.y * zoom + pan.y,
    width: frame.width * zoom,
    height: frame.height * zoom,
  };
}

function inView(brush: Brush, box: Box): boolean {
  return (
    box.x < brush.width && box.y < brush.height && box.x + box.width > 0 && box.y + box.height > 0
  );
}
