import { type Ray, type Way, WayFinder } from './find-way.ts';
import { CARD_HEIGHT, CARD_WIDTH, plain } from './geometry.ts';
import { type Axis, MOST_BAND, type Room } from './lanes.ts';
import { PictureRooms } from './picture-rooms.ts';
import type { Layout } from './positions.ts';
import type { Edges } from './rows.ts';
import { type Line, spread } from './spread-lines.ts';

/** An edge to route, by the slots of its ends. */
export interface RouteEnds {
  readonly dependent: number;
  readonly owner: number;
}

/** An edge to an owner that the dependent does not hang under. */
export interface CrossEdge extends RouteEnds {
  /** Traits of the reference: see `Edges.traits`. */
  readonly traits: number;
}

/** The way of an edge, from the dependent to the owner. */
export interface Route {
  /** Start, bends and end, x and y in turn; the parts run along x and along y in turn, the first and last along x. */
  readonly points: readonly number[];
}

/** Straight length of a line beside an owner: room for an arrowhead. */
const STRAIGHT = 12;
/** Farthest from the middle of a card's side that its lines may begin and end. */
const PORT = 15;
/** Other lines keep so far below the middle of the left side of a grid's cell, where the line to its owner enters. */
const BELOW_STUB = 10;

/** The edges that no tree shows: to further owners, to other namespaces, and where a cycle is cut. */
export function crossEdges({ firsts, owners, traits }: Edges, { parents }: Layout): CrossEdge[] {
  const found: CrossEdge[] = [];
  const size = parents.length;
  for (let dependent = 0; dependent < size; dependent++) {
    const end = firsts[dependent + 1] as number;
    for (let at = firsts[dependent] as number; at < end; at++) {
      const owner = owners[at] as number;
      if (parents[dependent] === owner) continue;
      found.push({ dependent, owner, traits: traits[at] as number });
    }
  }
  return found;
}

/**
 * Routes edges to owners that a card does not hang under: around cards, out of a tree between trees, out of a namespace
 * between namespaces. Lines in one lane run side by side. The same edges over the same layout always get the same ways.
 */
export function routeEdges<Edge extends RouteEnds>(
  layout: Layout,
  edges: readonly Edge[],
): (Edge & Route)[] {
  const router = new Router(layout);
  const routed = edges.map((edge) => router.route(edge));
  // Sorted by place: the order of the records must not matter.
  const { x, y } = layout;
  const after = (a: number, b: number): number =>
    (y[a] as number) - (y[b] as number) || (x[a] as number) - (x[b] as number);
  const order = edges.map((_, at) => at);
  order.sort((a, b) => {
    const [one, other] = [edges[a] as Edge, edges[b] as Edge];
    return after(one.dependent, other.dependent) || after(one.owner, other.owner);
  });
  spread(order.map((at) => (routed[at] as Routed).lines));
  return edges.map((edge, at) => ({ ...edge, points: pointsOf(routed[at] as Routed) }));
}

interface Routed {
  /** x where it begins and ends. */
  readonly from: number;
  readonly to: number;
  readonly lines: readonly Line[];
}

/** State of one end of an edge: the rays to go on by, each with the lines that lead to it. */
interface Front {
  readonly rays: readonly Ray[];
  readonly lines: readonly (readonly Part[])[];
  /** x on the card's side, by ray. */
  readonly sides: readonly number[];
}

/** A straight part of a way: along `axis`, at `at` on the other. */
interface Part {
  readonly axis: Axis;
  readonly at: number;
}

class Router {
  readonly #layout: Layout;
  readonly #rooms: PictureRooms;
  readonly #ways = new WayFinder();

  constructor(layout: Layout) {
    this.#layout = layout;
    this.#rooms = new PictureRooms(layout);
  }

