import { type Box, inflate, overlaps, type Point, type Size } from '@gcscope/picture';
import type { EdgeChip } from './edge-chips.ts';

/** A chip in a place where it covers nothing, CSS px. */
export interface PlacedChip extends EdgeChip {
  readonly box: Box;
  /** Offset from the point where its edge leaves the view. */
  readonly step: Step;
  /** Corners of the line from that point to a chip that does not stand on its edge. */
  readonly tie?: readonly Point[];
}

/** A place for a chip. */
type Place = Pick<PlacedChip, 'box' | 'step' | 'tie'>;

/** Offset from the point where the edge leaves the view: along that side, and inwards. */
interface Step {
  readonly aside: number;
  readonly inside: number;
}

/** Boxes that chips keep clear of, CSS px. */
export interface Obstacles {
  /** Cards, names and controls: never covered. */
  readonly solid: readonly Box[];
  /** Lines of trees, and the close surroundings of cards: covered only where there is no other place. */
  readonly soft: readonly Box[];
  /** The card of the selected object. */
  readonly selected?: Box | undefined;
}

/** The chips that found room, and how many edges the others stand for. */
export interface EdgeChips {
  readonly shown: readonly PlacedChip[];
  readonly more: number;
}

/** Width of a narrow map, as on a phone, CSS px: a second chip would hide it, and the sum says as much, but for an awaited object. */
const NARROW = 480;
/** More chips than this would hide the map. */
const MOST_CHIPS = 10;
const HEIGHT = 22;
const MOST_WIDTH = 290;
/** Width of padding, arrow and the sign of a wrong reference; and of a letter, rather too much than too little. */
const PADDING = 40;
const SIGN = 19;
const LETTER = 6.9;
/** Distance from the side of the view, and between chips. */
const MARGIN = 6;
/** A chip farther from its line is read as that of a card beside it. Inwards it stands on its line. */
const TOUCHING: number = MARGIN + 1;
/** Beside the selected card, a chip of another one reads as one of it. */
const BESIDE_SELECTED = 40;
const REACH = 130;
const STEP = 6;
/** Chips of the selected object are the ways on: without room on their lines they are tied to them. */
const FAR_REACH = 600;
const FAR_STEP = 12;

/**
 * Puts each chip on its edge where that leaves the view, so that it covers none of the obstacles and no other chip. A chip that
 * was there `before` keeps its distance from that point while it can: it moves with its line, and does not jump.
 */
export function placeChips(
  chips: readonly EdgeChip[],
  { solid, soft, selected }: Obstacles,
  view: Size,
  before: readonly PlacedChip[] = [],
): EdgeChips {
  const isNarrow = view.width < NARROW;
  const kept =
    isNarrow && chips.length > 1 ? chips.filter(({ isAwaited }) => isAwaited).slice(0, 1) : chips;
  const steps = new Map(before.map((chip) => [chipKey(chip), chip.step]));
  const shown: PlacedChip[] = [];
  const taken = [...solid];
  const beside = selected ? [inflate(selected, BESIDE_SELECTED)] : [];
  let more = countOf(chips) - countOf(kept);
  for (const chip of kept) {
    const last = steps.get(chipKey(chip));
    const isWayOn = isNarrow ? chip.isAwaited : chip.isOfSelected;
    const covered = { solid: chip.isOfSelected ? taken : [...taken, ...beside], soft };
    const placeIn = (room: Room): Place | undefined => freePlace(chip, covered, view, room, last);
    const isOneMore = shown.length < MOST_CHIPS;
    const place = isOneMore ? (placeIn(NEAR) ?? (isWayOn && placeIn(ANYWHERE))) : undefined;
    if (!place) {
      more += chip.count;
      continue;
    }
    shown.push({ ...chip, ...place });
    taken.push(inflate(place.box, MARGIN));
  }
  return { shown, more };
}

function countOf(chips: readonly EdgeChip[]): number {
  return chips.reduce((sum, { count }) => sum + count, 0);
}

/** Tells the chips of a view apart. */
export function chipKey({ farIs, side, far }: EdgeChip): string {
  return `${farIs} ${side} ${far}`;
}

