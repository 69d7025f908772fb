import { type Mark, type NodeRecord, visibleText } from '@gcscope/gc-core/wire';
import {
  type Box,
  CARD_HEIGHT,
  CARD_WIDTH,
  markLook,
  type Stack,
  WRONG_REFERENCE,
} from '@gcscope/picture';
import { AFAR_ZOOM, CARD_NAMES_ZOOM, READABLE_ZOOM } from '../view/measures.ts';
import { inView } from '../view/on-screen.ts';
import { drawnMark, isWrongAt } from '../world/slot-marks.ts';
import { type Brush, paintSign, setFont, textWidth } from './brush.ts';
import { fittingName, fittingStackName, wholeKind } from './fitting-names.ts';
import { type NamedTrees, nameRooms, type Rooms } from './name-rooms.ts';
import { glyphSize, paintGlyph } from './paint-glyph.ts';
import { stackSigns } from './paint-stacks.ts';

/** CSS px. */
const NARROWEST = 48;
/** Of a name, CSS px: it covers its card. */
const heightOf = (zoom: number): number => Math.max(15, CARD_HEIGHT * zoom + 1);
/** No name is higher, CSS px. */
const HIGHEST = 30;
/** Below this zoom every letter of a name counts. */
const ROOMY_ZOOM = 0.45;
/** Between a name and the border of its plate, CSS px: as on a card. */
const padOf = (zoom: number): number => (zoom < ROOMY_ZOOM ? 3 : 9 * zoom);
const SIGN = 10;
const GAP = 2;
/** Between the name and the word of its kind. */
const WORD_GAP = 7;
const sizeOf = (zoom: number): number => Math.max(10, 17 * zoom);
/** A cut name needs so many letters to be told from others: else the glyph gives way, as it does where the name is whole without it. */
const FEWEST_LETTERS = 6;

/** The name of an object on its card, CSS px. */
export interface TreeName extends Box {
  /** It says the kind, too. */
  readonly hasKind: boolean;
  /** Nothing of it is left out. */
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
  const named = new Map<number, TreeName>();
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
    if (face) named.set(slot, paintName(brush, face, left, middle, rooms));
  }
  return named;
}

/** What stands on a plate, from left to right. */
interface Writing {
  /** Side of the glyph, CSS px; 0 without one. */
  readonly glyph: number;
  readonly signs: readonly { readonly path: string; readonly colour: string }[];
  readonly name: string;
  readonly nameWidth: number;
  /** Empty where it has no room. */
  readonly kind: string;
  readonly width: number;
}

/** What is named. */
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
  // What is gone has its cross on the glyph.
  return [...(wrong ? [link] : []), ...(sign === '' || crossed ? [] : [own])];
}

function writingOf(brush: Brush, named: Named, rooms: Rooms): Writing {
  const { record, owner, stack, mark } = named;
  const { roomForKind } = rooms;
  const room = rooms.left + rooms.right;
  const { zoom } = brush;
  const { crossed } = markLook(mark);
  const signs = signsOf(brush, named);
  setFont(brush, sizeOf(zoom), 600);
  const taken = signs.length * (SIGN + GAP) + 2 * padOf(zoom);
  const kept = (rooms.signs ?? signs.length) * (SIGN + GAP) + 2 * padOf(zoom);
  const cut = (glyph: number): string => {
    const left = room - kept - glyph;
    return stack
      ? fittingStackName(brush, stack, left)
      : fittingName(brush, record.name, owner, left);
  };
  const side = glyphSize(Math.max(zoom, CARD_NAMES_ZOOM));
  const { name, hasGlyph } = nameBesideGlyph(zoom, cut(side + GAP), cut(0), {
    crossed,
    isAlike: rooms.signs !== undefined,
  });
  const before = taken + (hasGlyph ? side + GAP : 0);
  const nameWidth = textWidth(brush, name);
  setFont(brush, sizeOf(zoom), 400);
  // The name of a stack says its kind.
  const behind = stack ? 0 : roomForKind;
  const kind = wholeKind(brush, record.kind, behind - before - nameWidth - WORD_GAP) ?? '';
  const withKind = before + nameWidth + WORD_GAP + textWidth(brush, kind);
  // A kind without a name says less than its glyph.
  const hasKind = name !== '' && !name.includes('…') && kind !== '';
  return {
    glyph: hasGlyph ? side : 0,
    signs,
    name,
    nameWidth,
    kind: hasKind ? kind : '',
    width: hasKind ? withKind : before + nameWidth,
  };
}

/** The name as it fits `beside` its glyph, or without. Both sides of a comparison cut it `isAlike`: what is gone needs its glyph for its cross. */
function nameBesideGlyph(
  zoom: number,
  beside: string,
  alone: string,
  { crossed, isAlike }: { readonly crossed: boolean; readonly isAlike: boolean },
): { readonly name: string; readonly hasGlyph: boolean } {
  const isWhole = (text: string): boolean => !text.includes('…');
  const isRead = (text: string): boolean => isWhole(text) || [...text].length >= FEWEST_LETTERS;
  if (crossed || isWhole(beside)) return { name: beside, hasGlyph: true };
  // Where cards have no names yet, a glyph says more than a few letters.
  if (zoom < CARD_NAMES_ZOOM) {
    return isRead(alone) ? { name: alone, hasGlyph: false } : { name: '', hasGlyph: true };
  }
  const hasGlyph = isRead(beside) && (isAlike || !isWhole(alone));
  return { name: hasGlyph ? beside : alone, hasGlyph };
}

/** Draws a plate with glyph, signs, name and kind around a middle, or beside it where one side has less room, and returns its box. */
function paintName(brush: Brush, named: Named, x: number, middle: number, rooms: Rooms): TreeName {
  const { context, zoom, colours } = brush;
  const { record, stack, mark, wrong } = named;
  const writing = writingOf(brush, named, rooms);
  const ink = colours.marks[mark];
  const width = Math.max(writing.width, CARD_WIDTH * zoom);
  const start = Math.max(x - rooms.left, Math.min(x - width / 2, x + rooms.right - width));
  const height = heightOf(zoom);
  const { glyph, signs, name, nameWidth, kind } = writing;
  const isWhole = stack !== undefined || name === visibleText(record.name);
  const plate = { x: start, y: middle - height / 2, width, height, hasKind: kind !== '', isWhole };
  context.beginPath();
  context.roundRect(plate.x, plate.y, width, height, 4);
  context.fillStyle = ink.fill;
  context.fill();
  context.setLineDash(wrong || markLook(mark).outline === 'dashed' ? [3, 2] : []);
  context.strokeStyle = wrong ? colours.invalid : ink.stroke;
  context.lineWidth = 1;
  context.stroke();
  context.setLineDash([]);
  let at = plate.x + (width - writing.width) / 2 + padOf(zoom);
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
  context.fillText(name, at, middle + 0.5);
  if (kind === '') return plate;
  setFont(brush, sizeOf(zoom), 400);
  context.fillStyle = ink.muted;
  context.fillText(kind, at + nameWidth + WORD_GAP, middle + 0.5);
  return plate;
}