  route(ends: RouteEnds): Routed {
    const { trees, frames } = this.#layout;
    const { dependent, owner } = ends;
    if (dependent === owner) return this.#loop(ends);
    const start = this.#placeOf(dependent);
    const goal = this.#placeOf(owner);
    let from = this.#ports(dependent, 0);
    let to = this.#ports(owner, STRAIGHT);
    const levels: readonly (readonly [Room, Room])[] = [
      [this.#rooms.tree(trees[dependent] as number), this.#rooms.tree(trees[owner] as number)],
      [this.#rooms.frame(frames[dependent] as number), this.#rooms.frame(frames[owner] as number)],
      [this.#rooms.world, this.#rooms.world],
    ];
    const passed = new Set<Room>();
    for (const [at, [room, goalRoom]] of levels.entries()) {
      passed.add(room).add(goalRoom);
      if (room === goalRoom) {
        const way = this.#ways.find(room, from.rays, to.rays, goal);
        if (way) return this.#joined(ends, from, to, way, [...passed]);
      }
      const [next, nextGoal] = levels[at + 1] ?? [];
      if (!next || !nextGoal) break;
      const left = this.#leave(from, room, next, goal);
      const arrived = this.#leave(to, goalRoom, nextGoal, start);
      if (!left || !arrived) break;
      from = left;
      to = arrived;
    }
    return this.#straight(ends);
  }

  /** Goes on from a room into the one around it; `undefined` if there is no way out. */
  #leave(
    front: Front,
    room: Room,
    around: Room,
    towards: readonly [number, number],
  ): Front | undefined {
    const way = this.#ways.find(room, front.rays, [], towards);
    if (!way) return undefined;
    const lines = [...(front.lines[way.start] ?? []), ...way.stretches];
    const { axis, at } = lines.at(-1) as Part;
    const before = lines.at(-2)?.at ?? front.sides[way.start] ?? 0;
    const sign = way.end > before ? 1 : -1;
    const reach = around.reach(axis, at, way.end, sign);
    return {
      rays: [{ axis, at, from: way.end, reach, straight: 0 }],
      lines: [lines],
      sides: [front.sides[way.start] as number],
    };
  }

  #placeOf(slot: number): readonly [number, number] {
    return [plain(this.#layout.x[slot] as number), plain(this.#layout.y[slot] as number)];
  }

  /** The two sides of a card. */
  #ports(slot: number, straight: number): Front {
    const [x, y] = this.#placeOf(slot);
    const room = this.#rooms.tree(this.#layout.trees[slot] as number);
    const inCell = (this.#layout.cells[slot] as number) >= 0;
    const ray = (sign: 1 | -1, at: number): Ray => {
      const from = x + (sign * CARD_WIDTH) / 2;
      return { axis: 0, at, from, reach: room.reach(0, at, from, sign), straight };
    };
    const rays = [ray(1, y), ray(-1, inCell ? y + BELOW_STUB : y)];
    return {
      rays,
      lines: rays.map(({ axis, at }) => [{ axis, at }]),
      sides: rays.map(({ from }) => from),
    };
  }

  #joined(ends: RouteEnds, from: Front, to: Front, way: Way, rooms: readonly Room[]): Routed {
    const back = [...(to.lines[way.end] ?? [])].reverse();
    const parts = [...(from.lines[way.start] ?? []), ...way.stretches];
    // Two rays that face each other are one line.
    if (parts.at(-1)?.axis === back[0]?.axis) parts.pop();
    return this.#routed(
      ends,
      [...parts, ...back],
      from.sides[way.start] as number,
      to.sides[way.end] as number,
      rooms,
    );
  }

  #routed(
    ends: RouteEnds,
    parts: readonly Part[],
    from: number,
    to: number,
    rooms: readonly Room[],
  ): Routed {
    const lines = parts.map((part, at): Line => {
      const before = parts[at - 1]?.at ?? from;
      const behind = parts[at + 1]?.at ?? to;
      const first = Math.min(before, behind);
      const last = Math.max(before, behind);
      // Without lanes it stays where it is.
      const free = rooms.length > 0 ? MOST_BAND : 0;
      let low = part.at - free;
      let high = part.at + free;
      for (const room of rooms) {
        if (!room.holds(part.axis, part.at, first, last)) continue;
        const band = room.band(part.axis, part.at, first, last);
        low = Math.max(low, band[0]);
        high = Math.min(high, band[1]);
      }
      const keepBeside = (card: number): void => {
        const y = plain(this.#layout.y[card] as number);
        low = Math.max(low, y - PORT);
        high = Math.min(high, y + PORT);
      };
      if (at === 0) keepBeside(ends.dependent);
      if (at === parts.length - 1) keepBeside(ends.owner);
      const { axis, at: middle } = part;
      const { goal, place } = this.#goalOf(ends);
      const turn = before + behind;
      return { axis, at: middle, from: first, to: last, low, high, turn, goal, place };
    });
    return { from, to, lines };
  }

  #goalOf({ owner }: RouteEnds): Pick<Line, 'goal' | 'place'> {
    return { goal: owner, place: this.#layout.frames[owner] as number };
  }

  /** An object that names itself as its owner: a loop at its right side. */
  #loop(ends: RouteEnds): Routed {
    const [x, y] = this.#placeOf(ends.owner);
    const side = x + CARD_WIDTH / 2;
    const line = (axis: Axis, at: number): Line => ({
      axis,
      at,
      from: at,
      to: at,
      low: at,
      high: at,
      turn: 0,
      ...this.#goalOf(ends),
    });
    const lines = [line(0, y + CARD_HEIGHT / 4), line(1, side + 13), line(0, y - CARD_HEIGHT / 4)];
    return { from: side, to: side, lines };
  }

  /** Routes an edge that no lane leads to: straight across everything between. */
  #straight(ends: RouteEnds): Routed {
    const [x, y] = this.#placeOf(ends.dependent);
    const [ownerX, ownerY] = this.#placeOf(ends.owner);
    const sign = x <= ownerX ? 1 : -1;
    const from = x + (sign * CARD_WIDTH) / 2;
    const to = ownerX - (sign * CARD_WIDTH) / 2;
    const parts: Part[] = [
      { axis: 0, at: y },
      { axis: 1, at: (from + to) / 2 },
      { axis: 0, at: ownerY },
    ];
    return this.#routed(ends, parts, from, to, []);
  }
}

/** The corners are where one line meets the next. */
function pointsOf({ from, to, lines }: Routed): number[] {
  const points: number[] = [];
  for (let at = 0; at < lines.length; at += 2) {
    const y = (lines[at] as Line).at;
    points.push(lines[at - 1]?.at ?? from, y, lines[at + 1]?.at ?? to, y);
  }
  return points;
}
