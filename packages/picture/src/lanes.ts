import { type Box, plain } from './geometry.ts';

/** 0: along x, 1: along y. */
export type Axis = 0 | 1;

/** A straight way between the boxes of a room. */
export interface Lane {
  readonly axis: Axis;
  /** Place on the other axis. */
  readonly at: number;
  /** Free part, on the lane's axis. */
  readonly from: number;
  readonly to: number;
  /** The lanes that it crosses, once a search has followed it. */
  crossings: Crossings | undefined;
}

/** The lanes that a lane crosses: the cost to turn into each, and the search that found it. */
export interface Crossings {
  readonly lanes: readonly Lane[];
  readonly costs: number[];
  readonly searches: number[];
}

/** A line that nobody may run on top of, though all may cross it. */
export interface Wall {
  readonly axis: Axis;
  readonly at: number;
  readonly from: number;
  readonly to: number;
}

interface Sorted {
  readonly order: readonly number[];
  /** The farthest end of each box and those before it: behind that, nothing that begins earlier stands. */
  readonly reach: readonly number[];
}

type Band = [low: number, high: number];

/** Least distance of lines from boxes and walls, while there is room. */
const CLEARANCE = 4;
/** Farthest that a line may be moved out of the middle of its lane. */
const MOST_SHIFT = 20;
/** Nothing farther away than this matters to a line. */
export const MOST_BAND: number = MOST_SHIFT + CLEARANCE;

/**
 * A part of the picture with boxes that nothing may run through: cards in the room of a tree, trees in a namespace,
 * namespaces in the world. Its lanes run along the sides of the boxes. Boxes never touch, so the lanes lead everywhere.
 */
export class Room {
  /** Number of searches so far. */
  searched = 0;
  /** Starts and ends of the boxes, by axis. */
  readonly #starts: readonly [number[], number[]] = [[], []];
  readonly #ends: readonly [number[], number[]] = [[], []];
  readonly #boundsStart: readonly [number, number];
  readonly #boundsEnd: readonly [number, number];
  readonly #walls: readonly Wall[];
  readonly #aside: readonly [number, number];
  /** Lanes and boxes in order, by axis. */
  readonly #lanes: [Lane[] | undefined, Lane[] | undefined] = [undefined, undefined];
  readonly #orders: [Sorted | undefined, Sorted | undefined] = [undefined, undefined];

  /** `aside`: distance of the lanes from the boxes, by the axis on which it is measured: at most the gap between boxes. */
  constructor(
    bounds: Box,
    boxes: readonly Box[],
    aside: readonly [number, number],
    walls: readonly Wall[] = [],
  ) {
    this.#boundsStart = [plain(bounds.x), plain(bounds.y)];
    this.#boundsEnd = [plain(bounds.x + bounds.width), plain(bounds.y + bounds.height)];
    for (let at = 0; at < boxes.length; at++) {
      const { x, y, width, height } = boxes[at] as Box;
      this.#starts[0].push(plain(x));
      this.#starts[1].push(plain(y));
      this.#ends[0].push(plain(x + width));
      this.#ends[1].push(plain(y + height));
    }
    this.#walls = walls;
    this.#aside = aside;
  }

  /** The lanes along an axis; looked for when a search first needs them, as many rooms are left by a single bend. */
  lanesAlong(axis: Axis): readonly Lane[] {
    this.#lanes[axis] ??= this.#makeLanes(axis);
    return this.#lanes[axis];
  }

  /** The lanes that a lane crosses; looked for when it is first followed, as searches follow few of them. */
  crossingsOf(lane: Lane): Crossings {
    if (lane.crossings) return lane.crossings;
    const crossed: Lane[] = [];
    const lanes = this.lanesAlong(other(lane.axis));
    for (let number = 0; number < lanes.length; number++) {
      const across = lanes[number] as Lane;
      const { at, from, to } = across;
      if (at < lane.from || at > lane.to || lane.at < from || lane.at > to) continue;
      crossed.push(across);
    }
    const zeros = (): number[] => new Array<number>(crossed.length).fill(0);
    lane.crossings = { lanes: crossed, costs: zeros(), searches: zeros() };
    return lane.crossings;
  }

  /** The end of a free straight line from a point, in the direction of `sign`. */
  reach(axis: Axis, at: number, from: number, sign: 1 | -1): number {
    return this.#span(axis, at, from, from)?.[sign > 0 ? 1 : 0] ?? from;
  }

  /** Whether a lane leads out of the room at that end. */
  isExit(axis: Axis, end: number): boolean {
    return end === this.#boundsStart[axis] || end === this.#boundsEnd[axis];
  }

