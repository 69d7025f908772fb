import { RELEASES, runScenario, type Scenario } from '@gcscope/gc-core';
import { describe, expect, it } from 'vitest';
import { judgedWorldsFrom } from '../../real-cluster/src/differential/judged-world.ts';
import { shrinkTried } from '../../real-cluster/src/differential/shrink-world.ts';
import { triedScenario } from '../../real-cluster/src/differential/tried-scenario.ts';
import { type TriedWorld, wrongIn } from '../../real-cluster/src/differential/tried-world.ts';
import type { World } from '../../real-cluster/src/differential/world.ts';
import { trySimulated } from './support/simulated-trial.ts';

const RELEASE = RELEASES['v1.36'];
/** [CL-04] as it was before 1.20: the owner of a cluster-scoped child is asked for, and not found. */
const PLANTED = { ...RELEASE, leavesNamespacedOwnersOfClusterScopedAlone: false };
/** The first of these worlds that goes wrong is played in milliseconds. */
const WORLDS = judgedWorldsFrom(112, 20);

/** The first larger world in which the planted fault makes that wrong, and nothing without it; and what is left of it. */
async function shrunk(wrong: 'verdict' | 'forecast'): Promise<TriedWorld> {
  const tryWorld = (world: World): TriedWorld => {
    const tried = trySimulated(world, RELEASE, PLANTED);
    // What a forecast says is also wrong where a verdict is: only the one is planted here.
    return wrong === 'verdict'
      ? tried
      : { ...tried, verdicts: { ...tried.verdicts, isOtherOrder: true } };
  };
  for (const world of WORLDS.filter(({ objects }) => objects.length > 4)) {
    const found = tryWorld(world);
    if (wrongIn(found) !== wrong || wrongIn(trySimulated(world, RELEASE, RELEASE))) continue;
    return shrinkTried(found, async (worlds) => worlds.map(tryWorld));
  }
  throw new Error('The planted fault shows in no world.');
}

function resultsOf(scenario: Scenario): string[] {
  return runScenario(scenario).steps.map(({ result }) => result);
}

describe('shrinkTried', () => {
  it('[CL-04] leaves of a wrong verdict a cluster-scoped child and its owner, as a scenario that passes', async () => {
    const tried = await shrunk('verdict');
    const { objects, rounds } = tried.world;
    expect(objects.map(({ kind }) => kind).toSorted()).toEqual([0, 4]);
    expect(rounds.flat().map(({ type }) => type)).toEqual(['create', 'create', 'references']);
    const scenario = triedScenario(tried, RELEASE.release);
    expect(scenario.metadata.description).toMatch(/said was "goes, .*; it came to "lives/);
    expect(scenario.spec.steps?.[1]?.expect?.verdicts).toMatchObject([{ verdict: 'stays' }]);
    expect(resultsOf(scenario)).toEqual(['passed', 'passed', 'passed']);
    const planted = { ...scenario, spec: { ...scenario.spec, release: 'v1.17' } };
    expect(resultsOf(planted)).toContain('failed');
  });

  it('[CL-04] leaves of a wrong forecast these two and the deletion, as a scenario that passes', async () => {
    const tried = await shrunk('forecast');
    const { objects, rounds } = tried.world;
    expect(objects.map(({ kind }) => kind).toSorted()).toEqual([0, 4]);
    expect(rounds.flat().map(({ type, phase }) => [type, phase])).toEqual([
      ['create', undefined],
      ['create', undefined],
      ['references', undefined],
      ['delete', 'forecast'],
    ]);
    const scenario = triedScenario(tried, RELEASE.release);
    expect(scenario.metadata.description).toMatch(
      /said was "deleted \(AD-17\)"; it came to "lives/,
    );
    expect(resultsOf(scenario)).toEqual(['passed', 'passed', 'passed']);
    const planted = { ...scenario, spec: { ...scenario.spec, release: 'v1.17' } };
    expect(resultsOf(planted)).toContain('failed');
  });
});
