import { RELEASES, type ReleaseProfile, runScenario } from '@gcscope/gc-core';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  type Comparison,
  compareWorlds,
  type Mismatch,
  type PlayWorlds,
} from '../../real-cluster/src/differential/compare-worlds.ts';
import type { Course } from '../../real-cluster/src/differential/outcome.ts';
import { worldsFrom } from '../../real-cluster/src/differential/random-world.ts';
import { type Compare, shrinkMismatch } from '../../real-cluster/src/differential/shrink-world.ts';
import { simulateWorld } from '../../real-cluster/src/differential/simulate-world.ts';
import type { World } from '../../real-cluster/src/differential/world.ts';
import { worldScenario } from '../../real-cluster/src/differential/world-scenario.ts';

const RELEASE = RELEASES['v1.36'];
/** Stands in for the real cluster: one order of the right simulation. */
const play: PlayWorlds = async (worlds) =>
  worlds.map((world) => simulateWorld(world, RELEASE, 7).course);

function comparing(planted: ReleaseProfile): Compare {
  return (worlds: readonly World[]): Promise<Comparison> =>
    compareWorlds(play, worlds, planted, { orders: 6 });
}

function lengthOf({ objects, rounds }: World): number {
  return objects.length + rounds.flat().length;
}

describe('shrinkMismatch', () => {
  // [CL-04] as it was before 1.20: the owner of a cluster-scoped child is asked for, and not found.
  const planted = { ...RELEASE, leavesNamespacedOwnersOfClusterScopedAlone: false };
  let found: Mismatch | undefined;
  let shrunk: Mismatch;

  beforeAll(async () => {
    const compare = comparing(planted);
    const { mismatches } = await compare(worldsFrom(1, 6));
    // The smallest of them takes the least time.
    [found] = mismatches
      .filter(({ world }) => world.objects.length > 4)
      .toSorted((a, b) => lengthOf(a.world) - lengthOf(b.world));
    if (!found) throw new Error('The planted fault shows in no world.');
    shrunk = await shrinkMismatch(found, compare);
  }, 60_000);

  it('leaves what the planted fault takes: a cluster-scoped child and its namespaced owner', () => {
    const { objects, rounds } = shrunk.world;
    expect(objects.map(({ kind }) => kind).toSorted()).toEqual([0, 4]);
    const actions = rounds.flat();
    expect(actions.map(({ type }) => type).toSorted()).toEqual(['create', 'create', 'references']);
    expect(actions.flatMap((each) => (each.type === 'references' ? each.references : []))).toEqual([
      { owner: objects.findIndex(({ kind }) => kind === 0), flaw: 'none' },
    ]);
  });

  it('what is kept is a scenario that passes where the simulation is right, and fails where it is not', () => {
    const { world, real, simulated } = shrunk;
    const results = (course: Course): string[] => {
      const scenario = worldScenario({ world, real: course }, RELEASE.release, ['CL-04']);
      return runScenario(scenario).steps.map(({ result }) => result);
    };
    expect(results(real)).not.toContain('failed');
    expect(results(simulated[0] ?? [])).toContain('failed');
  });
});
