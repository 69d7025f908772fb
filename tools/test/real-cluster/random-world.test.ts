import { describe, expect, it } from 'vitest';
import { worldsFrom } from '../../real-cluster/src/differential/random-world.ts';
import { FINALIZERS, KINDS } from '../../real-cluster/src/differential/world.ts';

const FLAWS = [
  'disputed',
  'empty',
  'kind',
  'name',
  'none',
  'proto',
  'thousand',
  'uid',
  'unserved',
  'version',
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
});
