import { visibleText } from '@gcscope/gc-core/wire';
import type { Size } from '@gcscope/picture';
import {
  type Box,
  BUS,
  CARD_HEIGHT,
  CARD_WIDTH,
  contains,
  GAP_X,
  inflate,
  type Layout,
  overlaps,
} from '@gcscope/picture';
import type { MapRoute } from '../edges/map-routes.ts';
import { CARD_NAMES_ZOOM, READABLE_ZOOM } from '../view/measures.ts';
import type { Records } from '../world/faces.ts';
import { type MapProblems, type ProblemMark, problemLook } from '../world/problems.ts';
import type { ViewIndex } from '../world/view-index.ts';
import { type Brush, setFont, textWidth } from './brush.ts';
import { blockedBy, blockerReasons, reasonsBeside } from './reason-words.ts';

/** CSS px, while cards have one line; then as large as the second line of a card. */
const SIZE = 9.5;
const LINE = 11;
const growth = (zoom: number): number => Math.max(1, (10.5 * zoom) / SIZE);
/** Above and below the letters of a line. */
const BLANK = 1;
/** While a shorter reason says enough, no line is wider than two cards and the gaps beside them, world px. */
const WIDEST = 2 * (CARD_WIDTH + GAP_X);
/** How far below a card the lines to the dependents of its siblings may run, world px. */
const TO_BUS = 18;
/** To both sides of the line below an owner: half of the bar that blocks its deletion, and some room, world px. */
const BESIDE_LINE = 7;

/** Of what there may be reasons, and what they must not cover. */
export interface ReasonsScene {
  readonly layout: Layout;
  readonly index: ViewIndex;
  readonly records: Pick<Records, 'get'>;
  readonly problems: MapProblems;
  readonly routes: readonly MapRoute[];
  /** CSS px. */
  readonly names: readonly Box[];
  readonly hasCard: (slot: number) => boolean;
  /** Whether the kind stands beside the name. */
  readonly hasKind: (slot: number) => boolean;
  /** For a reason on the second line of a card, CSS px. */
  readonly roomOnCard: number;
}

interface PlacingScene extends ReasonsScene {
  /** The slots in view that have a reason. */
  readonly ill: ReadonlySet<number>;
}

/**
 * The reason of each blocked object and of each wrong reference that has no room on a second line of its card, below the card or
 * beside it, in one or two lines, behind the kind if that has no room elsewhere. Where only lines are in the way it stands on them, on a plate; a card or a name is never covered.
 * Returns the boxes of the reasons.
 */
export function paintReasons(brush: Brush, scene: ReasonsScene): readonly Box[] {
  const { zoom } = brush;
  if (zoom < CARD_NAMES_ZOOM) return [];
  const { layout, records, problems } = scene;
  setFont(brush, SIZE * growth(zoom), 600);
  const isShort = (reason: string): boolean =>
    zoom >= READABLE_ZOOM && textWidth(brush, reason) <= scene.roomOnCard;
  const marks = problems.marks.filter(
    (mark) => isSaid(mark) && isInView(brush, layout, mark.slot) && scene.hasCard(mark.slot),
  );
  const ill = new Set(marks.map(({ slot }) => slot));
  // The worst last, as they are drawn: they come first to a place.
  const asked = marks.reverse().flatMap((mark): Asked[] => {
    const record = records.get(layout.uids[mark.slot] ?? '');
    if (!record) return [];
    const reasons = reasonsBeside(record, mark.state, isShort);
    const kind = visibleText(record.kind);
    const words = scene.hasKind(mark.slot)
      ? reasons
      : reasons.flatMap((reason) => [`${kind}: ${reason}`, reason]);
    const [cause = '', ...shorter] = mark.state === 'blocked' ? blockerReasons(record) : [];
    return [{ mark, words, ways: blockedBy(cause) ? [cause, ...shorter] : [] }];
  });
  const all = inSameWords(asked, (each) => placedAll(brush, { ...scene, ill }, each));
  for (const { said, mark } of all) paintReason(brush, said, mark);
  return all.map(({ said }) => said.place);
}

/** What may be said at a card. */
interface Asked {
  readonly mark: ProblemMark;
  readonly words: readonly string[];
  /** Of a way that ends at another object: the fullest first. */
  readonly ways: readonly string[];
}

interface Placed extends Asked {
  readonly said: Said;
}

function placedAll(brush: Brush, scene: PlacingScene, asked: readonly Asked[]): readonly Placed[] {
  const taken = [...scene.names];
  return asked.flatMap((each) => {
    const said = placedReason(brush, scene, each.mark.slot, each.words, taken);
    if (!said) return [];
    taken.push(said.place);
    return [{ ...each, said }];
  });
}

