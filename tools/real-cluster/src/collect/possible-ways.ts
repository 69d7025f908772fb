import type { ReleaseProfile } from '@gcscope/gc-core';
import { type SimulatedWorld, simulateWorld } from '../differential/simulate-world.ts';
import type { World } from '../differential/world.ts';

/** Orders tried at most for something that is not among the first ones. */
const MANY_ORDERS = 3000;

/** The ways a world can go in the simulation of a release, one order after the other. */
export class PossibleWays {
  readonly #world: World;
  readonly #release: ReleaseProfile;
  readonly #limit: number;
  readonly #ways: SimulatedWorld[] = [];

  constructor(world: World, release: ReleaseProfile, limit: number = MANY_ORDERS) {
    this.#world = world;
    this.#release = release;
    this.#limit = limit;
  }

  /** Whether there is an order in which the world goes so. */
  some(isIt: (way: SimulatedWorld) => boolean): boolean {
    if (this.#ways.some(isIt)) return true;
    while (this.#ways.length < this.#limit) {
      const way = simulateWorld(this.#world, this.#release, this.#ways.length);
      this.#ways.push(way);
      if (isIt(way)) return true;
    }
    return false;
  }
}
