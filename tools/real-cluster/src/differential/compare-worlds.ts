import type { Release } from '@gcscope/gc-core';
import { seededRandom } from '@gcscope/gc-core';
import type { RealCluster } from '../real-cluster.ts';
import type { Course } from './outcome.ts';
import { playWorlds } from './play-worlds.ts';
import { type RuleCounts, simulateWorld } from './simulate-world.ts';
import { type World, worldOf } from './world.ts';

/** Worlds that settle together on the real cluster. */
const BATCH = 100;
/** Orders tried before the rarer ones are looked for, and at most. */
const FEW_ORDERS = 12;
const MANY_ORDERS = 3000;
const LIKELY_ORDERS = 40;

/** A world whose real course no simulated order shows. */
interface Mismatch {
  readonly world: World;
  readonly real: Course;
  /** The courses of the simulation, most frequent first. */
  readonly simulated: readonly Course[];
}

/** What a comparison found. */
export interface Comparison {
  readonly worlds: number;
  /** Worlds whose simulated courses were more than one. */
  readonly orderDependent: number;
  readonly mismatches: readonly Mismatch[];
  /** How often each rule decided, in one order of each world. */
  readonly rules: RuleCounts;
}

/** The worlds of seeds `first` to `first + count - 1`. */
export function worldsFrom(first: number, count: number): World[] {
  return Array.from({ length: count }, (_, at) => worldOf(first + at, seededRandom(first + at)));
}

/** Plays worlds on both sides; the real course of each must be among the simulated ones. */
export async function compareWorlds(
  cluster: RealCluster,
  worlds: readonly World[],
  release: Release,
  progress: (text: string) => void,
): Promise<Comparison> {
  const rules: RuleCounts = new Map();
  const mismatches: Mismatch[] = [];
  let orderDependent = 0;
  const likely = new Map<World, readonly Course[]>();
  // Asked often while the real collector retries: the likely courses are simulated once.
  const isExplained = (world: World, course: Course): boolean => {
    const courses = likely.get(world) ?? likelyCourses(world, release);
    likely.set(world, courses);
    const wanted = JSON.stringify(course);
    return courses.some((each) => JSON.stringify(each.slice(0, course.length)) === wanted);
  };
  for (let from = 0; from < worlds.length; from += BATCH) {
    const batch = worlds.slice(from, from + BATCH);
    const courses = await playWorlds(cluster, batch, isExplained);
    for (const [at, world] of batch.entries()) {
      const real = courses[at] ?? [];
      const found = simulatedCourses(world, release, real, rules);
      if (found.courses.length > 1) orderDependent++;
      if (!found.met) mismatches.push({ world, real, simulated: found.courses });
    }
    progress(`${from + batch.length} worlds, ${mismatches.length} unexplained`);
  }
  return { worlds: worlds.length, orderDependent, mismatches, rules };
}

function likelyCourses(world: World, release: Release): Course[] {
  return Array.from({ length: LIKELY_ORDERS }, (_, order) => simulateWorld(world, release, order));
}

/** The courses a world can take, as far as the real one goes, until it is among them or the orders run out. */
function simulatedCourses(
  world: World,
  release: Release,
  real: Course,
  rules?: RuleCounts,
): { readonly met: boolean; readonly courses: readonly Course[] } {
  const wanted = JSON.stringify(real);
  const courses = new Map<string, { course: Course; count: number }>();
  let met = false;
  for (let order = 0; order < MANY_ORDERS && (order < FEW_ORDERS || !met); order++) {
    const whole = simulateWorld(world, release, order, order === 0 ? rules : undefined);
    const course = whole.slice(0, real.length);
    const key = JSON.stringify(course);
    const known = courses.get(key);
    if (known) known.count++;
    else courses.set(key, { course, count: 1 });
    met ||= key === wanted;
  }
  const sorted = [...courses.values()].toSorted((a, b) => b.count - a.count);
  return { met, courses: sorted.map(({ course }) => course) };
}
