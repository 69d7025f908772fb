import type { NodeRecord } from '@gcscope/gc-core/wire';
import {
  type Box,
  BUS,
  CARD_WIDTH,
  contains,
  GAP_X,
  inflate,
  type Layout,
  overlaps,
  type Point,
  type Size,
} from '@gcscope/picture';
import type { MapRoute } from '../edges/map-routes.ts';
import { cardBox } from '../view/card-place.ts';
import { READABLE_ZOOM } from '../view/measures.ts';
import { onScreen } from '../view/on-screen.ts';
import { ownersOf } from '../world/owners-of.ts';
import type { ProblemMark, ProblemState } from '../world/problems.ts';
import type { ViewIndex } from '../world/view-index.ts';
import { reasonsBeside } from './describe-reasons.ts';
import { crosses } from './line-parts.ts';

/** Blank above and below the letters of a line, CSS px. */
const BLANK = 1;
/** Two reasons on one line that are nearer read as one sentence, CSS px. */
const APART = 10;
/** While a shorter reason says enough, no line is wider than two cards and the gaps beside them, world px. */
const WIDEST: number = 2 * (CARD_WIDTH + GAP_X);
/** Farthest below a card that the lines to the dependents of its siblings may run, world px. */
const TO_BUS = 18;
/** Room on both sides of the line below an owner: half of the bar that blocks its deletion, and some more, world px. */
const BESIDE_LINE = 7;
/** A letter, rather too wide than too narrow, and a line, CSS px. */
const LETTER = 5.5;
const LINE = 13;
/** The sheets of paper that a stack has below its card, world px. */
const SHEETS = 8;

/** The view to place reasons in, and the things that they must not cover. */
export interface PlacingScene {
  readonly layout: Layout;
  readonly index: ViewIndex;
  readonly routes: readonly Pick<MapRoute, 'points'>[];
  /** CSS px. */
  readonly names: readonly Box[];
  /** The slots in view that have a reason. */
  readonly withReasons: ReadonlySet<number>;
  readonly zoom: number;
  readonly pan: Point;
  /** Width of the view, CSS px. */
  readonly width: number;
  /** Width of a text, CSS px. */
  readonly widthOf: (text: string) => number;
  /** Height of a line, CSS px. */
  readonly lineHeight: number;
}

/** The possible reasons at a card, the fullest first. */
export interface Asked {
  readonly mark: ProblemMark;
  readonly words: readonly string[];
  /** For reasons that name another object: its names, the fullest first. */
  readonly ways: readonly string[];
}

/** The reason at a card, and its place, CSS px. */
export interface PlacedReason extends Asked {
  readonly reason: string;
  readonly lines: readonly string[];
  readonly place: Box;
  /** Whether it stands on lines: then it needs a plate. */
  readonly isOnLines: boolean;
}

/**
 * Places at each card the fullest reason that has room, below the card or beside it, in one or two lines. A reason may
 * stand on lines, but never covers a card or a name. Cards that wait for the same object have the same text: the
 * shortest that one of them has room for.
 */
export function placeReasons(
  scene: PlacingScene,
  asked: readonly Asked[],
): readonly PlacedReason[] {
  const all = placeEach(scene, asked);
  const most = new Map<string, number>();
  const lengthOf = (word: string, ways: readonly string[]): number =>
    ways.findIndex((way) => word.includes(way));
  for (const { reason, ways } of all) {
    const [cause] = ways;
    if (cause === undefined) continue;
    most.set(cause, Math.max(most.get(cause) ?? 0, lengthOf(reason, ways)));
  }
  const isLong = (word: string, ways: readonly string[]): boolean => {
    const length = lengthOf(word, ways);
    return length >= 0 && length < (most.get(ways[0] ?? '') ?? 0);
  };
  if (!all.some(({ reason, ways }) => isLong(reason, ways))) return all;
  const shortened = asked.map((each) => ({
    ...each,
    words: each.words.filter((word) => !isLong(word, each.ways)),
  }));
  return placeEach(scene, shortened);
}

/** The estimated size of the fullest reason beside a card that is not too wide, CSS px; `undefined` if there is no reason. */
export function reasonSize(record: NodeRecord, state: ProblemState): Size | undefined {
  if (state !== 'blocked' && state !== 'wrong') return undefined;
  const sizes = reasonsBeside(record, state, () => false).map(sizeOf);
  return sizes.find(({ width }) => width <= WIDEST * READABLE_ZOOM) ?? sizes.at(-1);
}

function sizeOf(reason: string): Size {
  const widthOf = (text: string): number => text.length * LETTER;
  const lines = inTwoLines(reason, widthOf) ?? [reason];
  return { width: Math.max(...lines.map(widthOf)), height: LINE * lines.length };
}

/** The first ones have the choice of places. */
function placeEach(scene: PlacingScene, asked: readonly Asked[]): readonly PlacedReason[] {
  const taken = [...scene.names];
  return asked.flatMap((each) => {
    const said = placeOne(scene, each, taken);
    if (!said) return [];
    taken.push(grown(said.place, APART - FREE.clear, 0));
    return [said];
  });
}

/** The distances that a reason keeps. */
interface Room {
  /** Distance from its card, CSS px. */
  readonly gap: number;
  /** Distance from all other cards, so that it is not read as the reason of one below, CSS px. */
  readonly clear: number;
  readonly isOnLines: boolean;
}

const FREE: Room = { gap: 2, clear: 4, isOnLines: false };
const ON_LINES: Room = { gap: 1, clear: 0, isOnLines: true };

