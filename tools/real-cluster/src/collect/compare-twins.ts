import type { ReleaseProfile } from '@gcscope/gc-core';
import type { SentInRound } from '../differential/collector-requests.ts';
import type { Played } from '../differential/play-worlds.ts';
import type { World } from '../differential/world.ts';
import { PossibleWays } from './possible-ways.ts';

/** How a world went on two clusters: one with the real collector, one with ours. */
export interface Twins {
  readonly world: World;
  readonly real: Played;
  readonly ours: Played;
}

/** In what twins differ, and whether both went as the simulation goes in one order or another. */
export interface Difference {
  readonly of: 'end' | 'writes' | 'reads';
  /** Counted from 0; reads are compared over all rounds. */
  readonly round?: number;
  /** The object that the writes are about. */
  readonly object?: string;
  readonly real: readonly string[];
  readonly ours: readonly string[];
  readonly isExplained: boolean;
}

/**
 * In what the twins differ: the answers users got and what was left after each round; the writes about each object in each
 * round, with their bodies and answers; and what was read live, over all rounds, as the next retry may come early or late.
 * A difference is explained if the simulation knows an order for either side.
 */
export function compareTwins(
  { world, real, ours }: Twins,
  release: ReleaseProfile,
): readonly Difference[] {
  const possible = new PossibleWays(world, release);
  return [
    ...endDifferences(real, ours, possible),
    ...writeDifferences(real, ours, possible),
    ...readDifferences(real, ours, possible),
  ];
}

function endDifferences(real: Played, ours: Played, possible: PossibleWays): Difference[] {
  const round = real.course.findIndex((each, at) => !equal(each, ours.course[at]));
  if (round < 0) return [];
  const isKnown = ({ course }: Played): boolean =>
    possible.some((way) => equal(way.course, course));
  const isExplained = isKnown(real) && isKnown(ours);
  const shown = ({ course }: Played): string[] => [JSON.stringify(course[round])];
  return [{ of: 'end', round, real: shown(real), ours: shown(ours), isExplained }];
}

function writeDifferences(real: Played, ours: Played, possible: PossibleWays): Difference[] {
  return [...real.sent.keys()].flatMap((round) => {
    const sides = [real, ours].map(({ sent }) => writesByObject(sent[round]));
    const objects = new Set(sides.flatMap((side) => [...side.keys()]));
    return [...objects].flatMap((object): Difference[] => {
      const [of, from] = sides.map((side) => side.get(object) ?? []);
      if (!of || !from || equal(of, from)) return [];
      const isKnown = (writes: readonly string[]): boolean =>
        possible.some((way) => equal(writesByObject(way.sent[round]).get(object) ?? [], writes));
      const isExplained = isKnown(of) && isKnown(from);
      return [{ of: 'writes', round, object, real: of, ours: from, isExplained }];
    });
  });
}

function readDifferences(real: Played, ours: Played, possible: PossibleWays): Difference[] {
  const [of, from] = [real, ours].map(({ sent }) => new Set(sent.flatMap(({ reads }) => reads)));
  const only = (side: Set<string> | undefined, other: Set<string> | undefined): string[] =>
    [...(side ?? [])].filter((read) => !other?.has(read));
  const difference = { real: only(of, from), ours: only(from, of) };
  const isKnown = (read: string): boolean =>
    possible.some(({ sent }) => sent.some(({ reads }) => reads.includes(read)));
  const all = [...difference.real, ...difference.ours];
  return all.length > 0 ? [{ of: 'reads', ...difference, isExplained: all.every(isKnown) }] : [];
}

/** The path of a write is its second word. */
function writesByObject(sent: SentInRound | undefined): Map<string, string[]> {
  const objects = new Map<string, string[]>();
  for (const write of sent?.writes ?? []) {
    const object = write.split(' ')[1] ?? '';
    objects.set(object, [...(objects.get(object) ?? []), write]);
  }
  return objects;
}

function equal(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
