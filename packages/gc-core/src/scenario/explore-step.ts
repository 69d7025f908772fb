import { settleInSomeOrder } from '../simulation/explore.ts';
import { outcomeOf } from '../simulation/outcome.ts';
import { seededRandom } from '../simulation/random.ts';
import { compareExpectation } from './compare-expectation.ts';
import { diffOfFailure } from './perform-step.ts';
import { type Outcome, ScenarioError, type ScenarioStep, type StepResult } from './scenario.ts';
import type { ScenarioWorld } from './scenario-world.ts';
import { at, nameOf } from './step-place.ts';

/** Settles in many orders: passes when one of them, or all, meet the expectation; goes on from the first that does. */
export function exploreStep(
  again: () => ScenarioWorld,
  step: ScenarioStep,
  index: number,
  orders: number,
): { readonly world: ScenarioWorld; readonly seed: number; readonly result: StepResult } {
  const path = ['spec', 'steps', index];
  const tried = Array.from({ length: orders }, (_, seed) => {
    const world = again();
    const late = at(path, () => settleAs(world, seed, step.settle?.limit));
    // What is compared is also taken out of the transcript: the world that goes on is as after any step.
    const diff =
      late ?? at([...path, 'expect'], () => compareExpectation(world, step.expect ?? {}));
    return { world, seed, diff, left: outcomeOf(world.simulation.apiServer) };
  });
  const met = tried.filter(({ diff }) => diff.length === 0);
  const missed = tried.find(({ diff }) => diff.length > 0);
  const passed = step.expect?.all ? missed === undefined : met.length > 0;
  const chosen = met[0] ?? tried[0];
  if (!chosen) throw new ScenarioError('explore needs at least one order.', path);
  return {
    world: chosen.world,
    seed: chosen.seed,
    result: {
      index,
      name: nameOf(step, index),
      result: passed ? 'passed' : 'failed',
      diff: passed || !missed ? [] : [`order ${missed.seed} of ${orders}:`, ...missed.diff],
      outcomes: countOutcomes(tried.map(({ left }) => left)),
    },
  };
}

function settleAs(
  world: ScenarioWorld,
  seed: number,
  limit: number | undefined,
): string[] | undefined {
  try {
    settleInSomeOrder(world.simulation, seededRandom(seed), limit);
    return undefined;
  } catch (error) {
    return diffOfFailure(error);
  }
}

function countOutcomes(ends: readonly (readonly string[])[]): Outcome[] {
  const counts = new Map<string, { objects: readonly string[]; count: number }>();
  for (const objects of ends) {
    const key = objects.join('\n');
    const known = counts.get(key);
    if (known) known.count++;
    else counts.set(key, { objects, count: 1 });
  }
  return [...counts.values()].toSorted((a, b) => b.count - a.count);
}
