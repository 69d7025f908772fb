import FlatQueue from 'flatqueue';
import type { Axis, Lane, Room } from './lanes.ts';

/** A straight line that leaves a card or a room, up to the first thing in its way. */
export interface Ray {
  readonly axis: Axis;
  /** Where it runs, on the other axis. */
  readonly at: number;
  /** Where it begins and how far it is free, on its own axis. */
  readonly from: number;
  readonly reach: number;
  /** How far it goes before its first bend, at least. */
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

/** What a bend costs, in px of way: a line with few bends is easy to follow. */
const BEND = 48;
/**
 * How eager a search is to come nearer: the rest of a way counts three halves. Some detours are not looked at, which saves
 * most of the time.
 */
const EAGER = 3;
const HALVES = 2;
/** The most lanes that a search looks at: more than any picture that a person can read needs. */
const MOST_LOOKS = 20_000;

/** Finds ways through rooms. Its lists keep their memory from search to search. */
export class WayFinder {
  #goals: readonly Ray[] = [];
  #towardsX = 0;
  #towardsY = 0;
  // What was found: entering `lane` at `place`, from the find before it; lane -1 is the goal.
  #count = 0;
  readonly #lanes: number[] = [];
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
    [this.#towardsX, this.#towardsY] = towards;
    this.#count = 0;
    this.#queue.clear();
    for (let start = 0; start < starts.length; start++) {
      this.#leave(room, starts[start] as Ray, start);
    }
    for (let looks = 0; looks < MOST_LOOKS; looks++) {
      const find = this.#queue.pop();
      if (find === undefined) return undefined;
      if (this.#lanes[find] === -1) return this.#wayTo(room, find);
      this.#follow(room, find);
    }
    return undefined;
  }

  #leave(room: Room, ray: Ray, start: number): void {
    for (let end = 0; end < this.#goals.length; end++) {
      const goal = this.#goals[end] as Ray;
      if (faces(ray, goal)) this.#reach(-1, start, Math.abs(ray.from - goal.from), end);
      else if (crosses(ray, goal)) {
        const way = Math.abs(goal.at - ray.from) + Math.abs(ray.at - goal.from);
        this.#reach(-1, start, way + BEND, end);
      }
    }
    if (this.#goals.length === 0 && room.isExit(ray.axis, ray.reach)) {
      this.#exit(-1, start, ray.axis, ray.at, ray.reach, Math.abs(ray.reach - ray.from));
    }
    const { lanes, horizontal } = room;
    const end = ray.axis === 0 ? lanes.length : horizontal;
    for (let at = ray.axis === 0 ? horizontal : 0; at < end; at++) {
      const lane = lanes[at] as Lane;
      if (!meets(ray, lane)) continue;
      this.#enter(lane, at, ray.at, -1, start, Math.abs(lane.at - ray.from) + BEND);
    }
  }

  /** From where a lane was entered to all that can be reached on it. */
  #follow(room: Room, find: number): void {
    const lane = room.lanes[this.#lanes[find] as number] as Lane;
    const place = this.#places[find] as number;
    const cost = this.#costs[find] as number;
    const start = this.#origins[find] as number;
    for (let end = 0; end < this.#goals.length; end++) {
      const goal = this.#goals[end] as Ray;
      if (!meets(goal, lane)) continue;
      const rest = BEND + Math.abs(lane.at - goal.from);
      this.#reach(find, start, cost + Math.abs(goal.at - place) + rest, end);
    }
    if (this.#goals.length === 0) {
      this.#exitAt(room, find, lane, lane.from);
      this.#exitAt(room, find, lane, lane.to);
    }
    const { lanes: crossed, costs, searches } = room.crossingsOf(lane);
    const { lanes, searched } = room;
    for (let at = 0; at < crossed.length; at++) {
      const next = lanes[crossed[at] as number] as Lane;
      const total = cost + Math.abs(next.at - place) + BEND;
      if (searches[at] === searched && total >= (costs[at] as number)) continue;
      searches[at] = searched;
      costs[at] = total;
      this.#enter(next, crossed[at] as number, lane.at, find, start, total);
    }
  }

  #exitAt(room: Room, find: number, { axis, at }: Lane, end: number): void {
    if (!room.isExit(axis, end)) return;
    const cost = (this.#costs[find] as number) + Math.abs(end - (this.#places[find] as number));
    this.#exit(find, this.#origins[find] as number, axis, at, end, cost);
  }

  #enter(
    lane: Lane,
    number: number,
    place: number,
    before: number,
    start: number,
    cost: number,
  ): void {
    const estimate = HALVES * cost + EAGER * this.#rest(lane.axis, place, lane.at);
    this.#found(number, place, before, start, cost, estimate);
  }

  #exit(before: number, start: number, axis: Axis, at: number, end: number, cost: number): void {
    const estimate = HALVES * cost + EAGER * this.#rest(axis, end, at);
    this.#found(-1, end, before, start, cost, estimate);
  }

  /** How far it is at least from a place on its axis, that runs at `at` on the other. */
  #rest(axis: Axis, place: number, at: number): number {
    return axis === 0
      ? Math.abs(place - this.#towardsX) + Math.abs(at - this.#towardsY)
      : Math.abs(at - this.#towardsX) + Math.abs(place - this.#towardsY);
  }

  #reach(before: number, start: number, cost: number, end: number): void {
    this.#found(-1, end, before, start, cost, HALVES * cost);
  }

  #found(
    lane: number,
    place: number,
    before: number,
    start: number,
    cost: number,
    estimate: number,
  ): void {
    const find = this.#count++;
    this.#lanes[find] = lane;
    this.#places[find] = place;
    this.#costs[find] = cost;
    this.#befores[find] = before;
    this.#origins[find] = start;
    this.#queue.push(find, estimate);
  }

  #wayTo(room: Room, find: number): Way {
    const stretches: Stretch[] = [];
    for (let at = this.#befores[find] as number; at >= 0; at = this.#befores[at] as number) {
      const { axis, at: place } = room.lanes[this.#lanes[at] as number] as Lane;
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
