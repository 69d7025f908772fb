import FlatQueue from 'flatqueue';
import type { Axis, Lane, Room } from './lanes.ts';

/** A straight line that leaves a card or a room, up to the first thing in its way. */
export interface Ray {
  readonly axis: Axis;
  /** Place on the other axis. */
  readonly at: number;
  /** Start and end of the free part, on the ray's axis. */
  readonly from: number;
  readonly reach: number;
  /** Least length before the first bend. */
  readonly straight: number;
}

/** One straight part of a way. */
interface Stretch {
  readonly axis: Axis;
  readonly at: number;
}

/** A way through a room. */
export interface Way {
  /** The ray that was taken. */
  readonly start: number;
  /** The straight parts after it, each across the one before; the last one may be the ray of the goal. */
  readonly stretches: readonly Stretch[];
  /** The ray of the goal that was taken, or where the way leaves the room. */
  readonly end: number;
}

/** Cost of a bend, in px of way: a line with few bends is easy to follow. */
const BEND = 48;
/**
 * Eagerness of a search to come nearer: the rest of a way counts three halves. The search skips some detours, which saves
 * most of the time.
 */
const EAGER = 3;
const HALVES = 2;
/** The most lanes that a search looks at: more than any picture that a person can read needs. */
const MOST_LOOKS = 20_000;

/** Finds ways through rooms. Its lists keep their memory from search to search. */
export class WayFinder {
  #goals: readonly Ray[] = [];
  #towards: readonly [number, number] = [0, 0];
  // The finds: entering `lane` at `place`, from the find before it; a goal has no lane.
  #count = 0;
  /** The estimate of the best whole way so far: the search skips ways that are not better. */
  #best = 0;
  readonly #lanes: (Lane | undefined)[] = [];
  readonly #places: number[] = [];
  readonly #costs: number[] = [];
  readonly #befores: number[] = [];
  readonly #origins: number[] = [];
  readonly #queue = new FlatQueue<number>();

  /**
   * The best way through a room from one of `starts` to one of `goals`, or out of it towards a point where there are none:
   * short, with few bends. Always the same for the same room. `undefined` if no lane leads there.
   */
  find(
    room: Room,
    starts: readonly Ray[],
    goals: readonly Ray[],
    towards: readonly [number, number],
  ): Way | undefined {
    room.searched++;
    this.#goals = goals;
    this.#towards = towards;
    this.#count = 0;
    this.#best = Number.POSITIVE_INFINITY;
    this.#queue.clear();
    for (let start = 0; start < starts.length; start++) {
      this.#leave(room, starts[start] as Ray, start);
    }
    for (let looks = 0; looks < MOST_LOOKS; looks++) {
      const find = this.#queue.pop();
      if (find === undefined) return undefined;
      const lane = this.#lanes[find];
      if (!lane) return this.#wayTo(find);
      this.#follow(room, lane, find);
    }
    return undefined;
  }

  #leave(room: Room, ray: Ray, start: number): void {
    const { axis, at, from, reach } = ray;
    const goals = this.#goals;
    for (let end = 0; end < goals.length; end++) {
      const goal = goals[end] as Ray;
      if (faces(ray, goal)) this.#found(undefined, end, -1, start, Math.abs(from - goal.from), 0);
      else if (crosses(ray, goal)) {
        const way = Math.abs(goal.at - from) + Math.abs(at - goal.from);
        this.#found(undefined, end, -1, start, way + BEND, 0);
      }
    }
    if (goals.length === 0 && room.isExit(axis, reach)) {
      const cost = Math.abs(reach - from);
      if (this.#exit(axis, at, from, reach, -1, start, cost)) return;
    }
    const lanes = room.lanesAlong(axis === 0 ? 1 : 0);
    for (let number = 0; number < lanes.length; number++) {
      const lane = lanes[number] as Lane;
      if (at < lane.from || at > lane.to || !isOn(ray, lane.at)) continue;
      const cost = Math.abs(lane.at - from) + BEND;
      this.#found(lane, at, -1, start, cost, this.#rest(axis, lane.at, at));
    }
  }

