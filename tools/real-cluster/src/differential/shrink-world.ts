import type { Comparison, Mismatch } from './compare-worlds.ts';
import { withDeletion } from './judged-world.ts';
import { type TriedWorld, wrongIn } from './tried-world.ts';
import type { World, WorldAction, WorldObject, WorldReference } from './world.ts';

/** Each pass plays a world for every way to make it smaller; a world of eight objects is small by then. */
const MAX_PASSES = 20;

/** Plays worlds on both sides. */
export type Compare = (worlds: readonly World[]) => Promise<Comparison>;

/** A mismatch as small as {@link shrinkWorld} can make it. */
export function shrinkMismatch(mismatch: Mismatch, compare: Compare): Promise<Mismatch> {
  return shrinkWorld(mismatch, async (worlds) => (await compare(worlds)).mismatches);
}

/**
 * A world in which a verdict or a forecast did not come true as small as `tryWorlds` can make it; of what was wrong in it
 * the same is still wrong.
 */
export function shrinkTried(
  tried: TriedWorld,
  tryWorlds: (worlds: readonly World[]) => Promise<readonly TriedWorld[]>,
): Promise<TriedWorld> {
  const wrong = wrongIn(tried);
  const { deletion } = tried.forecast ?? {};
  const object = deletion && tried.numberOf(deletion.target);
  // What was wrong before the deletion does not take it.
  const forecast =
    wrong === 'forecast' && deletion && object !== undefined
      ? { object, policy: deletion.policy }
      : undefined;
  const world = withDeletion(tried.world, forecast);
  return shrinkWorld({ ...tried, world }, async (worlds) => {
    return (await tryWorlds(worlds)).filter((each) => wrongIn(each) === wrong);
  });
}

/**
 * A world that goes wrong as small as `goingWrong` can tell: without objects, rounds, actions, references and
 * peculiarities that it does not take. Each pass tries all worlds that are smaller by one thing, and goes on from the
 * smallest that still goes wrong.
 */
async function shrinkWorld<T extends { readonly world: World }>(
  found: T,
  goingWrong: (worlds: readonly World[]) => Promise<readonly T[]>,
): Promise<T> {
  let smallest = found;
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    const wrong = await goingWrong(smallerWorlds(smallest.world));
    const [next] = wrong.toSorted((a, b) => sizeOf(a.world) - sizeOf(b.world));
    if (!next) return smallest;
    smallest = next;
  }
  return smallest;
}

/** The worlds that lack one thing of this one. */
function smallerWorlds(world: World): World[] {
  const { objects, rounds } = world;
  const numbers = [...objects.keys()];
  const smaller = [
    ...[...rounds.keys()].map((length) => ({ ...world, rounds: rounds.slice(0, length) })),
    ...numbers.map((one) => without(world, [one])),
    // Two that belong together go together.
    ...numbers.flatMap((one) => numbers.slice(one + 1).map((two) => without(world, [one, two]))),
    ...rounds.flatMap((round, at) => [
      ...(at > 0 ? [joined(world, at)] : []),
      ...round.flatMap((action, index) => {
        const simpler = action.type === 'create' ? [] : [undefined, ...simplerActions(action)];
        return simpler.map((each) => withAction(world, at, index, each));
      }),
    ]),
    ...objects.flatMap((object, number) =>
      simplerObjects(object).map((each) => ({ ...world, objects: objects.with(number, each) })),
    ),
    ...(world.workers === 'many' ? [{ ...world, workers: 'one' as const }] : []),
  ];
  return smaller.filter((each) => each.objects.length > 0 && each.rounds.length > 0);
}

