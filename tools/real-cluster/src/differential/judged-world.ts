import { type PropagationPolicy, seededRandom } from '@gcscope/gc-core';
import { putNamespace } from './put-namespace.ts';
import {
  actionOf,
  DISPUTES,
  FLAWS,
  type Flaws,
  objectOf,
  pick,
  type Random,
  referencesOf,
} from './random-world.ts';
import type { World, WorldAction } from './world.ts';

/** Seeds for what is done to a world are far from those of worlds. */
const UNSEEN = 1_000_000_000;
const DELETION = 2_000_000_000;
/** Share of worlds with a Namespace of their own. */
const NAMESPACES = 0.4;
const POLICIES: readonly PropagationPolicy[] = ['Background', 'Foreground', 'Orphan'];

/** The worlds of seeds `first` to `first + count - 1`, of which much is left to judge when they have settled. */
export function judgedWorldsFrom(first: number, count: number): World[] {
  return Array.from({ length: count }, (_, at) => {
    const world = worldOf(first + at, seededRandom(first + at));
    const unseen = drawUnseen(world);
    const rounds = unseen.length > 0 ? [...world.rounds, unseen] : world.rounds;
    return { ...world, rounds, drawsDeletion: true };
  });
}

/** Most references tell the truth and point to objects of lower number, so that owners have dependents of dependents. */
function worldOf(seed: number, random: Random): World {
  const count = 5 + Math.floor(random() * 6);
  const flaws: Flaws = random() < 0.2 ? { share: 0.4, of: DISPUTES } : { share: 0.1, of: FLAWS };
  const numbers = Array.from({ length: count }, (_, object) => object);
  const create = numbers.map((object): WorldAction => ({ type: 'create', object }));
  const refer = numbers.flatMap((object): WorldAction[] => {
    const owners = object > 0 && random() < 0.85 ? object : count;
    const references = object === 0 ? [] : referencesOf(owners, flaws, random);
    return references.length > 0 ? [{ type: 'references', object, references }] : [];
  });
  const end = random() < 0.5 ? [[actionOf(count, flaws, random)]] : [];
  const world: World = {
    seed,
    workers: 'many',
    objects: numbers.map(() => objectOf(random)),
    rounds: [[...create, ...refer], ...end],
  };
  return random() < NAMESPACES ? putNamespace(world, random) : world;
}

/** What users do round by round while the collector runs. */
export function seenRounds({ rounds }: World): readonly (readonly WorldAction[])[] {
  const seen = rounds.map((round) => round.filter(({ phase }) => phase === undefined));
  return seen.filter(({ length }) => length > 0);
}

/** What users do to the settled world while no collector runs. */
export function unseenActions({ rounds }: World): readonly WorldAction[] {
  return rounds.flat().filter(({ phase }) => phase === 'unseen');
}

/**
 * Nothing in every second world. Mostly references change, as that alone, of all that decides about an object, can be
 * overlooked by a collector that was there.
 */
function drawUnseen({ seed, objects: { length: count } }: World): WorldAction[] {
  const random = seededRandom(seed + UNSEEN);
  if (random() < 0.5) return [];
  const flaws = { share: 0.4, of: FLAWS };
  const phase = 'unseen' as const;
  return Array.from({ length: 2 + Math.floor(random() * 4) }, (): WorldAction => {
    const object = Math.floor(random() * count);
    const what = random();
    if (what < 0.2) {
      return { phase, type: 'delete', object, policy: pick(POLICIES, random) };
    }
    if (what < 0.3) return { phase, type: 'finalizers', object, finalizers: [] };
    return { phase, type: 'references', object, references: referencesOf(count, flaws, random) };
  });
}

/** The deletion that a world foretells, by the object's number; `undefined` where none is said or one has to be drawn. */
export function forecastDeletion({
  rounds,
}: World): { readonly object: number; readonly policy: PropagationPolicy } | undefined {
  for (const action of rounds.flat()) {
    if (action.phase !== 'forecast' || action.type !== 'delete') continue;
    return { object: action.object, policy: action.policy ?? 'Background' };
  }
  return undefined;
}

/** The world with the deletion that was drawn for it, or none, said outright. */
export function withDeletion(
  { drawsDeletion: _, ...world }: World,
  deletion: { readonly object: number; readonly policy: PropagationPolicy } | undefined,
): World {
  if (!deletion || forecastDeletion(world)) return world;
  return {
    ...world,
    rounds: [...world.rounds, [{ phase: 'forecast', type: 'delete', ...deletion }]],
  };
}

/** A deletion of one of the objects, more often of one that is referred to; `undefined` when there is none. */
export function drawDeletion<T>(
  { seed }: World,
  objects: readonly T[],
  isOwner: (object: T) => boolean,
): { readonly target: T; readonly policy: PropagationPolicy } | undefined {
  const random = seededRandom(seed + DELETION);
  const owners = objects.filter(isOwner);
  const policy = pick(POLICIES, random);
  const drawn = owners.length > 0 && random() < 0.7 ? owners : objects;
  return drawn.length > 0 ? { target: pick(drawn, random), policy } : undefined;
}
