import { type Mark, type NodeRecord, visibleText } from '@gcscope/gc-core/wire';
import {
  type Box,
  CARD_HEIGHT,
  CARD_WIDTH,
  glyphOf,
  markLook,
  type Stack,
  stackDetail,
  WAITS_FOR_DEPENDENTS,
  WRONG_REFERENCE,
} from '@gcscope/picture';
import { AFAR_ZOOM, CARD_NAMES_ZOOM, READABLE_ZOOM } from '../view/measures.ts';
import { type Brush, cutText, paintSign, setFont, textWidth } from './brush.ts';
import { beforeGlyph, besideGlyph, GAP, roomBesideGlyph } from './card-room.ts';
import { blockerReasons, findingReasons } from './describe-reasons.ts';
import { fittingKind, fittingName, fittingStackName } from './fitting-names.ts';
import { isNumber, linesOf, withoutLoneNumber } from './name-lines.ts';
import { glyphSize, paintCross, paintGlyph } from './paint-glyph.ts';
import { paintCountOn, type Sign, stackSigns } from './paint-stacks.ts';

/** A card to write on. */
export interface CardFace {
  readonly record: NodeRecord;
  /** The card stands for these siblings. */
  readonly stack: Stack | undefined;
  readonly mark: Mark;
  readonly wrong: boolean;
  readonly pale: boolean;
  /** Name of the owner that it hangs under. */
  readonly owner: string | undefined;
  /** Middle of the card, world px. */
  readonly x: number;
  readonly y: number;
  /** CSS px, if it is not as wide as others. */
  readonly width?: number;
}

/** Smaller than this, in CSS px, text is grey noise: names grow against the zoom, or are left out. */
const SMALLEST_NAME = 10.5;
const SMALLEST_TEXT = 9.5;
const NAME_SIZE = 12.5;
const SIGN = 12;
const BEHIND_SIGN = 3;
/** Distance from the middle of a card to that of a line of a name on two lines, world px. */
const LINE_APART = 8.5;
/** CSS px. */
const LEAST_APART = 5;
/** Least zoom at which a card is high enough for a name on two lines. */
const BROKEN_NAMES_ZOOM = 0.5;
/** Size of the text on the second line, CSS px. */
const lineSize = (zoom: number): number => Math.max(10.5 * zoom, SMALLEST_TEXT);

/** The box of a card on the canvas, CSS px. */
function boxOf({ zoom, pan }: Brush, { x, y, width: own }: CardFace): Box {
  const [width, height] = [own ?? CARD_WIDTH * zoom, CARD_HEIGHT * zoom];
  return { x: x * zoom + pan.x - width / 2, y: y * zoom + pan.y - height / 2, width, height };
}

/** Whether a part of a card may be seen. */
export function isCardInView(brush: Brush, face: CardFace): boolean {
  const { x, y, width, height } = boxOf(brush, face);
  return x <= brush.width && y <= brush.height && x + width >= 0 && y + height >= 0;
}

/** Writes glyph, name, kind and signs on a card whose body the map has drawn. Says whether some of the name had no room. */
export function paintCard(brush: Brush, face: CardFace): boolean {
  if (!isCardInView(brush, face)) return false;
  const { context, zoom } = brush;
  const { x: left, y: top, width, height } = boxOf(brush, face);
  // The ground of a pale card is pale, too: its text stays readable.
  context.globalAlpha = face.pale ? 0.55 : 1;
  if (markLook(face.mark).hatched) paintHatch(brush, left, top, width, height);
  if (zoom >= AFAR_ZOOM) {
    const size = glyphSize(zoom);
    const y = top + (height - size) / 2;
    paintGlyph(brush, face.record, face.mark, left + beforeGlyph(zoom), y, size);
  }
  context.globalAlpha = 1;
  if (zoom >= CARD_NAMES_ZOOM) return paintText(brush, face, left, top);
  if (zoom >= AFAR_ZOOM || !hasMark(face)) paintLoneSigns(brush, face, left, top);
  // A glyph that is crossed says enough, and no line strikes through the name.
  if (zoom < AFAR_ZOOM && markLook(face.mark).crossed) {
    paintCross(brush, face.mark, { x: left, y: top, width, height });
  }
  return false;
}