/** What is easier to read is smaller: objects weigh most, then actions, references, rounds and what is unusual. */
function sizeOf({ objects, rounds, workers }: World): number {
  const actions = rounds.flat();
  const references = actions.flatMap((each) => (each.type === 'references' ? each.references : []));
  const unusual = [
    ...objects.flatMap(({ kind, namespace, inside, finalizers, onNode }) => [
      kind !== 0,
      inside !== undefined,
      namespace === 'b',
      ...finalizers.map(() => true),
      onNode,
    ]),
    ...references.flatMap(({ flaw, blockOwnerDeletion }) => [
      flaw !== 'none',
      blockOwnerDeletion !== undefined,
    ]),
    workers === 'many',
    ...actions.map((each) => each.type === 'delete' && each.policy !== 'Background'),
    ...actions.map((each) => each.type === 'finalizers' && each.finalizers.length > 0),
  ].filter(Boolean);
  return (
    100 * objects.length +
    20 * actions.length +
    10 * references.length +
    5 * rounds.length +
    unusual.length
  );
}

/** The world without some objects, what is done to them, and references to them. */
function without(world: World, dropped: readonly number[]): World {
  const kept = [...world.objects.keys()].filter((each) => !dropped.includes(each));
  const renumbered = world.rounds.map((round) =>
    round.flatMap((action): WorldAction[] => {
      const object = kept.indexOf(action.object);
      if (object < 0) return [];
      if (action.type !== 'references') return [{ ...action, object }];
      const references = action.references
        .filter(({ owner }) => !dropped.includes(owner))
        .map((reference) => ({ ...reference, owner: kept.indexOf(reference.owner) }));
      return [{ ...action, object, references }];
    }),
  );
  const objects = world.objects
    .filter((_, each) => !dropped.includes(each))
    .map(({ inside, ...object }): WorldObject => {
      const home = inside === undefined ? -1 : kept.indexOf(inside);
      return home < 0 ? object : { ...object, inside: home };
    });
  return { ...world, objects, rounds: renumbered.filter((round) => round.length > 0) };
}

/** The world with a round done together with the one before. */
function joined(world: World, at: number): World {
  const { rounds } = world;
  const both = [...(rounds[at - 1] ?? []), ...(rounds[at] ?? [])];
  return { ...world, rounds: [...rounds.slice(0, at - 1), both, ...rounds.slice(at + 1)] };
}

function withAction(
  world: World,
  at: number,
  index: number,
  action: WorldAction | undefined,
): World {
  const round = (world.rounds[at] ?? []).toSpliced(index, 1, ...(action ? [action] : []));
  const rounds = world.rounds.toSpliced(at, 1, ...(round.length > 0 ? [round] : []));
  return { ...world, rounds };
}

function simplerActions(action: WorldAction): WorldAction[] {
  if (action.type === 'delete' && action.policy !== 'Background')
    return [{ ...action, policy: 'Background' }];
  if (action.type === 'finalizers')
    return action.finalizers.length > 0 ? [{ ...action, finalizers: [] }] : [];
  if (action.type !== 'references') return [];
  const { references } = action;
  return references.flatMap((reference, at) => [
    { ...action, references: references.toSpliced(at, 1) },
    ...simplerReferences(reference).map((each) => ({
      ...action,
      references: references.with(at, each),
    })),
  ]);
}

function simplerReferences({ owner, flaw, ...rest }: WorldReference): WorldReference[] {
  return [
    ...(flaw === 'none' ? [] : [{ owner, flaw: 'none' as const, ...rest }]),
    ...(rest.blockOwnerDeletion === undefined ? [] : [{ owner, flaw }]),
  ];
}

function simplerObjects(object: WorldObject): WorldObject[] {
  const { inside, ...elsewhere } = object;
  return [
    ...(inside === undefined ? [] : [elsewhere]),
    ...(object.kind === 0 ? [] : [{ ...object, kind: 0 }]),
    ...(object.namespace === 'a' ? [] : [{ ...object, namespace: 'a' as const }]),
    ...object.finalizers.map((_, at) => ({
      ...object,
      finalizers: object.finalizers.toSpliced(at, 1),
    })),
    ...(object.onNode ? [{ ...object, onNode: false }] : []),
  ];
}
