import { describe, expect, it } from 'vitest';
import { worldsFrom } from '../../real-cluster/src/differential/random-world.ts';
import {
  FINALIZERS,
  KINDS,
  type WorldAction,
  type WorldReference,
} from '../../real-cluster/src/differential/world.ts';

const FLAWS = [
  ...[
    'binding',
    'disputed',
    'empty',
    'event',
    'items',
    'kind',
    'list',
    'lower',
    'lower event',
    'name',
    'none',
  ],
  ...['plural', 'proto', 'review', 'status', 'thousand', 'uid', 'unserved', 'upper', 'version'],
];

describe('worldsFrom', () => {
  const worlds = worldsFrom(1000, 300);
  const actions = worlds.flatMap(({ rounds }) => rounds.flat());

  it('makes the same world of the same seed', () => {
    expect(worldsFrom(1007, 1)).toEqual(worlds.slice(7, 8));
  });

  it('makes every kind, every way to lie of an owner, and everything that users do', () => {
    const kinds = worlds.flatMap(({ objects }) => objects.map(({ kind }) => kind));
    expect(new Set(kinds)).toEqual(new Set(KINDS.keys()));
    const flaws = actions.flatMap((each) =>
      each.type === 'references' ? each.references.map(({ flaw }) => flaw) : [],
    );
    expect([...new Set(flaws)].toSorted()).toEqual(FLAWS);
    const finalizers = worlds.flatMap(({ objects }) => objects.flatMap((each) => each.finalizers));
    expect(new Set(finalizers)).toEqual(new Set(FINALIZERS));
    const types = new Set(actions.map(({ type }) => type));
    expect([...types].toSorted()).toEqual(['create', 'delete', 'finalizers', 'references']);
  });

  it('of a steady pace has one request in each round after the creation, of a hasty one pairs', () => {
    const longest = (pace: 'steady' | 'hasty'): number[] =>
      worldsFrom(1, 30, pace).map(({ rounds }) =>
        Math.max(...rounds.slice(1).map(({ length }) => length)),
      );
    expect(new Set(longest('steady'))).toEqual(new Set([1]));
    expect(new Set(longest('hasty'))).toEqual(new Set([1, 2]));
  });

  it('of an unseen pace has references come with the objects, none with a dependent among them', () => {
    const beginnings = worldsFrom(1, 100, 'unseen').map(({ rounds: [first = []] }) =>
      first.flatMap((each) => (each.type === 'references' ? [each] : [])),
    );
    expect(new Set(beginnings.map(({ length }) => length))).toEqual(new Set([0, 1, 2, 3]));
    for (const together of beginnings) {
      const inRow = together.flatMap(({ object, references }) =>
        references.filter(({ owner }) => {
          return owner !== object && together.some((each) => each.object === owner);
        }),
      );
      expect(inRow).toEqual([]);
    }
  });

  it('[AD-16] has cycles of which one is deleted in the foreground first of all', () => {
    const cycles = worlds.filter(({ rounds }) => {
      const [deletion] = rounds.at(-3) ?? [];
      if (deletion?.type !== 'delete' || deletion.policy !== 'Foreground') return false;
      const { object } = deletion;
      const truths = rounds.slice(0, -3).flatMap((round) => round.flatMap(truthsOf));
      return truths.some(
        (back) =>
          back.owner === object &&
          back.blockOwnerDeletion === true &&
          back.object !== object &&
          truths.some((each) => each.object === object && each.owner === back.object),
      );
    });
    expect(cycles.length).toBeGreaterThan(15);
  });

  it('[NS-17] has Namespaces that own a cluster-scoped object and are deleted first, with each policy', () => {
    const deletions = worlds.flatMap(({ objects, rounds }) => {
      const kindOf = (at: number): string | undefined => KINDS[objects[at]?.kind ?? -1]?.kind;
      const [deletion] = rounds.at(-3) ?? [];
      if (deletion?.type !== 'delete' || kindOf(deletion.object) !== 'Namespace') return [];
      const truths = rounds.slice(0, -3).flatMap((round) => round.flatMap(truthsOf));
      return truths.some((each) => {
        return each.owner === deletion.object && kindOf(each.object) === 'ClusterRole';
      })
        ? [deletion.policy]
        : [];
    });
    expect(deletions.length).toBeGreaterThan(30);
    expect(new Set(deletions)).toEqual(new Set([undefined, 'Background', 'Foreground', 'Orphan']));
  });
});

/** The references that an action writes and that tell the truth, each with the object that gets it. */
function truthsOf(action: WorldAction): (WorldReference & { readonly object: number })[] {
  if (action.type !== 'references') return [];
  const truths = action.references.filter(({ flaw }) => flaw === 'none');
  return truths.map((each) => ({ ...each, object: action.object }));
}
