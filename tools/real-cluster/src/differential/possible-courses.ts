import type { ReleaseProfile } from '@gcscope/gc-core';
import type { Course } from './outcome.ts';
import { type SimulatedWorld, simulateWorld } from './simulate-world.ts';
import type { World } from './world.ts';

/** Orders that the size of an outcome set is taken from, and orders tried at most for a course not among those. */
const ORDERS = 40;
const MANY_ORDERS = 3000;

/** The courses a world can take, as the simulation of a release says. */
export class PossibleCourses {
  readonly #world: World;
  readonly #release: ReleaseProfile;
  readonly #limit: number;
  readonly #simulated: SimulatedWorld[] = [];
  #orders = 0;

  constructor(world: World, release: ReleaseProfile, limit: number = MANY_ORDERS) {
    this.#world = world;
    this.#release = release;
    this.#limit = limit;
  }

  /** Different courses among the usual orders. */
  get size(): number {
    const courses = this.#usual()
      .slice(0, ORDERS)
      .map(({ course }) => JSON.stringify(course));
    return new Set(courses).size;
  }

  /** The courses of the usual orders, each once. */
  get courses(): readonly Course[] {
    const courses = this.#usual().map(({ course }) => JSON.stringify(course));
    return [...new Set(courses)].map((course) => JSON.parse(course) as Course);
  }

  /** A way the world can go that begins like `course`; `thoroughly` looks for the rarer orders too. */
  find(course: Course, thoroughly: boolean): SimulatedWorld | undefined {
    const wanted = JSON.stringify(course);
    const isIt = (way: SimulatedWorld): boolean =>
      JSON.stringify(way.course.slice(0, course.length)) === wanted;
    const usual = this.#usual().find(isIt);
    if (usual || !thoroughly) return usual;
    while (this.#orders < this.#limit) {
      const way = simulateWorld(this.#world, this.#release, this.#orders++);
      if (!isIt(way)) continue;
      this.#simulated.push(way);
      return way;
    }
    return undefined;
  }

  #usual(): readonly SimulatedWorld[] {
    while (this.#orders < Math.min(ORDERS, this.#limit)) {
      this.#simulated.push(simulateWorld(this.#world, this.#release, this.#orders++));
    }
    return this.#simulated;
  }
}
