import { type Mark, type NodeRecord, visibleText } from '@gcscope/gc-core/wire';
import {
  type Box,
  CARD_HEIGHT,
  CARD_WIDTH,
  type Layout,
  markLook,
  type Stack,
  WRONG_REFERENCE,
} from '@gcscope/picture';
import type { MapRoute } from '../edges/map-routes.ts';
import { AFAR_ZOOM, CARD_NAMES_ZOOM, READABLE_ZOOM } from '../view/measures.ts';
import { inView } from '../view/on-screen.ts';
import type { Faces } from '../world/faces.ts';
import type { MapProblems } from '../world/problems.ts';
import { drawnMark, hasReasonAt, isWrongAt, type SlotMarks } from '../world/slot-marks.ts';
import type { ViewIndex } from '../world/view-index.ts';
import { type Brush, paintSign, setFont, textWidth } from './brush.ts';
import { fittingName, fittingStackName, wholeKind } from './card-words.ts';
import { partsIn } from './line-parts.ts';
import { glyphSize, paintGlyph } from './paint-glyph.ts';
import { stackSigns } from './paint-stacks.ts';

/** CSS px. */
const NARROWEST = 48;
/** A name may be so much wider than its card, world px: two thirds of the gap between cards. */
const BEYOND_CARD = 14;
/** A name is never wider on one side of its middle, world px. */
const FARTHEST = 240;
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
/** A cut name needs so many letters to be told from others: else the glyph gives way. */
const FEWEST_LETTERS = 6;

/** The name of an object on its card, CSS px. */
export interface TreeName extends Box {
  /** It says the kind, too. */
  readonly hasKind: boolean;
}

type NamedRoute = Pick<MapRoute, 'points'> & Partial<Pick<MapRoute, 'dependent'>>;

