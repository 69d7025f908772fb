import { describe, expect, it } from 'vitest';
import { runScenario } from '../../src/scenario/run-scenario.ts';
import type { Scenario, ScenarioStep } from '../../src/scenario/scenario.ts';

const owner = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { namespace: 'a', name: 'owner', uid: 'owner' },
};
const child = {
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: {
    namespace: 'a',
    name: 'child',
    uid: 'child',
    ownerReferences: [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'owner', uid: 'owner' }],
  },
};

/** A child is created and its owner orphan-deleted before the collector has seen the child: kinds have no common order. */
function race(last: ScenarioStep): Scenario {
  return {
    apiVersion: 'gcscope.dev/v1',
    kind: 'Scenario',
    metadata: { name: 'race' },
    spec: {
      objects: [owner],
      steps: [
        { settle: {} },
        { create: child },
        { delete: { object: 'ConfigMap a/owner', propagationPolicy: 'Orphan' } },
        last,
        { settle: {}, expect: { onlyObjects: ['Secret a/child'] } },
      ],
    },
  };
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