  /** Follows a lane from where a way entered it to all that can be reached on it. */
  #follow(room: Room, lane: Lane, find: number): void {
    const place = this.#places[find] as number;
    const cost = this.#costs[find] as number;
    const start = this.#origins[find] as number;
    const goals = this.#goals;
    for (let end = 0; end < goals.length; end++) {
      const goal = goals[end] as Ray;
      if (!meets(goal, lane)) continue;
      const way = Math.abs(goal.at - place) + BEND + Math.abs(lane.at - goal.from);
      this.#found(undefined, end, find, start, cost + way, 0);
    }
    const { axis, at, from, to } = lane;
    if (goals.length === 0) {
      const toStart = cost + place - from;
      if (room.isExit(axis, from) && this.#exit(axis, at, to, from, find, start, toStart)) return;
      const toEnd = cost + to - place;
      if (room.isExit(axis, to) && this.#exit(axis, at, from, to, find, start, toEnd)) return;
    }
    const { lanes: crossed, costs, searches } = room.crossingsOf(lane);
    const { searched } = room;
    for (let number = 0; number < crossed.length; number++) {
      const next = crossed[number] as Lane;
      const total = cost + Math.abs(next.at - place) + BEND;
      if (searches[number] === searched && total >= (costs[number] as number)) continue;
      searches[number] = searched;
      costs[number] = total;
      this.#found(next, at, find, start, total, this.#rest(axis, next.at, at));
    }
  }

  /** Leaves the room; whether the goal lies beyond that end, so that nothing else on the line comes nearer to it. */
  #exit(
    axis: Axis,
    at: number,
    from: number,
    end: number,
    before: number,
    start: number,
    cost: number,
  ): boolean {
    this.#found(undefined, end, before, start, cost, this.#rest(axis, end, at));
    const goal = this.#towards[axis];
    return end > from ? goal >= end : goal <= end;
  }

  /** Least distance left from a place on an axis, at `at` on the other. */
  #rest(axis: Axis, place: number, at: number): number {
    const towards = this.#towards;
    return Math.abs(place - towards[axis]) + Math.abs(at - towards[axis === 0 ? 1 : 0]);
  }

  #found(
    lane: Lane | undefined,
    place: number,
    before: number,
    start: number,
    cost: number,
    rest: number,
  ): void {
    const estimate = HALVES * cost + EAGER * rest;
    if (estimate > this.#best) return;
    if (!lane) this.#best = estimate;
    const find = this.#count++;
    this.#lanes[find] = lane;
    this.#places[find] = place;
    this.#costs[find] = cost;
    this.#befores[find] = before;
    this.#origins[find] = start;
    this.#queue.push(find, estimate);
  }

  #wayTo(find: number): Way {
    const stretches: Stretch[] = [];
    for (let at = this.#befores[find] as number; at >= 0; at = this.#befores[at] as number) {
      const { axis, at: place } = this.#lanes[at] as Lane;
      stretches.push({ axis, at: place });
    }
    stretches.reverse();
    const end = this.#places[find] as number;
    return { start: this.#origins[find] as number, stretches, end };
  }
}

/** Whether a way can turn from the ray into the lane. */
function meets(ray: Ray, lane: Lane): boolean {
  if (lane.axis === ray.axis || ray.at < lane.from || ray.at > lane.to) return false;
  return isOn(ray, lane.at);
}

/** Whether a place is on the ray, on its own axis. */
function isOn({ from, reach, straight }: Ray, place: number): boolean {
  return reach > from
    ? place >= from + straight && place <= reach
    : place <= from - straight && place >= reach;
}

function crosses(a: Ray, b: Ray): boolean {
  return a.axis !== b.axis && isOn(a, b.at) && isOn(b, a.at);
}

function faces(a: Ray, b: Ray): boolean {
  if (a.axis !== b.axis || a.at !== b.at) return false;
  return isOn(a, b.from) && isOn(b, a.from);
}
