import type { ReleaseProfile } from '@gcscope/gc-core';
import type { Course } from './outcome.ts';
import { type SimulatedWorld, simulateWorld } from './simulate-world.ts';
import type { World } from './world.ts';

/** Orders that the size of an outcome set is taken from: there are no fewer courses than these show. */
export const SAMPLED_ORDERS = 40;
/** A thousand owners take seconds an order, and go the same way. */
export const SAMPLED_ORDERS_OF_THOUSANDS = 4;
/** Orders tried at most for a course that is not among those. */
const MANY_ORDERS = 3000;

/** The courses a world can take, as the simulation of a release says. */
export class PossibleCourses {
  readonly #world: World;
  readonly #release: ReleaseProfile;
  readonly #limit: number;
  /** Different courses among the usual orders. */
  readonly size: number;
  /** Different ways by their courses, in the order in which they were found. */
  readonly #ways = new Map<string, SimulatedWorld>();
  #orders = 0;

  constructor(world: World, release: ReleaseProfile, limit: number = MANY_ORDERS) {
    this.#world = world;
    this.#release = release;
    this.#limit = limit;
    const orders = hasThousands(world) ? SAMPLED_ORDERS_OF_THOUSANDS : SAMPLED_ORDERS;
    while (this.#orders < Math.min(orders, limit)) this.#tryNextOrder();
    this.size = this.#ways.size;
  }

  /** All courses found so far. */
  get courses(): readonly Course[] {
    return [...this.#ways.values()].map(({ course }) => course);
  }

  /** A way the world can go that begins like `course`; `thoroughly` looks for the rarer orders too. */
  find(course: Course, thoroughly: boolean): SimulatedWorld | undefined {
    const wanted = JSON.stringify(course);
    const isIt = (way: SimulatedWorld): boolean =>
      JSON.stringify(way.course.slice(0, course.length)) === wanted;
    const known = [...this.#ways.values()].find(isIt);
    if (known || !thoroughly) return known;
    while (this.#orders < this.#limit) {
      const way = this.#tryNextOrder();
      if (isIt(way)) return way;
    }
    return undefined;
  }

  #tryNextOrder(): SimulatedWorld {
    const way = simulateWorld(this.#world, this.#release, this.#orders++);
    const key = JSON.stringify(way.course);
    if (!this.#ways.has(key)) this.#ways.set(key, way);
    return way;
  }
}

/** Whether the simulation knows an order that leads to this course so far; `thoroughly`: also a rare one. */
export type IsExplained = (world: World, course: Course, thoroughly: boolean) => boolean;

/** Says of each of the worlds whether a course is one of its possible ones. */
export function explained(possible: ReadonlyMap<World, PossibleCourses>): IsExplained {
  return (world, course, thoroughly) => possible.get(world)?.find(course, thoroughly) !== undefined;
}

function hasThousands({ rounds }: World): boolean {
  return rounds
    .flat()
    .some(
      (each) =>
        each.type === 'references' && each.references.some(({ flaw }) => flaw === 'thousand'),
    );
}