  /** Whether any part of a line at `at`, on the other axis, is in the room. */
  holds(axis: Axis, at: number, from: number, to: number): boolean {
    const cross = other(axis);
    return (
      at >= (this.#boundsStart[cross] as number) &&
      at <= (this.#boundsEnd[cross] as number) &&
      from < (this.#boundsEnd[axis] as number) &&
      to > (this.#boundsStart[axis] as number)
    );
  }

  /** Other places for a line that the room holds: clear of boxes and walls, or in the middle between them. */
  band(axis: Axis, at: number, from: number, to: number): Readonly<Band> {
    const cross = other(axis);
    const band: Band = [
      Math.max(at - MOST_BAND, this.#boundsStart[cross]),
      Math.min(at + MOST_BAND, this.#boundsEnd[cross]),
    ];
    // The lines at both of its ends may move as well: it must be free beyond them.
    this.#narrowByBoxes(axis, at, from - MOST_SHIFT, to + MOST_SHIFT, band);
    this.#narrowByWalls(axis, at, from, to, band);
    const clearance = Math.min(CLEARANCE, (band[1] - band[0]) / 2);
    band[0] += clearance;
    band[1] -= clearance;
    return band;
  }

  #narrowByBoxes(axis: Axis, at: number, from: number, to: number, band: Band): void {
    const cross = other(axis);
    const starts = this.#starts[axis];
    const ends = this.#ends[axis];
    const before = this.#starts[cross];
    const behind = this.#ends[cross];
    const { order, reach } = this.#sorted(cross);
    let next = this.#firstFrom(cross, at + MOST_BAND) - 1;
    for (; next >= 0 && (reach[next] as number) > at - MOST_BAND; next--) {
      const box = order[next] as number;
      if ((starts[box] as number) >= to || (ends[box] as number) <= from) continue;
      const start = before[box] as number;
      const end = behind[box] as number;
      if (end <= at) band[0] = Math.max(band[0], end);
      else if (start >= at) band[1] = Math.min(band[1], start);
    }
  }

  #narrowByWalls(axis: Axis, at: number, from: number, to: number, band: Band): void {
    for (let number = 0; number < this.#walls.length; number++) {
      const wall = this.#walls[number] as Wall;
      if (wall.axis !== axis || wall.from >= to || wall.to <= from) continue;
      if (wall.at <= at) band[0] = Math.max(band[0], wall.at);
      else band[1] = Math.min(band[1], wall.at);
    }
  }

  #makeLanes(axis: Axis): Lane[] {
    const cross = other(axis);
    const aside = this.#aside[cross];
    const starts = this.#starts[axis];
    const ends = this.#ends[axis];
    const lanes: Lane[] = [];
    const known = new Map<number, Lane[]>();
    for (let box = 0; box < starts.length; box++) {
      const from = starts[box] as number;
      const to = ends[box] as number;
      this.#addLane(lanes, axis, (this.#starts[cross][box] as number) - aside, from, to, known);
      this.#addLane(lanes, axis, (this.#ends[cross][box] as number) + aside, from, to, known);
    }
    return lanes;
  }

  /** The lane along a side of a box, unless it is outside of the room, or there already. */
  #addLane(
    lanes: Lane[],
    axis: Axis,
    at: number,
    from: number,
    to: number,
    known: Map<number, Lane[]>,
  ): void {
    const cross = other(axis);
    if (at < this.#boundsStart[cross] || at > this.#boundsEnd[cross]) return;
    const others = known.get(at);
    for (let same = 0; others && same < others.length; same++) {
      const lane = others[same] as Lane;
      if (lane.from <= from && lane.to >= to) return;
    }
    const span = this.#span(axis, at, from, to);
    if (!span) return;
    const lane: Lane = { axis, at, from: span[0], to: span[1], crossings: undefined };
    if (others) others.push(lane);
    else known.set(at, [lane]);
    lanes.push(lane);
  }

  /** The boxes by where they begin along an axis, so that those beside a line are found without looking at all. */
  #sorted(axis: Axis): Sorted {
    const known = this.#orders[axis];
    if (known) return known;
    const starts = this.#starts[axis];
    const ends = this.#ends[axis];
    const order = starts
      .map((_, box) => box)
      .sort((a, b) => (starts[a] as number) - (starts[b] as number));
    const reach: number[] = [];
    let most = Number.NEGATIVE_INFINITY;
    for (let next = 0; next < order.length; next++) {
      most = Math.max(most, ends[order[next] as number] as number);
      reach.push(most);
    }
    const sorted = { order, reach };
    this.#orders[axis] = sorted;
    return sorted;
  }

  /** The first in that order that begins at `place` or behind it. */
  #firstFrom(axis: Axis, place: number): number {
    const starts = this.#starts[axis];
    const { order } = this.#sorted(axis);
    let low = 0;
    let high = order.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((starts[order[middle] as number] as number) < place) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The free span of a straight line beyond both of its ends; `undefined` if something stands on it. */
  #span(axis: Axis, at: number, from: number, to: number): Band | undefined {
    const cross = other(axis);
    const starts = this.#starts[axis];
    const ends = this.#ends[axis];
    const behind = this.#ends[cross];
    let low = this.#boundsStart[axis];
    let high = this.#boundsEnd[axis];
    const { order, reach } = this.#sorted(cross);
    let next = this.#firstFrom(cross, at) - 1;
    for (; next >= 0 && (reach[next] as number) > at; next--) {
      const box = order[next] as number;
      if (at >= (behind[box] as number)) continue;
      const start = starts[box] as number;
      const end = ends[box] as number;
      if (end <= from) low = Math.max(low, end);
      else if (start >= to) high = Math.min(high, start);
      else return undefined;
    }
    return [low, high];
  }
}

/** The other axis. */
function other(axis: Axis): Axis {
  return axis === 0 ? 1 : 0;
}