/** What names are written from. */
export interface NamedTrees {
  readonly layout: Layout;
  readonly index: ViewIndex;
  readonly faces: Pick<Faces, 'records' | 'standing' | 'stacks'>;
  readonly problems: MapProblems;
  readonly marks: SlotMarks;
  readonly hasCard: (slot: number) => boolean;
  /** A name crosses none of them, and covers the beginning of its own. */
  readonly routes: readonly NamedRoute[];
  /** Whether a line ends at the side of a card: a wider name would cover its end. */
  readonly isReached: (slot: number) => boolean;
  /** Two maps are compared: each card has its name, written alike in any state and beside any line. */
  readonly isCompared?: boolean;
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
  const roots = rootsOf(layout);
  const all = trees.isCompared ? comparedRooms(trees, zoom, roots) : ownRooms(trees, zoom, roots);
  for (const [slot, rooms] of all) {
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

type SlotRooms = readonly [slot: number, rooms: Rooms];

/** Of roots, and of objects in problems, which have more room where nothing stands beside them. */
function* ownRooms(
  trees: NamedTrees,
  zoom: number,
  roots: ReadonlySet<number>,
): Generator<SlotRooms> {
  const { problems, marks, hasCard, isReached } = trees;
  const card = (CARD_WIDTH + BEYOND_CARD) * zoom;
  const isIll = (slot: number): boolean => hasReasonAt(marks, slot);
  const known = roomsOf(trees);
  const knownRoom = (slot: number): Sides => {
    const room = known.get(slot) ?? roomBeside(trees, slot, roots, isIll);
    known.set(slot, room);
    return room;
  };
  /** At least as far as `least` on each side. */
  const sidesOf = (slot: number, least: Sides): Sides => {
    const free = isReached(slot) || !hasCard(slot) ? NO_SIDES : knownRoom(slot);
    return {
      left: Math.max(free.left * zoom, least.left),
      right: Math.max(free.right * zoom, least.right),
    };
  };
  for (const { slot } of problems.marks) {
    if (!hasCard(slot) || roots.has(slot)) continue;
    const sides = sidesOf(slot, { left: card / 2, right: card / 2 });
    yield [slot, { ...sides, roomForKind: sides.left + sides.right }];
  }
  for (const [root, tree] of treeRooms(trees, zoom, roots)) {
    const roomForKind = isReached(root) ? card : 2 * Math.min(tree.left, tree.right);
    yield [root, { ...(isIll(root) ? sidesOf(root, tree) : tree), roomForKind }];
  }
}

/**
 * On one side of a comparison, every card has a name with the same room in any state and beside any line, so that both sides write it
 * alike. The kind stands below the card, as far as there is room.
 */
function* comparedRooms(
  trees: NamedTrees,
  zoom: number,
  roots: ReadonlySet<number>,
): Generator<SlotRooms> {
  const half = ((CARD_WIDTH + BEYOND_CARD) * zoom) / 2;
  const alike = { roomForKind: 0, signs: 1 };
  for (const slot of trees.layout.uids.keys()) {
    if (trees.hasCard(slot) && !roots.has(slot))
      yield [slot, { left: half, right: half, ...alike }];
  }
  for (const [root, tree] of treeRooms(trees, zoom, roots)) yield [root, { ...tree, ...alike }];
}

/** The roots, with the room of their trees. */
function* treeRooms(
  { layout }: NamedTrees,
  zoom: number,
  roots: ReadonlySet<number>,
): Generator<readonly [root: number, sides: Sides]> {
  const half = ((CARD_WIDTH + BEYOND_CARD) * zoom) / 2;
  for (const root of roots) {
    const tree = layout.reserved[layout.trees[root] ?? -1];
    if (!tree) continue;
    const x = layout.x[root] ?? 0;
    const left = Math.max((x - tree.x) * zoom, half);
    const right = Math.max((tree.x + tree.width - x) * zoom, half);
    yield [root, { left, right }];
  }
}

const NO_SIDES: Sides = { left: 0, right: 0 };

const knownRooms = new WeakMap<
  Layout,
  Pick<NamedTrees, 'problems' | 'routes'> & { readonly rooms: Map<number, Sides> }
>();

/** The rooms that were looked for, by slot: the camera changes none of them, and a frame has no time to hold each name against each line. */
function roomsOf({ layout, problems, routes }: NamedTrees): Map<number, Sides> {
  const known = knownRooms.get(layout);
  if (known?.routes === routes && known.problems === problems) return known.rooms;
  const rooms = new Map<number, Sides>();
  knownRooms.set(layout, { problems, routes, rooms });
  return rooms;
}

/** How far a name may reach to both sides of its middle so that it meets no card, name or line of its row, world px. */
function roomBeside(
  { layout, index, routes }: NamedTrees,
  slot: number,
  roots: ReadonlySet<number>,
  isIll: (slot: number) => boolean,
): Sides {
  const [x, y] = [layout.x[slot] ?? 0, layout.y[slot] ?? 0];
  const frame = layout.namespaces[layout.frames[slot] ?? -1];
  if (!frame) return NO_SIDES;
  const row = { x: x - FARTHEST, y: y - CARD_HEIGHT / 2, width: 2 * FARTHEST, height: CARD_HEIGHT };
  // Its own line begins at the side of the card, and as well at that of a wider name.
  const lines = routes.flatMap(({ points, dependent }) =>
    partsIn(points, row).filter(({ width }) => dependent !== slot || width === 0),
  );
  if (lines.some((line) => line.x < x && line.x + line.width > x)) return NO_SIDES;
  // The names of two, each as wide as it may be, must not meet.
  const far = { ...row, x: x - 2 * FARTHEST, width: 4 * FARTHEST };
  const beside = index.inBox(far).filter((each) => each !== slot);
  const nearest = (from: (each: number) => number): number =>
    Math.min(FARTHEST, ...beside.map(from).filter((apart) => apart > 0));
  /** How far what belongs to a slot reaches to a side of its middle: a card, or the tree of a root. */
  const reachOf = (each: number, side: 1 | -1): number => {
    const tree = roots.has(each) ? layout.reserved[layout.trees[each] ?? -1] : undefined;
    if (!tree) return CARD_WIDTH / 2;
    const middle = layout.x[each] ?? 0;
    return side === 1 ? tree.x + tree.width - middle : middle - tree.x;
  };
  /** Names of two neighbours meet halfway; that of a root is as wide as its tree, and wider if it has a problem. */
  const apart = (each: number, side: 1 | -1): number => {
    const between = side * ((layout.x[each] ?? 0) - x);
    if (!roots.has(each) || between <= 0) return between / 2;
    const free = between - reachOf(each, side === 1 ? -1 : 1);
    return Math.max(1, isIll(each) ? (reachOf(slot, side) + free) / 2 : free);
  };
  const left = Math.min(
    nearest((each) => apart(each, -1)),
    x - frame.x,
    ...lines.map((line) => x - line.x - line.width).filter((free) => free >= 0),
  );
  const right = Math.min(
    nearest((each) => apart(each, 1)),
    frame.x + frame.width - x,
    ...lines.map((line) => line.x - x).filter((free) => free >= 0),
  );
  return { left: left - BEYOND_CARD / 2, right: right - BEYOND_CARD / 2 };
}

const knownRoots = new WeakMap<Layout, ReadonlySet<number>>();

/** The roots of trees: a grid has columns, a tree has none. Found once a layout, for a frame has no time to look at all objects. */
function rootsOf(layout: Layout): ReadonlySet<number> {
  const known = knownRoots.get(layout);
  if (known) return known;
  const found = new Set<number>();
  for (let slot = 0; slot < layout.uids.length; slot++) {
    const isRoot = layout.parents[slot] === -1;
    if (isRoot && layout.reserved[layout.trees[slot] ?? -1]?.columns === 0) found.add(slot);
  }
  knownRoots.set(layout, found);
  return found;
}

/** Room for a name on both sides of the middle of its card, CSS px. */
interface Sides {
  readonly left: number;
  readonly right: number;
}

interface Rooms extends Sides {
  /** For the name and the word of the kind behind it, as far on the one side as on the other. */
  readonly roomForKind: number;
  /** The name leaves room for so many signs, even if there are fewer or more. */
  readonly signs?: number;
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
  const record = isThere || hasCard(slot) ? faces.standing(uid) : undefined;
  if (!record) return undefined;
  const owner = faces.standing(layout.uids[layout.parents[slot] ?? -1] ?? '')?.name;
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
  const whole = visibleText(record.name);
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
  const withGlyph = side + GAP;
  const beside = cut(withGlyph);
  // What is gone has its cross on the glyph.
  const hasGlyph =
    crossed ||
    beside === whole ||
    !beside.includes('…') ||
    (zoom >= CARD_NAMES_ZOOM && [...beside].length >= FEWEST_LETTERS);
  const before = taken + (hasGlyph ? withGlyph : 0);
  const name = hasGlyph ? beside : cut(0);
  const nameWidth = textWidth(brush, name);
  setFont(brush, sizeOf(zoom), 400);
  // The name of a stack says its kind.
  const behind = stack ? 0 : roomForKind;
  const kind = wholeKind(brush, record.kind, behind - before - nameWidth - WORD_GAP) ?? '';
  const withKind = before + nameWidth + WORD_GAP + textWidth(brush, kind);
  const hasKind = !name.includes('…') && kind !== '';
  return {
    glyph: hasGlyph ? side : 0,
    signs,
    name,
    nameWidth,
    kind: hasKind ? kind : '',
    width: hasKind ? withKind : before + nameWidth,
  };
}

/** Draws a plate with glyph, signs, name and kind around a middle, or beside it where one side has less room, and returns its box. */
function paintName(brush: Brush, named: Named, x: number, middle: number, rooms: Rooms): TreeName {
  const { context, zoom, colours } = brush;
  const { record, mark, wrong } = named;
  const writing = writingOf(brush, named, rooms);
  const ink = colours.marks[mark];
  const width = Math.max(writing.width, CARD_WIDTH * zoom);
  const start = Math.max(x - rooms.left, Math.min(x - width / 2, x + rooms.right - width));
  const height = heightOf(zoom);
  const { glyph, signs, name, nameWidth, kind } = writing;
  const plate = { x: start, y: middle - height / 2, width, height, hasKind: kind !== '' };
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
