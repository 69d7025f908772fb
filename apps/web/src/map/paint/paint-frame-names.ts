import { visibleText } from '@gcscope/gc-core/wire';
import { type Box, FRAME_LABEL, type Layout, overlaps } from '@gcscope/picture';
import { AFAR_ZOOM, FRAME_HEADER } from '../view/measures.ts';
import { inView, isCutBy, onScreen } from '../view/on-screen.ts';
import { groundOf, type MapProblems, markSize, type NamespaceSummary } from '../world/problems.ts';
import { BoxBoard } from './box-board.ts';
import { type Brush, setFont, textWidth } from './brush.ts';
import { type Corner, cornerMark } from './corner-mark.ts';
import {
  LINE,
  type Line,
  lineOf,
  NARROW,
  PAD,
  problemLabels,
  SMALL,
  writeLabels,
  writeLine,
} from './frame-line.ts';
import type { FrameName, Nameless, Others, PlacedName } from './frame-name.ts';
import { type LineAbove, lineAbove } from './line-above.ts';
import { mostLetters } from './most-letters.ts';
import { isRoomBetween, LITTLE_ABOVE, paintPlate, SMALL_LINE } from './name-plate.ts';
import { paintTiny, tinyName } from './paint-tiny-name.ts';

/** Height of a line where two namespaces are so near that it must be between their cards. */
const LOW_LINE = 15;
/** Gap between a name across the upper side of its frame and the cards below: names of objects may reach out of their cards. */
const ABOVE_CARDS = 4;
/** More names beyond their namespaces than these would be read as names of others. */
const MOST_BEYOND = 12;

/** The ways to write a name, the best first: each for the namespaces that have none by then. `undefined` where it has no room. */
const WAYS: readonly ((brush: Brush, one: Nameless, others: Others) => PlacedName | undefined)[] = [
  paintHeader,
  paintAbove,
  paintInside,
  paintBeyond,
  paintCutAbove,
  paintTiny,
];

/** The names that were drawn, and whether a namespace in view is too small for its own: those have one name together. */
export interface FrameNames {
  readonly names: readonly FrameName[];
  /** The namespaces that have one name together, from afar. */
  readonly group: readonly Nameless[];
  readonly isAnyNameless: boolean;
  /** Writes them: until then there is only the ground of those between cards. */
  readonly write: () => void;
}

/** Draws the names of the namespaces in view: at once the ground of those between cards, where lines run; the rest with `write`, so that lines cross the ground under the letters. */
export function paintFrameNames(brush: Brush, layout: Layout, problems: MapProblems): FrameNames {
  const frames = layout.namespaces.map((frame) => onScreen(brush, frame));
  const mostOf = mostLetters(brush, layout, problems);
  let nameless: readonly Nameless[] = layout.namespaces.flatMap((place, frame) => {
    const [summary, box] = [problems.namespaces[frame], frames[frame]];
    if (!summary || !box || !inView(brush, box)) return [];
    const corner = cornerMark(brush, place, summary.problems);
    return [{ frame, box, summary, corner, most: mostOf(frame) }];
  });
  const board = new BoxBoard<FrameName>();
  const isFree = (plate: Box): boolean => board.under(plate) === undefined;
  const writes: (() => void)[] = [];
  for (const paint of WAYS) {
    const withProblems = nameless.filter(({ summary }) => summary.problems.length > 0);
    const left: Nameless[] = [];
    for (const each of nameless) {
      const name = paint(brush, each, { isFree, withProblems, frames });
      if (!name) {
        left.push(each);
        continue;
      }
      const { write, ...place } = name;
      const placed = { ...place, frame: each.frame };
      board.add(placed, each.frame, placed);
      writes.push(write);
    }
    nameless = left;
  }
  // A large frame that the edge of the view cuts may have no room for its name.
  const small = nameless.filter(({ box }) => !isCutBy(brush, box));
  return {
    names: board.items,
    group: brush.zoom < AFAR_ZOOM ? small : [],
    isAnyNameless: small.length > 0,
    write: () => {
      for (const write of writes) write();
    },
  };
}

/** Whether the upper end of a frame is out of view, and enough of it in view for a header. */
function isHeaded({ y, height }: Box): boolean {
  return y < -2 && y + height > 2 * FRAME_HEADER;
}

/** Names a frame whose upper end is out of view in a strip along the upper edge of the map: the cards under it are scrolled away. */
function paintHeader(brush: Brush, { box, summary, most }: Nameless): PlacedName | undefined {
  if (!isHeaded(box)) return undefined;
  const { context, colours } = brush;
  const x = Math.max(0, box.x);
  const width = Math.min(brush.width, box.x + box.width) - x;
  const line = lineOf(brush, summary, width - 2 * PAD - 8, most);
  if (!line) return undefined;
  const write = (): void => {
    context.fillStyle = colours.frame.fill;
    context.fillRect(x, 0, width, FRAME_HEADER);
    context.fillStyle = colours.frame.stroke;
    context.fillRect(x, FRAME_HEADER, width, 1);
    writeLine(brush, summary, line, x + PAD + 4, FRAME_HEADER / 2);
  };
  return { x, y: 0, width, height: FRAME_HEADER, isAllSaid: line.isAllSaid, write };
}

/** While there is room between cards, above them: in the band of the frame, or across its upper side while the band is too low. In one row all stand alike, whatever their letters. */
function paintAbove(brush: Brush, one: Nameless): PlacedName | undefined {
  const found = foundAbove(brush, one);
  return found && !found.line.isCut ? placedAbove(brush, one, found) : undefined;
}