/** Cards that wait for the same object say so in the same words: in the shortest that one of them has room for. */
function inSameWords(
  asked: readonly Asked[],
  place: (asked: readonly Asked[]) => readonly Placed[],
): readonly Placed[] {
  const all = place(asked);
  const most = new Map<string, number>();
  const lengthOf = (word: string, ways: readonly string[]): number =>
    ways.findIndex((way) => word.includes(way));
  for (const { said, ways } of all) {
    const [cause] = ways;
    if (cause === undefined) continue;
    most.set(cause, Math.max(most.get(cause) ?? 0, lengthOf(said.reason, ways)));
  }
  const isLong = (word: string, ways: readonly string[]): boolean => {
    const length = lengthOf(word, ways);
    return length >= 0 && length < (most.get(ways[0] ?? '') ?? 0);
  };
  if (!all.some(({ said, ways }) => isLong(said.reason, ways))) return all;
  return place(
    asked.map((each) => ({
      ...each,
      words: each.words.filter((word) => !isLong(word, each.ways)),
    })),
  );
}

function paintReason(brush: Brush, { lines, place, room }: Said, { state }: ProblemMark): void {
  const { context, colours } = brush;
  const { colour, fill } = problemLook(state, colours);
  const height = place.height / lines.length;
  if (room === ON_LINES) {
    context.fillStyle = fill;
    context.beginPath();
    context.roundRect(place.x - 2, place.y, place.width + 4, place.height, 3);
    context.fill();
  }
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  context.fillStyle = colour;
  lines.forEach((line, at) => {
    context.fillText(line, place.x, place.y + height * (at + 0.5) + 0.5);
  });
}

function isSaid({ state }: ProblemMark): boolean {
  return state === 'blocked' || state === 'wrong';
}

function isInView({ zoom, pan, width, height }: Brush, { x, y }: Layout, slot: number): boolean {
  const atX = (x[slot] ?? 0) * zoom + pan.x;
  const atY = (y[slot] ?? 0) * zoom + pan.y;
  return atX >= 0 && atX <= width && atY >= 0 && atY <= height;
}

/** What a reason keeps clear of. */
interface Room {
  /** From its card, CSS px. */
  readonly gap: number;
  /** From all other cards, so that it is not read as the reason of one below, CSS px. */
  readonly clear: number;
  readonly isOnLines: boolean;
}

const FREE: Room = { gap: 2, clear: 4, isOnLines: false };
const ON_LINES: Room = { gap: 1, clear: 0, isOnLines: true };

/** A reason, and where it stands. */
interface Said {
  readonly reason: string;
  readonly lines: readonly string[];
  readonly place: Box;
  readonly room: Room;
}

/** The fullest of the reasons that has room. */
function placedReason(
  brush: Brush,
  scene: PlacingScene,
  slot: number,
  reasons: readonly string[],
  taken: readonly Box[],
): Said | undefined {
  const shortest = reasons.at(-1);
  if (shortest === undefined) return undefined;
  const find = (
    reason: string,
    lines: readonly string[],
    room: Room,
    most: number,
  ): Said | undefined => {
    const width = Math.max(...lines.map((line) => textWidth(brush, line)));
    if (width > most) return undefined;
    const size = { width, height: LINE * growth(brush.zoom) * lines.length };
    const place = placeOf(brush, scene, slot, size, taken, room);
    return place && { reason, lines, place, room };
  };
  const findAny = (reason: string, room: Room): Said | undefined => {
    const [one, two] = [[reason], inTwoLines(brush, reason)];
    // A line wider than its card takes the room of the next card's reason.
    const isWide = textWidth(brush, reason) > CARD_WIDTH * brush.zoom + 2 * FREE.clear;
    const [first, second] = two && isWide ? [two, one] : [one, two];
    const most = reason === shortest ? Number.POSITIVE_INFINITY : WIDEST * brush.zoom;
    return find(reason, first, room, most) ?? (second && find(reason, second, room, most));
  };
  // Where it has no room, none has: among many problems that is most often so.
  if (!findAny(shortest, FREE)) return findAny(shortest, ON_LINES);
  for (const reason of reasons) {
    const said = findAny(reason, FREE);
    if (said) return said;
  }
  return undefined;
}

/** Where a reason may be broken: rather between words, or behind the domain of a finalizer, than within a name. */
const BREAKS: readonly RegExp[] = [/[ /](?=.)/g, /[.-](?=.)/g];

/** The text broken where its wider line is narrowest; `undefined` if it has no place to break. */
function inTwoLines(brush: Brush, text: string): readonly [string, string] | undefined {
  let best: readonly [string, string] | undefined;
  let least = textWidth(brush, text);
  const places = BREAKS.map((breaks) => [...text.matchAll(breaks)]);
  for (const { index } of places.find((found) => found.length > 0) ?? []) {
    const lines = [text.slice(0, index + 1).trimEnd(), text.slice(index + 1)] as const;
    const width = Math.max(textWidth(brush, lines[0]), textWidth(brush, lines[1]));
    if (width >= least) continue;
    best = lines;
    least = width;
  }
  return best;
}

