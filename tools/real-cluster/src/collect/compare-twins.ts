import type { ReleaseProfile } from '@gcscope/gc-core';
import { WorldRequests } from '../differential/requests.ts';
import { type Played, type SimulatedWorld, simulateWorld } from '../differential/simulate-world.ts';
import type { World } from '../differential/world.ts';
import { collectionPath } from '../objects.ts';
import { ListedAnew } from './listed-anew.ts';

/** How a world went on two clusters: one with the real collector, one with ours. */
export interface Twins {
  readonly world: World;
  readonly real: Played;
  readonly ours: Played;
}

/** In what twins differ, and whether both went as the simulation goes in one order or another. */
export interface Difference {
  readonly of: 'end' | 'writes' | 'reads' | 'warnings';
  /** Counted from 0; reads and warnings are compared over all rounds. */
  readonly round?: number;
  /** The object that the writes or Events are about. */
  readonly object?: string;
  readonly real: readonly string[];
  readonly ours: readonly string[];
  /** Absent: this is not how a collector may act. */
  readonly explanation?: Explanation;
}

/** Why twins may differ; each with its rule, for people. */
export const EXPLANATIONS = {
  order: 'the simulation knows an order for what either side did',
  list: 'a watch that begins anew with a list, as after the pause in which users write, may bring a dependent before its owner of the same kind, which is then read once, and if that finds none there is no Event (GB-25, GB-42a)',
  cache:
    'worlds share the cache of 500 absent owners, and one that was forgotten is read again (AC-01, AC-03): the simulation knows an order for that without a cache',
  shared:
    'worlds share the owner with the uid __proto__, and what another world says of it is a reason to read its dependents once more (GB-42b)',
} as const;
export type Explanation = keyof typeof EXPLANATIONS;

/**
 * In what the twins differ: the answers users got and what was left after each round; the writes about each object in each
 * round, with their bodies and answers; what was read live, over all rounds, as the next retry may come early or late; and
 * the Events about each object.
 */
export function compareTwins(
  { world, real, ours }: Twins,
  release: ReleaseProfile,
  orders?: number,
): readonly Difference[] {
  const possible = new PossibleWays(world, release, orders);
  const uncached = new PossibleWays(world, { ...release, absentOwnerCacheSize: 0 }, orders);
  return [
    ...endDifferences(real, ours, possible),
    ...writeDifferences(real, ours, possible),
    ...readDifferences({ world, real, ours }, possible, uncached),
    ...warningDifferences({ world, real, ours }, possible),
  ];
}

function endDifferences(real: Played, ours: Played, possible: PossibleWays): Difference[] {
  const round = real.course.findIndex((each, at) => !equal(each, ours.course[at]));
  if (round < 0) return [];
  const isKnown = ({ course }: Played): boolean =>
    possible.some((way) => equal(way.course, course));
  const explanation = byOrder(isKnown(real) && isKnown(ours));
  const shown = ({ course }: Played): string[] => [JSON.stringify(course[round])];
  return [{ of: 'end', round, real: shown(real), ours: shown(ours), ...explanation }];
}

function writeDifferences(real: Played, ours: Played, possible: PossibleWays): Difference[] {
  return [...real.sent.keys()].flatMap((round) => {
    const writes = ({ sent }: Pick<Played, 'sent'>): Map<string, string[]> => {
      // The path is the second word.
      return byObject(sent[round]?.writes ?? [], (write) => write.split(' ')[1]);
    };
    return objectDifferences(writes, { real, ours }, possible).map((each) => {
      return { of: 'writes', round, ...each };
    });
  });
}

function warningDifferences({ world, real, ours }: Twins, possible: PossibleWays): Difference[] {
  const warnings = (way: Pick<Played, 'warnings'>): Map<string, string[]> => {
    return byObject(way.warnings, (warning) => warning.split(': ')[0]);
  };
  const anew = new ListedAnew(world);
  return objectDifferences(warnings, { real, ours }, possible).map((each): Difference => {
    const missing = each.real.filter((text) => !each.ours.includes(text));
    const isList =
      each.ours.every((text) => each.real.includes(text)) &&
      missing.every((text) => anew.mayLack(text));
    return {
      of: 'warnings',
      ...(isList && !each.explanation ? { explanation: 'list' } : {}),
      ...each,
    };
  });
}

/** What differs, object by object; explained if the simulation knows an order for what either side did about the object. */
function objectDifferences(
  about: (way: Pick<Played, 'sent' | 'warnings'>) => Map<string, string[]>,
  { real, ours }: Pick<Twins, 'real' | 'ours'>,
  possible: PossibleWays,
): Omit<Difference, 'of'>[] {
  const [reals, our] = [about(real), about(ours)];
  return [...new Set([...reals.keys(), ...our.keys()])].flatMap((object) => {
    const [one, other] = [reals.get(object) ?? [], our.get(object) ?? []];
    if (equal(one, other)) return [];
    const isKnown = (texts: readonly string[]): boolean =>
      possible.some((way) => equal(about(way).get(object) ?? [], texts));
    return [{ object, real: one, ours: other, ...byOrder(isKnown(one) && isKnown(other)) }];
  });
}

function readDifferences(
  { world, real, ours }: Twins,
  possible: PossibleWays,
  uncached: PossibleWays,
): Difference[] {
  const [of, from] = [real, ours].map(({ sent }) => new Set(sent.flatMap(({ reads }) => reads)));
  const only = (side: Set<string> | undefined, other: Set<string> | undefined): string[] =>
    [...(side ?? [])].filter((read) => !other?.has(read));
  const difference = { real: only(of, from), ours: only(from, of) };
  const all = [...difference.real, ...difference.ours];
  if (all.length === 0) return [];
  const isIn = (ways: PossibleWays, read: string): boolean =>
    ways.some(({ sent }) => sent.some(({ reads }) => reads.includes(read)));
  const anew = new ListedAnew(world);
  const reasons = all.map((read): Explanation | undefined => {
    if (isIn(possible, read)) return 'order';
    if (anew.mayRead(read)) return 'list';
    if (hasSharedOwner(world, read)) return 'shared';
    return isIn(uncached, read) ? 'cache' : undefined;
  });
  const explanation = (['shared', 'cache', 'list', 'order'] as const).find((each) =>
    reasons.includes(each),
  );
  const isExplained = explanation !== undefined && !reasons.includes(undefined);
  return [{ of: 'reads', ...difference, ...(isExplained ? { explanation } : {}) }];
}

/** Whether the object that is read had the one owner that is the same in all worlds. */
function hasSharedOwner(world: World, read: string): boolean {
  const requests = new WorldRequests(world, 'w');
  return world.rounds.flat().some((action) => {
    if (action.type !== 'references') return false;
    const { kind, namespace, name } = requests.addressOf(action.object);
    const isRead = read === `get ${collectionPath(kind, namespace)}/${name}`;
    return isRead && action.references.some(({ flaw }) => flaw === 'proto');
  });
}

function byOrder(isKnown: boolean): { readonly explanation?: Explanation } {
  return isKnown ? { explanation: 'order' } : {};
}

function byObject(
  texts: readonly string[],
  objectOf: (text: string) => string | undefined,
): Map<string, string[]> {
  const objects = new Map<string, string[]>();
  for (const text of texts) {
    const object = objectOf(text) ?? '';
    objects.set(object, [...(objects.get(object) ?? []), text]);
  }
  return objects;
}

function equal(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Orders tried at most for something that is not among the first ones. */
const MANY_ORDERS = 3000;

/** The ways a world can go in the simulation of a release, one order after the other. */
class PossibleWays {
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