function freePlace(
  chip: EdgeChip,
  obstacles: Obstacles,
  view: Size,
  { places, reach, isTied }: Room,
  last: Step | undefined,
): Place | undefined {
  const letters = chip.text.length * LETTER + PADDING + (chip.invalid ? SIGN : 0);
  const width = Math.round(Math.min(letters, MOST_WIDTH, view.width * 0.8));
  const first = atExit(chip, width, view);
  const near = inflate(first, reach);
  const solid = obstacles.solid.filter((box) => overlaps(box, near));
  const soft = obstacles.soft.filter((box) => overlaps(box, near));
  const [along, inwards] = directions(chip.side);
  const exit = exitOf(chip, view);
  const line = inflate(lineFrom(exit, inwards, chip.straight), TOUCHING);
  let overSoft: Place | undefined;
  for (const step of last ? [last, ...places] : places) {
    const x = first.x + step.aside * along.x + step.inside * inwards.x;
    const y = first.y + step.aside * along.y + step.inside * inwards.y;
    const box = { x, y, width, height: HEIGHT };
    const touches = overlaps(box, line);
    if (!touches && !isTied) continue;
    if (!isInside(box, view) || solid.some((other) => overlaps(box, other))) continue;
    const place = { box, step, ...(!touches && { tie: tieTo(box, exit, along) }) };
    if (!soft.some((other) => overlaps(box, other))) return place;
    overSoft ??= place;
  }
  return overSoft;
}

function exitOf({ side, at }: EdgeChip, view: Size): Point {
  if (side === 'left' || side === 'right') return { x: side === 'left' ? 0 : view.width, y: at };
  return { x: at, y: side === 'top' ? 0 : view.height };
}

/** The part of an edge at the side of the view. */
function lineFrom({ x, y }: Point, { x: across, y: down }: Point, length: number): Box {
  return {
    x: Math.min(x, x + across * length),
    y: Math.min(y, y + down * length),
    width: Math.abs(across * length),
    height: Math.abs(down * length),
  };
}

/** The tie runs along the side of the view, then inwards to the middle of the chip. */
function tieTo({ x, y, width, height }: Box, exit: Point, along: Point): readonly Point[] {
  const middle = { x: x + width / 2, y: y + height / 2 };
  return [exit, along.x > 0 ? { x: middle.x, y: exit.y } : { x: exit.x, y: middle.y }, middle];
}

/** The box in the middle of where the edge leaves, moved into the view. */
function atExit({ side, at }: EdgeChip, width: number, view: Size): Box {
  const isAside = side === 'left' || side === 'right';
  const x = isAside ? (side === 'left' ? 0 : view.width) : at - width / 2;
  const y = isAside ? at - HEIGHT / 2 : side === 'top' ? 0 : view.height;
  return {
    x: Math.round(Math.max(MARGIN, Math.min(view.width - MARGIN - width, x))),
    y: Math.round(Math.max(MARGIN, Math.min(view.height - MARGIN - HEIGHT, y))),
    width,
    height: HEIGHT,
  };
}

/** The directions along a side of the view, and from it towards the middle. */
function directions(side: EdgeChip['side']): readonly [Point, Point] {
  switch (side) {
    case 'left':
      return [DOWN, RIGHT];
    case 'right':
      return [DOWN, { x: -1, y: 0 }];
    case 'top':
      return [RIGHT, DOWN];
    case 'bottom':
      return [RIGHT, { x: 0, y: -1 }];
    default:
      return side satisfies never;
  }
}

const RIGHT: Point = { x: 1, y: 0 };
const DOWN: Point = { x: 0, y: 1 };

/** The places where a chip may stand. */
interface Room {
  readonly places: readonly Step[];
  readonly reach: number;
  /** Whether the chip may stand beside its line, tied to it. */
  readonly isTied: boolean;
}

const NEAR: Room = { places: placesWithin(REACH, STEP), reach: REACH, isTied: false };
const ANYWHERE: Room = {
  places: [...NEAR.places, ...placesWithin(FAR_REACH, FAR_STEP)],
  reach: FAR_REACH,
  isTied: true,
};

/** Steps along the side and inwards, the nearest first. */
function placesWithin(reach: number, step: number): readonly Step[] {
  const steps = Array.from({ length: Math.floor(reach / step) + 1 }, (_, at) => at * step);
  return steps
    .flatMap((inside) =>
      steps.flatMap((aside) => [
        { aside, inside },
        ...(aside > 0 ? [{ aside: -aside, inside }] : []),
      ]),
    )
    .sort((a, b) => distance(a) - distance(b));
}

function distance({ aside, inside }: Step): number {
  return Math.abs(aside) + inside;
}

function isInside({ x, y, width, height }: Box, view: Size): boolean {
  return (
    x >= MARGIN &&
    y >= MARGIN &&
    x + width <= view.width - MARGIN &&
    y + height <= view.height - MARGIN
  );
}
