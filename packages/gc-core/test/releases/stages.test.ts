import { describe, expect, it } from 'vitest';
import type { Expectation, Scenario, ScenarioStep } from '../../src/scenario/scenario.ts';
import { readScenario, scenarioFiles } from '../support/scenario-files.ts';

const GRAPH_BUILDER = ['v1.13', 'v1.17', 'v1.28', 'v1.36'] as const;

/** The stories that are told stage by stage, and the releases that have them; v1.4 has no foreground deletion. */
const STORIES: readonly (readonly [story: string, release: string, file: string])[] = [
  ...['background', 'foreground', 'orphan'].flatMap((mode) =>
    GRAPH_BUILDER.map(
      (release) => [mode, release, `walk-throughs/${mode}-${release}.yaml`] as const,
    ),
  ),
  ['background', 'v1.4', 'releases/v1.4/life-of-a-deployment-with-a-reference-set-by-hand.yaml'],
  ['orphan', 'v1.4', 'releases/v1.4/life-of-a-deployment-orphaned.yaml'],
  ['life of a Deployment', 'v1.4', 'releases/v1.4/life-of-a-deployment.yaml'],
  ['life as designed', 'v1.4', 'releases/v1.4/life-of-a-deployment-as-designed.yaml'],
  ['life as designed', 'v1.4', 'releases/v1.4/life-of-a-deployment-as-designed-orphaned.yaml'],
  ['redis', 'v1.13', 'incidents/redis-in-stages-v1.13.yaml'],
  ['redis', 'v1.36', 'incidents/redis-in-stages-v1.36.yaml'],
];

/** What the first deletion of a story asks for. */
const POLICIES: Readonly<Record<string, readonly unknown[]>> = {
  background: ['Background', undefined],
  foreground: ['Foreground'],
  orphan: ['Orphan', true],
};

/** What says where things stand; the rest of an expectation would be met by a world that stands still. */
const STANDING: readonly (keyof Expectation)[] = [
  'objects',
  'onlyObjects',
  'graph',
  'graphChanges',
  'attemptToDelete',
  'attemptToOrphan',
  'absentOwnerCache',
];

/** What is wrong with a step as one stage of a story; empty if nothing is. */
function faultsOf(step: ScenarioStep, index: number): string[] {
  const { name, expect: expected } = step;
  const title = `step ${index + 1} (${name ?? 'without a name'})`;
  if (expected === undefined) return [`${title} has no expectation`];
  const worksOn = step.step !== undefined || step.settle !== undefined;
  return [
    ...(STANDING.some((key) => expected[key]) ? [] : [`${title} does not say how things stand`]),
    ...((step.step ?? 1) > 1 || (step.process?.count ?? 1) > 1 ? [`${title} is several`] : []),
    ...(worksOn && !(expected.requests && expected.decisions)
      ? [`${title} does not say what the collector asked for and decided`]
      : []),
    ...(step.settle && [expected.requests, expected.decisions, expected.graphChanges].some(isFull)
      ? [`${title} settles what has stages of its own`]
      : []),
  ];
}

function isFull(list: readonly unknown[] | undefined): boolean {
  return list !== undefined && list.length > 0;
}

function policyOf({ spec }: Scenario): unknown {
  const first = spec.steps?.find((step) => step.delete !== undefined)?.delete;
  if (typeof first !== 'object' || !('object' in first)) return undefined;
  const { propagationPolicy, orphanDependents } = first as {
    readonly propagationPolicy?: string;
    readonly orphanDependents?: boolean;
  };
  return propagationPolicy ?? orphanDependents;
}

describe('scenarios that show a story in stages', () => {
  it.each(STORIES)('%s in %s: %s is that story', (story, release, file) => {
    const scenario = readScenario(file);
    expect(scenario.spec.release).toBe(release);
    const policies = POLICIES[story];
    if (policies) expect(policies).toContain(policyOf(scenario));
  });

  it.each(STORIES)('%s in %s: %s has an expectation at every stage', (_story, _release, file) => {
    expect((readScenario(file).spec.steps ?? []).flatMap(faultsOf)).toEqual([]);
  });

  it('are all that look like one', () => {
    const told = STORIES.map(([, , file]) => file);
    const found = [
      ...scenarioFiles('walk-throughs'),
      ...scenarioFiles('releases/v1.4').filter((file) => /\/life-of-a-deployment/.test(file)),
      ...scenarioFiles('incidents').filter((file) => /-in-stages-/.test(file)),
    ];
    expect(told.toSorted()).toEqual(found.toSorted());
  });

  it('as designed, name where the code differed from the design', () => {
    const designed = STORIES.filter(([story]) => story === 'life as designed');
    for (const [, , file] of designed) {
      const { description = '' } = readScenario(file).metadata;
      expect(description).toMatch(/The code differed from (it|the design):\n\n- /);
    }
  });
});
