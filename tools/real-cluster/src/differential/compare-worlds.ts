import type { ReleaseProfile } from '@gcscope/gc-core';
import type { Course } from './outcome.ts';
import { explained, type IsExplained, PossibleCourses } from './possible-courses.ts';
import type { World } from './world.ts';

/** Worlds that settle together. */
const BATCH = 300;

/** Plays worlds that ask for as many workers, and says how each went: a real cluster, or whoever stands in for it. */
export type PlayWorlds = (
  worlds: readonly World[],
  isExplained: IsExplained,
) => Promise<readonly Course[]>;

/** A world whose real course no simulated order shows. */
export interface Mismatch {
  readonly world: World;
  readonly real: Course;
  readonly simulated: readonly Course[];
}

/** What a comparison found. */
export interface Comparison {
  readonly worlds: number;
  /** How many worlds have how many possible courses. */
  readonly sizes: ReadonlyMap<number, number>;
  readonly mismatches: readonly Mismatch[];
  /** In how many worlds each rule decided, in an order that goes as the real world went. */
  readonly rules: ReadonlyMap<string, number>;
}

/** How worlds are compared. */
export interface CompareOptions {
  /** Orders tried at most for a course that is not among the usual ones; default: that of `PossibleCourses`. */
  readonly orders?: number;
  readonly progress?: (text: string) => void;
}

/** Plays worlds on both sides; the real course of each must be among the simulated ones. */
export async function compareWorlds(
  play: PlayWorlds,
  worlds: readonly World[],
  release: ReleaseProfile,
  { orders, progress = () => {} }: CompareOptions = {},
): Promise<Comparison> {
  const sizes = new Map<number, number>();
  const rules = new Map<string, number>();
  const mismatches: Mismatch[] = [];
  let done = 0;
  for (const batch of batchesOf(worlds)) {
    const possible = new Map(
      batch.map((each) => [each, new PossibleCourses(each, release, orders)]),
    );
    const reals = await play(batch, explained(possible));
    for (const [world, courses] of possible) {
      const real = reals[batch.indexOf(world)] ?? [];
      const way = courses.find(real, true);
      for (const rule of way?.rules ?? []) count(rules, rule);
      count(sizes, courses.size);
      if (!way) mismatches.push({ world, real, simulated: courses.courses });
    }
    done += batch.length;
    progress(`${done} worlds, ${mismatches.length} unexplained`);
  }
  return { worlds: worlds.length, sizes, mismatches, rules };
}

/** Worlds that settle together: as many as are played at once, and asking for as many workers. */
export function batchesOf(worlds: readonly World[]): World[][] {
  const batches: World[][] = [];
  for (const workers of ['one', 'many']) {
    const alike = worlds.filter((world) => world.workers === workers);
    for (let from = 0; from < alike.length; from += BATCH)
      batches.push(alike.slice(from, from + BATCH));
  }
  return batches;
}

/** Counts the key, once or more often. */
export function count<K>(counts: Map<K, number>, key: K, more = 1): void {
  counts.set(key, (counts.get(key) ?? 0) + more);
}
