import { ScenarioError, type ScenarioStep } from './scenario.ts';
import { actionIn } from './step-form.ts';

/** Runs `action`; an error in the document gets the place where it is. */
export function at<T>(path: readonly (string | number)[], action: () => T): T {
  try {
    return action();
  } catch (error) {
    if (!(error instanceof ScenarioError) || error.isPlaced) throw error;
    throw new ScenarioError(error.message, [...path, ...error.path]);
  }
}

/** The name of a step in results. */
export function nameOf(step: ScenarioStep, index: number): string {
  return step.name ?? actionIn(step) ?? Object.keys(step)[0] ?? `step ${index + 1}`;
}