/** Width that a card needs for its whole name on one line, CSS px. */
export function wholeNameWidth(brush: Brush, face: CardFace): number {
  const { zoom } = brush;
  const twoLines = zoom >= READABLE_ZOOM;
  const signs = signsOf(face, brush).length;
  setFont(brush, Math.max(NAME_SIZE * zoom, SMALLEST_NAME), 550);
  const beside =
    Math.max(0, twoLines ? signs - 1 : signs) * (Math.max(SIGN * zoom, SMALLEST_TEXT) + 3);
  const name = textWidth(brush, visibleText(face.record.name));
  return Math.ceil(besideGlyph(zoom) + name + beside + GAP * zoom) + 1;
}

/** Whether a mark stands for the card from afar (`paint-problems.ts`). */
function hasMark({ mark, wrong }: CardFace): boolean {
  return wrong || mark === 'blocked' || mark === 'goes' || mark === 'terminating';
}

/** Room for the word of the worst sign on the second line, CSS px. */
export function wordRoom(zoom: number): number {
  return roomBesideGlyph(zoom) - (SIGN + BEHIND_SIGN) * zoom;
}

/** Says whether some of the name had no room. */
function paintText(brush: Brush, face: CardFace, left: number, top: number): boolean {
  const { context, zoom, colours } = brush;
  const ink = colours.marks[face.mark];
  const start = left + besideGlyph(zoom);
  const room =
    face.width === undefined ? roomBesideGlyph(zoom) : left + face.width - GAP * zoom - start;
  const twoLines = zoom >= READABLE_ZOOM;
  const middle = top + (CARD_HEIGHT / 2) * zoom;
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  setFont(brush, Math.max(NAME_SIZE * zoom, SMALLEST_NAME), 550);
  context.fillStyle = face.pale ? ink.muted : ink.text;
  const look = markLook(face.mark);
  // The crossed glyph is the sign of a gone object on one line: its name has as much room as before.
  const [worst, ...others] = signsOf(face, brush).filter(
    ({ path }) => twoLines || !look.crossed || path !== look.sign,
  );
  const beside = twoLines || !worst ? others : [worst, ...others];
  const signSize = Math.max(SIGN * zoom, SMALLEST_TEXT);
  const signRoom = beside.length * (signSize + 3);
  const nameY = twoLines ? middle - 8 * zoom : middle;
  const name = face.stack
    ? fittingStackName(brush, face.stack, room - signRoom)
    : fittingName(brush, face.record.name, face.owner, room - signRoom);
  if (zoom >= BROKEN_NAMES_ZOOM && !worst && isCut(face, name)) {
    const lines = nameOnTwoLines(brush, face, room);
    if (lines) {
      paintTwoLines(brush, face, lines, { start, middle, room });
      return false;
    }
    setFont(brush, Math.max(NAME_SIZE * zoom, SMALLEST_NAME), 550);
  }
  context.fillText(name, start, nameY);
  beside.forEach((sign, at) => {
    const x = start + room - (beside.length - at) * (signSize + 3) + 3;
    paintSign(brush, sign.path, x, nameY - signSize / 2, signSize, sign.colour, 1.7);
  });
  if (twoLines) paintSecondLine(brush, face, worst, { start, middle: middle + 9 * zoom, room });
  return face.stack === undefined && name !== visibleText(face.record.name);
}

/** Whether more of a name is left out than its beginning, which the owner's name says. */
function isCut({ record, stack }: CardFace, name: string): boolean {
  return stack === undefined && !visibleText(record.name).endsWith(name);
}

/** The whole name, on the line of the kind, too, if there is one and the glyph says the kind. The font is set. */
function nameOnTwoLines(
  brush: Brush,
  { record }: CardFace,
  room: number,
): readonly string[] | undefined {
  const hasOwnGlyph = glyphOf(record.apiVersion, record.kind).path !== undefined;
  if (brush.zoom >= READABLE_ZOOM && !hasOwnGlyph) return undefined;
  setFont(brush, lineSize(brush.zoom), 550);
  const lines = linesOf(brush, visibleText(record.name), [room, room]);
  return lines && withoutLoneNumber(brush, lines, room);
}