/** The fullest of the reasons that has room. */
function placeOne(
  scene: PlacingScene,
  asked: Asked,
  taken: readonly Box[],
): PlacedReason | undefined {
  const { zoom, widthOf, lineHeight } = scene;
  const shortest = asked.words.at(-1);
  if (shortest === undefined) return undefined;
  const find = (reason: string, room: Room): PlacedReason | undefined => {
    const most = reason === shortest ? Number.POSITIVE_INFINITY : WIDEST * zoom;
    for (const lines of linesOf(reason, scene)) {
      const width = Math.max(...lines.map(widthOf));
      const size = { width, height: lineHeight * lines.length };
      const place = width > most ? undefined : placeOf(scene, asked.mark.slot, size, taken, room);
      if (place) return { ...asked, reason, lines, place, isOnLines: room.isOnLines };
    }
    return undefined;
  };
  // No reason has room where the shortest has none: among many problems that is most often so.
  if (!find(shortest, FREE)) return find(shortest, ON_LINES);
  for (const reason of asked.words) {
    const said = find(reason, FREE);
    if (said) return said;
  }
  return undefined;
}

/** A reason in one line and in two, if it can be broken: a line wider than its card, which would take the room of the next card's reason, comes last. */
function linesOf(reason: string, { zoom, widthOf }: PlacingScene): readonly (readonly string[])[] {
  const [one, two] = [[reason], inTwoLines(reason, widthOf)];
  if (!two) return [one];
  return widthOf(reason) > CARD_WIDTH * zoom + 2 * FREE.clear ? [two, one] : [one, two];
}

/** Places to break a reason: rather between words, or behind the domain of a finalizer, than within a name. */
const BREAKS: readonly RegExp[] = [/[ /](?=.)/g, /[.-](?=.)/g];

/** The text broken where its wider line is narrowest; `undefined` if it has no place to break. */
function inTwoLines(
  text: string,
  widthOf: PlacingScene['widthOf'],
): readonly [string, string] | undefined {
  let best: readonly [string, string] | undefined;
  let least = widthOf(text);
  const places = BREAKS.map((breaks) => [...text.matchAll(breaks)]);
  for (const { index } of places.find((found) => found.length > 0) ?? []) {
    const lines = [text.slice(0, index + 1).trimEnd(), text.slice(index + 1)] as const;
    const width = Math.max(widthOf(lines[0]), widthOf(lines[1]));
    if (width >= least) continue;
    best = lines;
    least = width;
  }
  return best;
}

/** The place of a text of this size in CSS px: below the card, else beside it. */
function placeOf(
  scene: PlacingScene,
  slot: number,
  { width, height }: Size,
  taken: readonly Box[],
  room: Room,
): Box | undefined {
  const { layout, zoom } = scene;
  const frame = layout.namespaces[layout.frames[slot] ?? -1];
  if (!frame) return undefined;
  const clear = room.clear / zoom;
  const inside = grown(frame, -clear, 0);
  const size = { width: width / zoom, height: height / zoom };
  const boxes = cornersFor(layout, slot, size, room.gap / zoom).map((at) => ({ ...at, ...size }));
  // Whole reasons come before cut ones at the edge of the view, even if off the middle.
  const isCut = (box: Box): boolean => {
    const { x } = onScreen(scene, box);
    return x < 0 || x + width > scene.width;
  };
  for (const box of boxes.toSorted((a, b) => +isCut(a) - +isCut(b))) {
    const letters = grown(box, 0, -BLANK / zoom);
    if (!contains(inside, box) || !isFree(letters, slot, scene, clear, room)) continue;
    const place = { ...onScreen(scene, box), width, height };
    const around = grown(place, FREE.clear, -BLANK);
    if (!taken.some((other) => overlaps(other, around))) return place;
  }
  return undefined;
}

/** Upper left corners of a reason, the best first, world px. */
function cornersFor(layout: Layout, slot: number, size: Size, gap: number): readonly Point[] {
  const { x, y, width, height } = cardBox(layout, slot);
  const middle = x + width / 2;
  const below = y + height + gap;
  const besideLine = [middle + BESIDE_LINE, middle - BESIDE_LINE - size.width];
  return [
    { x: middle - size.width / 2, y: below },
    { x, y: below },
    { x: x + width - size.width, y: below },
    ...(ownersOf(layout).has(slot) ? besideLine.map((at) => ({ x: at, y: below })) : []),
    { x: x + width + 2 * gap, y: y + (height - size.height) / 2 },
  ];
}

/** Whether no other card is so near, and no line in the way unless the reason stands on lines; all in world px. */
function isFree(
  box: Box,
  slot: number,
  { layout, index, routes, withReasons }: PlacingScene,
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
    const { y, height, ...card } = cardBox(layout, each);
    // A reason below another card with a problem would be read as the reason of that one.
    const below = SHEETS + (withReasons.has(each) ? box.height : 0);
    const kept = { ...card, y: y - clear, height: height + clear + below };
    return !overlaps(kept, layout.parents[each] === -1 || isStraight(each) ? box : down);
  });
  if (!isClear || isOnLines) return isClear;
  const isLineBelow = (each: number): boolean =>
    owners.has(each) && overlaps(lineBelow(layout, each), box);
  return !found.some(isLineBelow) && !routes.some(({ points }) => crosses(points, inflate(box, 2)));
}

/** The line from an owner to its dependents, as wide as its bar. */
function lineBelow(layout: Layout, slot: number): Box {
  const { x, y, width, height } = cardBox(layout, slot);
  const half = BESIDE_LINE - 1;
  return { x: x + width / 2 - half, y: y + height, width: 2 * half, height: BUS };
}

function grown({ x, y, width, height }: Box, across: number, down: number): Box {
  return { x: x - across, y: y - down, width: width + 2 * across, height: height + 2 * down };
}
