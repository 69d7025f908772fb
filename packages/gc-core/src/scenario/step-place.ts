import { ScenarioError, type ScenarioStep } from './scenario.ts';

/** Runs `action`; an error in the document gets the place where it stands. */
export function at<T>(path: readonly (string | number)[], action: () => T): T {
  try {
    return action();
  } catch (error) {
    if (error instanceof ScenarioError)
      throw new ScenarioError(error.message, [...path, ...error.path]);
    throw error;
  }
}

/** What a step is called in results. */
export function nameOf(step: ScenarioStep, index: number): string {
  return step.name ?? Object.keys(step)[0] ?? `step ${index + 1}`;
}
