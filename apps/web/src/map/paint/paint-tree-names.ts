import { type Mark, type NodeRecord, visibleText } from '@gcscope/gc-core/wire';
import {
  type Box,
  CARD_HEIGHT,
  CARD_WIDTH,
  markLook,
  type Point,
  type Stack,
  WRONG_REFERENCE,
} from '@gcscope/picture';
import { AFAR_ZOOM, CARD_NAMES_ZOOM, READABLE_ZOOM, REASONS_ZOOM } from '../view/measures.ts';
import { inView } from '../view/on-screen.ts';
import { drawnMark, isWrongAt } from '../world/slot-marks.ts';
import { type Brush, paintSign, setFont, textWidth } from './brush.ts';
import { fittingName, fittingStackName, wholeKind } from './fitting-names.ts';
import { linesOf, withoutLoneNumber } from './name-lines.ts';
import { type NamedTrees, nameRooms, type Rooms } from './name-rooms.ts';
import { glyphSize, paintGlyph } from './paint-glyph.ts';
import { stackSigns } from './paint-stacks.ts';
import { isFreeBelow } from './room-below.ts';

/** CSS px. */
const NARROWEST = 48;
/** Height of a name, CSS px: it covers its card. */
const heightOf = (zoom: number): number => Math.max(15, CARD_HEIGHT * zoom + 1);
/** Highest name, CSS px. */
const HIGHEST = 30;
/** Below this zoom every letter of a name counts. */
const ROOMY_ZOOM = 0.45;
/** Padding between a name and the border of its plate, CSS px: as on a card. */
const padOf = (zoom: number): number => (zoom < ROOMY_ZOOM ? 3 : 9 * zoom);
const SIGN = 10;
const GAP = 2;
/** Gap between the name and the word of its kind. */
const WORD_GAP = 7;
const sizeOf = (zoom: number): number => Math.max(10, 17 * zoom);
/** A cut name needs so many letters to be told from others: else the glyph gives way, as it does where the name is whole without it. */
const FEWEST_LETTERS = 6;

/** The name of an object on its card, CSS px. */
export interface TreeName extends Box {
  /** Whether it says the kind, too. */
  readonly hasKind: boolean;
  /** Whether nothing of it is left out. */
  readonly isWhole: boolean;
}

/**
 * While cards have one line, and little room for names: the name of each tree over its root, as wide as the tree, and of each object in
 * problems over its card. Nothing stands beside a root in its tree, so that the name hides no other card. Returns the boxes of the
 * names by slot: a name comes with the signs of its object.
 */
export function paintTreeNames(brush: Brush, trees: NamedTrees): ReadonlyMap<number, TreeName> {
  const { layout } = trees;
  const { zoom, pan } = brush;
  const named = new Map<number, Plate>();
  if (zoom >= READABLE_ZOOM || zoom < AFAR_ZOOM) return named;
  for (const [slot, rooms] of nameRooms(brush, trees)) {
    const room = rooms.left + rooms.right;
    // A tree no wider than a card has no room for more than a card.
    if (room < NARROWEST) continue;
    const left = (layout.x[slot] ?? 0) * zoom + pan.x;
    const middle = (layout.y[slot] ?? 0) * zoom + pan.y;
    const around = { x: left - room, y: middle - HIGHEST, width: 2 * room, height: 2 * HIGHEST };
    if (!inView(brush, around)) continue;
    const face = namedAt(trees, slot);
    if (face) named.set(slot, plateOf(brush, face, { x: left, y: middle }, rooms));
  }
  if (zoom < REASONS_ZOOM && !trees.isCompared) breakNames(brush, trees, named);
  for (const plate of named.values()) paintPlate(brush, plate);
  return named;
}

/** Puts names that would be cut on two lines where nothing stands below: nearer, that is the place of the reason. */
function breakNames(brush: Brush, trees: NamedTrees, named: Map<number, Plate>): void {
  for (const [slot, plate] of named) {
    const higher = higherPlate(brush, plate);
    if (higher && isFreeBelow(brush, trees, slot, plate, higher, named)) named.set(slot, higher);
  }
}

/** A name that has its place, and is yet to be written. */
interface Plate extends TreeName {
  readonly named: Named;
  readonly writing: Writing;
  /** The middle of the card, CSS px, and the room around it. */
  readonly card: Point;
  readonly rooms: Rooms;
}

