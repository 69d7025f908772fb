import { expect } from 'vitest';
import { runScenario } from '../../src/scenario/run-scenario.ts';
import { type Scenario, ScenarioError } from '../../src/scenario/scenario.ts';

type Spec = Scenario['spec'];

/** A custom kind. */
export const widgets: { apiVersion: string; kind: string; resource: string } = {
  apiVersion: 'example.com/v1',
  kind: 'Widget',
  resource: 'widgets',
};

/** A scenario with this content. */
export function scenarioOf(spec: Spec): Scenario {
  return { apiVersion: 'gcscope.dev/v1', kind: 'Scenario', metadata: { name: 's' }, spec };
}

/** The differences from what the steps expect. */
export function diffOf(spec: Spec): readonly string[] {
  return runScenario(scenarioOf(spec)).steps.flatMap((step) => step.diff);
}

/** The error in the document. */
export function errorOf(spec: Spec): ScenarioError {
  try {
    runScenario(scenarioOf(spec));
  } catch (error) {
    if (error instanceof ScenarioError) return error;
    throw error;
  }
  return expect.fail('nothing was thrown');
}