/** Draws the name above the cards, cut, if it covers no other name. */
function paintCutAbove(brush: Brush, one: Nameless, { isFree }: Others): PlacedName | undefined {
  const found = foundAbove(brush, one);
  return found && placedAbove(brush, one, found, isFree);
}

function foundAbove(brush: Brush, { box, summary, most }: Nameless): LineAbove | undefined {
  if (isHeaded(box) || !isRoomBetween(brush.zoom)) return undefined;
  return lineAbove(brush, box, summary, most);
}

function placedAbove(
  brush: Brush,
  { box, summary }: Nameless,
  { line, x, pad }: LineAbove,
  isFree: Others['isFree'] = () => true,
): PlacedName | undefined {
  const band = FRAME_LABEL * brush.zoom;
  const [height, above] =
    brush.zoom < AFAR_ZOOM
      ? [SMALL_LINE, LITTLE_ABOVE]
      : [band < LINE ? LOW_LINE : LINE, ABOVE_CARDS];
  const y = band < height ? box.y + band - height - above : box.y + (band - height) / 2;
  const plate = { x: x - pad, y, width: line.width + 2 * pad, height };
  if (!isFree(plate)) return undefined;
  paintPlate(brush, plate, summary, 1);
  const halo = groundOf(summary.problems, brush.colours);
  const letters = { x: x - 2, y: y + 3, width: line.width + 4, height: height - 6 };
  const write = (): void => {
    // A line along the name does not strike it out; one across it can be followed above and below the letters.
    paintPlate(brush, letters, summary, 1);
    writeLine(brush, summary, line, x, y + height / 2, halo);
  };
  return { ...plate, isAllSaid: line.isAllSaid, write };
}

/** Draws from farther away, over the objects, which are specks, the name, and below it the problems. */
function paintInside(
  brush: Brush,
  { box, summary, corner, most }: Nameless,
  { isFree }: Others,
): PlacedName | undefined {
  if (isHeaded(box) || isRoomBetween(brush.zoom) || most < SMALL) return undefined;
  const top = Math.max(box.y, 0);
  const high = box.y + box.height - top;
  // The height comes before the words are measured: from afar most are too low.
  if (high < LINE) return undefined;
  const { problems } = summary;
  const { x, room, beside } = roomInside(brush, box, corner);
  const whole = wholeLine(brush, summary, beside, most, corner !== undefined);
  // A second line covers more objects: it is for problems without room in the first.
  const isHigh = whole?.isAllSaid !== true && problems.length > 0 && high >= 2.5 * LINE;
  const named = { ...summary, problems: [] };
  const above = isHigh ? lineOf(brush, named, beside, most) : undefined;
  const isBroken = above?.isCut === false;
  const [line, first, lines] = isBroken ? [above, named, 2] : [whole, summary, 1];
  const words = isBroken ? problemLabels(brush, problems, room) : [];
  const y = top + Math.min(2, high - LINE * lines);
  if (!line || line.isCut) return undefined;
  const width = Math.max(line.width, words.at(-1)?.end ?? 0);
  const plate = { x: x - 3, y, width: width + 6, height: LINE * lines };
  if (!isFree(plate)) return undefined;
  const write = (): void => {
    paintPlate(brush, plate, summary, 0.85);
    writeLine(brush, first, line, x, y + LINE / 2);
    writeLabels(brush, words, x, y + LINE * 1.5 - 1);
  };
  return { ...plate, write };
}

/** Room of a line over objects, from `x` on; `beside` the mark, if there is one: other marks stand below all lines. */
function roomInside(
  brush: Brush,
  box: Box,
  corner: Corner | undefined,
): { readonly x: number; readonly room: number; readonly beside: number } {
  const pad = box.width < NARROW ? 3 : PAD;
  const left = Math.max(box.x, 0);
  const room = Math.min(box.x + box.width, brush.width) - left - 2 * pad;
  return { x: left + pad, room, beside: corner ? corner.left - left - 2 * pad : room };
}

/** The line of a name, whose letters get smaller before it is cut. */
function wholeLine(
  brush: Brush,
  summary: NamespaceSummary,
  room: number,
  most: number,
  isMarked: boolean,
): Line | undefined {
  const usual = lineOf(brush, summary, room, most, isMarked);
  return usual?.isCut === false
    ? usual
    : lineOf(brush, summary, room, Math.min(SMALL, most), isMarked);
}

/**
 * Names one of few small namespaces with problems beyond one of its sides, where it covers nothing taken, unless the whole name has
 * room in the smallest letters: its mark is the sign.
 */
function paintBeyond(
  brush: Brush,
  { frame, box, summary, corner }: Nameless,
  { isFree, withProblems, frames }: Others,
): PlacedName | undefined {
  if (summary.problems.length === 0 || withProblems.length > MOST_BEYOND) return undefined;
  if (isCutBy(brush, box)) return undefined;
  if (tinyName(brush, box, summary, corner)?.isWhole) return undefined;
  const taken = frames.filter((_, other) => other !== frame);
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
        isFree(each) &&
        !taken.some((other) => overlaps(other, each)),
    );
  if (!plate) return undefined;
  const write = (): void => {
    paintPlate(brush, plate, summary, 0.85);
    writeLine(brush, named, line, plate.x + PAD / 2, plate.y + LINE / 2);
  };
  return { ...plate, write };
}