/** The parts of a plate, from left to right. */
interface Writing {
  /** Side of the glyph, CSS px; 0 without one. */
  readonly glyph: number;
  readonly signs: readonly { readonly path: string; readonly colour: string }[];
  /** Lines of the name. */
  readonly lines: readonly string[];
  readonly nameWidth: number;
  /** Empty where it has no room. */
  readonly kind: string;
  readonly width: number;
}

/** The object or stack that is named. */
interface Named {
  readonly record: NodeRecord;
  /** Name of the owner that it hangs under. */
  readonly owner: string | undefined;
  readonly stack: Stack | undefined;
  readonly mark: Mark;
  readonly wrong: boolean;
}

/** The object at a slot: also one that is gone, and has a card still. */
function namedAt({ layout, faces, marks, hasCard }: NamedTrees, slot: number): Named | undefined {
  const uid = layout.uids[slot] ?? '';
  const isThere = faces.records.has(uid);
  const record = isThere || hasCard(slot) ? faces.recordAt(uid) : undefined;
  if (!record) return undefined;
  const owner = faces.recordAt(layout.uids[layout.parents[slot] ?? -1] ?? '')?.name;
  const mark = isThere ? drawnMark(marks, slot) : 'gone';
  return { record, owner, stack: faces.stacks.get(uid), mark, wrong: isWrongAt(marks, slot) };
}

/** The signs of its state. */
function signsOf({ colours }: Brush, { stack, mark, wrong }: Named): Writing['signs'] {
  if (stack) return stackSigns(stack, colours);
  const { sign, crossed } = markLook(mark);
  const link = { path: WRONG_REFERENCE.sign, colour: colours.invalid };
  const own = { path: sign, colour: colours.marks[mark].sign };
  // Gone objects have their cross on the glyph.
  return [...(wrong ? [link] : []), ...(sign === '' || crossed ? [] : [own])];
}

/** The signs before a name, and the room for it behind a glyph that is so wide with its gap; sets its font. */
function beforeName(
  brush: Brush,
  named: Named,
  rooms: Rooms,
): {
  readonly signs: Writing['signs'];
  readonly side: number;
  readonly taken: number;
  readonly roomBehind: (glyph: number) => number;
} {
  const { zoom } = brush;
  const signs = signsOf(brush, named);
  const room = rooms.left + rooms.right - 2 * padOf(zoom);
  const kept = (rooms.signs ?? signs.length) * (SIGN + GAP);
  setFont(brush, sizeOf(zoom), 600);
  return {
    signs,
    side: glyphSize(Math.max(zoom, CARD_NAMES_ZOOM)),
    taken: signs.length * (SIGN + GAP) + 2 * padOf(zoom),
    roomBehind: (glyph) => room - kept - glyph,
  };
}

function writingOf(brush: Brush, named: Named, rooms: Rooms): Writing {
  const { record, owner, stack, mark } = named;
  const { signs, side, taken, roomBehind } = beforeName(brush, named, rooms);
  const { zoom } = brush;
  const { crossed } = markLook(mark);
  const cut = (glyph: number): string =>
    stack
      ? fittingStackName(brush, stack, roomBehind(glyph))
      : fittingName(brush, record.name, owner, roomBehind(glyph));
  const { name, hasGlyph } = nameBesideGlyph(zoom, cut(side + GAP), cut(0), {
    crossed,
    isAlike: rooms.signs !== undefined,
  });
  const before = taken + (hasGlyph ? side + GAP : 0);
  const nameWidth = textWidth(brush, name);
  setFont(brush, sizeOf(zoom), 400);
  // The name of a stack says its kind.
  const behind = stack ? 0 : rooms.roomForKind;
  const kind = wholeKind(brush, record.kind, behind - before - nameWidth - WORD_GAP) ?? '';
  const withKind = before + nameWidth + WORD_GAP + textWidth(brush, kind);
  // A kind without a name says less than its glyph.
  const hasKind = name !== '' && !name.includes('…') && kind !== '';
  return {
    glyph: hasGlyph ? side : 0,
    signs,
    lines: [name],
    nameWidth,
    kind: hasKind ? kind : '',
    width: hasKind ? withKind : before + nameWidth,
  };
}

/** The whole name on two lines, rather beside its glyph; `undefined` where it has no room. */
function onTwoLines(brush: Brush, named: Named, rooms: Rooms): Writing | undefined {
  const { signs, side, taken, roomBehind } = beforeName(brush, named, rooms);
  for (const glyph of markLook(named.mark).crossed ? [side] : [side, 0]) {
    const before = glyph > 0 ? glyph + GAP : 0;
    const room = roomBehind(before);
    const broken = linesOf(brush, visibleText(named.record.name), [room, room]);
    if (!broken) continue;
    const lines = withoutLoneNumber(brush, broken, room);
    const nameWidth = Math.max(...lines.map((line) => textWidth(brush, line)));
    return { glyph, signs, lines, nameWidth, kind: '', width: taken + before + nameWidth };
  }
  return undefined;
}