/** Where a text of this size in CSS px stands: below the card, else beside it. */
function placeOf(
  { zoom, pan }: Brush,
  scene: PlacingScene,
  slot: number,
  { width, height }: Size,
  taken: readonly Box[],
  room: Room,
): Box | undefined {
  const { layout } = scene;
  const { gap, clear } = room;
  const [x, y] = [layout.x[slot] ?? 0, layout.y[slot] ?? 0];
  const size = { width: width / zoom, height: height / zoom };
  const [left, right] = [x - CARD_WIDTH / 2, x + CARD_WIDTH / 2];
  const below = y + CARD_HEIGHT / 2 + gap / zoom;
  const besideLine = [x + BESIDE_LINE, x - BESIDE_LINE - size.width];
  const corners = [
    [x - size.width / 2, below],
    [left, below],
    [right - size.width, below],
    ...(ownersOf(layout).has(slot) ? besideLine.map((at) => [at, below] as const) : []),
    [right + (2 * gap) / zoom, y - size.height / 2],
  ] as const;
  const frame = layout.namespaces[layout.frames[slot] ?? -1];
  if (!frame) return undefined;
  const [frameX, frameWidth] = [frame.x + clear / zoom, frame.width - (2 * clear) / zoom];
  const inside = { ...frame, x: frameX, width: frameWidth };
  for (const [boxLeft, boxTop] of corners) {
    const box = { x: boxLeft, y: boxTop, ...size };
    const letters = { ...box, y: boxTop + BLANK / zoom, height: size.height - (2 * BLANK) / zoom };
    if (!contains(inside, box) || !isFree(letters, slot, scene, clear / zoom, room)) continue;
    const place = { x: box.x * zoom + pan.x, y: box.y * zoom + pan.y, width, height };
    const around = {
      x: place.x - FREE.clear,
      y: place.y + BLANK,
      width: width + 2 * FREE.clear,
      height: height - 2 * BLANK,
    };
    if (!taken.some((other) => overlaps(other, around))) return place;
  }
  return undefined;
}

/** Whether no other card is so near, and no line in the way unless the reason stands on lines; all in world px. */
function isFree(
  box: Box,
  slot: number,
  { layout, index, routes, ill }: PlacingScene,
  clear: number,
  { isOnLines }: Room,
): boolean {
  // Lines to dependents run halfway above them.
  const down = isOnLines ? box : { ...box, height: box.height + TO_BUS };
  const around = { ...down, y: down.y - box.height, height: down.height + box.height };
  const found = index.inBox(inflate(around, clear));
  const near = found.filter((each) => each !== slot);
  const owners = ownersOf(layout);
  // The line to an only dependent runs straight down.
  const isStraight = (each: number): boolean =>
    layout.parents[each] === slot && owners.get(slot) === 1;
  const isClear = near.every((each) => {
    // Below another card in trouble this would be read as the reason of that one.
    const card = cardBox(layout, each, clear, ill.has(each) ? box.height : 0);
    return !overlaps(card, layout.parents[each] === -1 || isStraight(each) ? box : down);
  });
  if (!isClear || isOnLines) return isClear;
  if (found.some((each) => owners.has(each) && overlaps(lineBelow(layout, each), box)))
    return false;
  return !routes.some(({ points }) => crosses(points, inflate(box, 2)));
}

const knownOwners = new WeakMap<Layout, ReadonlyMap<number, number>>();

/** How many hang under each slot, if any: a line begins below it. Counted once a layout. */
function ownersOf(layout: Layout): ReadonlyMap<number, number> {
  const known = knownOwners.get(layout);
  if (known) return known;
  const counts = new Map<number, number>();
  for (const owner of layout.parents) counts.set(owner, (counts.get(owner) ?? 0) + 1);
  knownOwners.set(layout, counts);
  return counts;
}

function lineBelow({ x, y }: Layout, slot: number): Box {
  return {
    x: (x[slot] ?? 0) - BESIDE_LINE + 1,
    y: (y[slot] ?? 0) + CARD_HEIGHT / 2,
    width: 2 * (BESIDE_LINE - 1),
    height: BUS,
  };
}

/** A card with the sheets of paper that a stack has below, and some room `above` and `below`, world px. */
function cardBox({ x, y }: Layout, slot: number, above: number, below: number): Box {
  return {
    x: (x[slot] ?? 0) - CARD_WIDTH / 2,
    y: (y[slot] ?? 0) - CARD_HEIGHT / 2 - above,
    width: CARD_WIDTH,
    height: CARD_HEIGHT + 8 + above + below,
  };
}

/** Whether a line along the axes touches the box. */
export function crosses(points: readonly number[], box: Box): boolean {
  return partsIn(points, box).length > 0;
}

/** The parts of a line along the axes that touch the box, each from one bend to the next. */
export function partsIn(points: readonly number[], box: Box): readonly Box[] {
  const parts: Box[] = [];
  for (let at = 2; at < points.length; at += 2) {
    const [x1, y1] = [points[at - 2] ?? 0, points[at - 1] ?? 0];
    const [x2, y2] = [points[at] ?? 0, points[at + 1] ?? 0];
    const part = {
      x: Math.min(x1, x2),
      y: Math.min(y1, y2),
      width: Math.abs(x1 - x2),
      height: Math.abs(y1 - y2),
    };
    // A line has no area.
    if (overlaps(inflate(part, 0.5), box)) parts.push(part);
  }
  return parts;
}
