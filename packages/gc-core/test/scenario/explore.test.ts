import { describe, expect, it } from 'vitest';
import { RELEASES } from '../../src/meta/releases.ts';
import { perform } from '../../src/scenario/perform-step.ts';
import { createWorld, runScenario } from '../../src/scenario/run-scenario.ts';
import type { Scenario, ScenarioStep } from '../../src/scenario/scenario.ts';
import { settleInSomeOrder } from '../../src/simulation/explore.ts';
import { seededRandom } from '../../src/simulation/random.ts';
import { ownedBy } from '../support/nodes.ts';
import { scenarioOf } from '../support/scenario-files.ts';
import { objectOf } from '../support/simulate.ts';

const owner = objectOf('owner', { namespace: 'a', uid: 'owner' });
const ownerReferences = [ownedBy('owner', { uid: 'owner' })];
const child = objectOf(
  'child',
  { namespace: 'a', uid: 'child', ownerReferences },
  { kind: 'Secret' },
);

/** Some of these orders lose the child of namespace a: not the first one, and the first and the last that do end differently. */
const ORDERS = 6;

/** A child is created and its owner orphan-deleted before the collector has seen the child: kinds have no common order. */
function race(last: ScenarioStep): Scenario {
  const steps: ScenarioStep[] = [
    { settle: {} },
    { create: child },
    { delete: { object: 'ConfigMap a/owner', propagationPolicy: 'Orphan' } },
    last,
    { settle: {}, expect: { onlyObjects: ['Secret a/child'] } },
  ];
  return scenarioOf({ objects: [owner], steps });
}

/** The race in two namespaces at once, and what comes after it. */
function twoRaces(...last: readonly ScenarioStep[]): Scenario {
  const { spec } = race({ settle: {} });
  const ownerInB = objectOf('owner', { namespace: 'b', uid: 'owner-b' });
  const metadata = {
    namespace: 'b',
    uid: 'child-b',
    ownerReferences: [ownedBy('owner', { uid: 'owner-b' })],
  };
  const steps: ScenarioStep[] = [
    ...(spec.steps ?? []).slice(0, 3),
    { create: objectOf('child', metadata, { kind: 'Secret' }) },
    { delete: { object: 'ConfigMap b/owner', propagationPolicy: 'Orphan' } },
    ...last,
  ];
  return scenarioOf({ objects: [owner, ownerInB], steps });
}

/** What is left of both races in the order of this seed. */
function endOf(seed: number): string[] {
  const scenario = twoRaces();
  const world = createWorld(scenario, RELEASES['v1.36']);
  for (const step of scenario.spec.steps ?? []) perform(world, step);
  settleInSomeOrder(world.simulation, seededRandom(seed));
  const left = [...world.simulation.apiServer.all()];
  return left.map(({ kind, metadata }) => `${kind} ${metadata.namespace}/${metadata.name}`);
}

describe('explore', () => {
  it('[OR-10] finds both ends of a race, counts them, and goes on from the first order that fits', () => {
    const { steps, result } = runScenario(
      race({ settle: { explore: 40 }, expect: { onlyObjects: ['Secret a/child'] } }),
    );
    expect(result).toBe('passed');
    const outcomes = steps[3]?.outcomes ?? [];
    expect(outcomes.map((outcome) => outcome.objects).toSorted()).toEqual([
      [],
      ['v1/Secret a/child child'],
    ]);
    expect(outcomes.reduce((sum, outcome) => sum + outcome.count, 0)).toBe(40);
  });

  it('goes on from the first of the orders that fit, though others that fit end otherwise', () => {
    const kept = 'Secret a/child';
    const ends = Array.from({ length: ORDERS }, (_, seed) => endOf(seed));
    const [first = [], ...others] = ends.filter((end) => end.includes(kept));
    // Otherwise it could not be told from the very first order, and from the last that fits.
    expect(ends[0]).not.toContain(kept);
    expect(others.at(-1)?.toSorted()).not.toEqual(first.toSorted());
    const { steps, result } = runScenario(
      twoRaces(
        { settle: { explore: ORDERS }, expect: { objects: [{ object: kept }] } },
        { settle: {}, expect: { onlyObjects: first } },
        // Where another exploration begins is come to again for each of its orders.
        { settle: { explore: 3 }, expect: { all: true, onlyObjects: first } },
      ),
    );
    expect(steps.flatMap(({ diff }) => diff)).toEqual([]);
    expect(result).toBe('passed');
  });

  it('fails with all: true when one order does not fit, and says which', () => {
    const { steps, result } = runScenario(
      race({ settle: { explore: 40 }, expect: { all: true, onlyObjects: ['Secret a/child'] } }),
    );
    expect(result).toBe('failed');
    expect(steps.at(-1)?.diff[0]).toMatch(/^order \d+ of 40:$/);
  });

  it('fails when no order fits', () => {
    const scenario = race({
      settle: { explore: 5 },
      expect: { onlyObjects: ['ConfigMap a/owner'] },
    });
    expect(runScenario(scenario).result).toBe('failed');
  });

  it('a settle that is not explored has one order only, and it is the same each time', () => {
    const scenario = race({ settle: {} });
    expect(runScenario(scenario)).toEqual(runScenario(scenario));
  });
});