/** The kind stands behind the name if it has room there. */
function paintTwoLines(
  brush: Brush,
  face: CardFace,
  lines: readonly string[],
  place: { readonly start: number; readonly middle: number; readonly room: number },
): void {
  const { context, zoom, colours } = brush;
  const { start, middle, room } = place;
  const [first = '', second = ''] = lines;
  const isAlone = second === '' && zoom < READABLE_ZOOM;
  const apart = isAlone ? 0 : Math.max(LINE_APART * zoom, LEAST_APART);
  context.fillText(first, start, middle - apart);
  context.fillText(second, start, middle + apart);
  // The kind of a card with one line stands below it (`paint-kinds.ts`), and a number before a kind would be a count.
  if (zoom < READABLE_ZOOM || isNumber(second)) return;
  const taken = second === '' ? 0 : textWidth(brush, second) + GAP * zoom;
  setFont(brush, lineSize(zoom), 400);
  const kind = fittingKind(brush, face.record, room - taken);
  if (kind === undefined) return;
  context.fillStyle = colours.marks[face.mark].muted;
  context.fillText(kind, start + taken, middle + apart);
}

/**
 * The kind, and at the end of the line the worst sign with its word, where it fits: a longer reason stands beside the card (`paint-reasons.ts`). The kind is short or
 * left out, because the glyph says it, too.
 */
function paintSecondLine(
  brush: Brush,
  face: CardFace,
  sign: Sign | undefined,
  line: { readonly start: number; readonly middle: number; readonly room: number },
): void {
  const { context, zoom, colours } = brush;
  const { start, middle, room } = line;
  const size = lineSize(zoom);
  let left = room;
  if (sign) {
    const signSize = SIGN * zoom;
    setFont(brush, size, 600);
    const wide = textWidth(brush, sign.word);
    if (wide <= wordRoom(zoom)) {
      left -= wide;
      context.fillStyle = sign.colour;
      context.fillText(sign.word, start + left, middle);
      left -= BEHIND_SIGN * zoom;
    }
    left -= signSize;
    paintSign(brush, sign.path, start + left, middle - signSize / 2, signSize, sign.colour, 1.7);
    left -= 5 * zoom;
  }
  setFont(brush, size, 400);
  const text = face.stack
    ? cutText(brush, visibleText(stackDetail(face.stack)), left)
    : fittingKind(brush, face.record, left);
  if (text === undefined) return;
  context.fillStyle = colours.marks[face.mark].muted;
  context.fillText(text, start, middle);
}

/** Draws a card too far away for a name: the signs stay readable beside the glyph, or the count of a stack without any. */
function paintLoneSigns(brush: Brush, face: CardFace, left: number, top: number): void {
  const { zoom } = brush;
  const signs = signsOf(face, brush);
  if (signs.length === 0 && face.stack && zoom >= AFAR_ZOOM) {
    paintCountOn(brush, face.stack, face.mark, left, top);
  }
  const size = 11;
  let x = zoom >= AFAR_ZOOM ? left + besideGlyph(zoom) : left + (CARD_WIDTH * zoom - size) / 2;
  for (const sign of signs) {
    paintSign(brush, sign.path, x, top + (CARD_HEIGHT * zoom - size) / 2, size, sign.colour, 1.9);
    x += size + 2;
  }
}

/** The worst first. */
function signsOf({ record, stack, mark, wrong }: CardFace, { colours }: Brush): readonly Sign[] {
  if (stack) return stackSigns(stack, colours);
  const look = markLook(mark);
  const signs: Sign[] = [];
  if (wrong) {
    const [word = WRONG_REFERENCE.word] = findingReasons(record);
    signs.push({ path: WRONG_REFERENCE.sign, word, colour: colours.invalid });
  }
  if (look.sign !== '') {
    const [word = look.word] =
      mark === 'blocked' ? blockerReasons(record) : waitingWords(record, mark);
    signs.push({ path: look.sign, word, colour: colours.marks[mark].sign });
  }
  return mark === 'blocked' ? signs.toReversed() : signs;
}

/** Says more than *terminating* of an owner in foreground deletion, as its card in an SVG does. */
function waitingWords({ deletingDependents }: NodeRecord, mark: Mark): readonly string[] {
  return mark === 'terminating' && deletingDependents ? [WAITS_FOR_DEPENDENTS] : [];
}

function paintHatch(brush: Brush, x: number, y: number, width: number, height: number): void {
  const { context, colours } = brush;
  context.save();
  context.beginPath();
  context.roundRect(x + 3, y + 3, width - 6, height - 6, 4 * brush.zoom);
  context.clip();
  context.beginPath();
  for (let at = -height; at < width; at += 9) {
    context.moveTo(x + at, y + height);
    context.lineTo(x + at + height, y);
  }
  context.strokeStyle = colours.hatch;
  context.globalAlpha *= 0.6;
  context.lineWidth = 1;
  context.stroke();
  context.restore();
}