/** The name as it fits `beside` its glyph, or without. Both sides of a comparison cut it `isAlike`: a gone one needs its glyph's cross. */
function nameBesideGlyph(
  zoom: number,
  beside: string,
  alone: string,
  { crossed, isAlike }: { readonly crossed: boolean; readonly isAlike: boolean },
): { readonly name: string; readonly hasGlyph: boolean } {
  const isWhole = (text: string): boolean => !text.includes('…');
  const isRead = (text: string): boolean => isWhole(text) || [...text].length >= FEWEST_LETTERS;
  if (crossed || isWhole(beside)) return { name: beside, hasGlyph: true };
  // A glyph says more than a few letters where cards have no names yet.
  if (zoom < CARD_NAMES_ZOOM) {
    return isRead(alone) ? { name: alone, hasGlyph: false } : { name: '', hasGlyph: true };
  }
  const hasGlyph = isRead(beside) && (isAlike || !isWhole(alone));
  return { name: hasGlyph ? beside : alone, hasGlyph };
}

/** Places a plate around the middle of a card, or beside it where one side has less room; further lines reach down. */
function placed(
  { zoom }: Brush,
  writing: Writing,
  { x, y }: Point,
  rooms: Rooms,
): Box & Pick<Plate, 'writing'> {
  const width = Math.max(writing.width, CARD_WIDTH * zoom);
  const start = Math.max(x - rooms.left, Math.min(x - width / 2, x + rooms.right - width));
  const height = heightOf(zoom);
  const more = (writing.lines.length - 1) * sizeOf(zoom);
  return { x: start, y: y - height / 2, width, height: height + more, writing };
}

function plateOf(brush: Brush, named: Named, card: Point, rooms: Rooms): Plate {
  const { record, stack } = named;
  const writing = writingOf(brush, named, rooms);
  const isWhole = stack !== undefined || writing.lines[0] === visibleText(record.name);
  const box = placed(brush, writing, card, rooms);
  return { ...box, hasKind: writing.kind !== '', isWhole, named, card, rooms };
}

/** The plate with its name on two lines, if that would be cut on one. */
function higherPlate(brush: Brush, plate: Plate): Plate | undefined {
  const { named, writing, card, rooms } = plate;
  const [name = ''] = writing.lines;
  const isCut = name === '' || name.includes('…');
  if (!isCut || named.stack) return undefined;
  const higher = onTwoLines(brush, named, rooms);
  return higher && { ...plate, ...placed(brush, higher, card, rooms), isWhole: true };
}

/** Draws a plate with glyph, signs, name and kind. */
function paintPlate(brush: Brush, plate: Plate): void {
  const { context, zoom, colours } = brush;
  const { x, y, width, height, named, writing } = plate;
  const { record, mark, wrong } = named;
  const { glyph, signs, lines, nameWidth, kind } = writing;
  const ink = colours.marks[mark];
  context.beginPath();
  context.roundRect(x, y, width, height, 4);
  context.fillStyle = ink.fill;
  context.fill();
  context.setLineDash(wrong || markLook(mark).outline === 'dashed' ? [3, 2] : []);
  context.strokeStyle = wrong ? colours.invalid : ink.stroke;
  context.lineWidth = 1;
  context.stroke();
  context.setLineDash([]);
  const middle = y + height / 2;
  let at = x + (width - writing.width) / 2 + padOf(zoom);
  if (glyph > 0) {
    paintGlyph(brush, record, mark, at, middle - glyph / 2, glyph);
    at += glyph + GAP;
  }
  for (const { path, colour } of signs) {
    paintSign(brush, path, at, middle - SIGN / 2, SIGN, colour, 1.9);
    at += SIGN + GAP;
  }
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  setFont(brush, sizeOf(zoom), 600);
  context.fillStyle = ink.text;
  const first = middle - ((lines.length - 1) * sizeOf(zoom)) / 2 + 0.5;
  lines.forEach((line, row) => {
    context.fillText(line, at, first + row * sizeOf(zoom));
  });
  if (kind === '') return;
  setFont(brush, sizeOf(zoom), 400);
  context.fillStyle = ink.muted;
  context.fillText(kind, at + nameWidth + WORD_GAP, middle + 0.5);
}
