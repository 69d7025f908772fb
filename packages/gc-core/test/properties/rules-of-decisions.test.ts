import { describe, expect, it } from 'vitest';
import { RELEASES, type Release } from '../../src/meta/releases.ts';
import { perform } from '../../src/scenario/perform-step.ts';
import { createWorld } from '../../src/scenario/run-scenario.ts';
import { StepRecorder } from '../../src/simulation/step-recorder.ts';
import { specIds } from '../support/cited-rules.ts';
import { readScenario, scenarioFiles } from '../support/scenario-files.ts';

const { rules } = specIds();
const files = scenarioFiles('.').filter((file) => !file.startsWith('kubelet/'));

/** Rules of all that a scenario decides, notes and tells, each as `<what> <rule>`. */
function rulesOf(file: string): Set<string> {
  const scenario = readScenario(file);
  const world = createWorld(scenario, RELEASES[(scenario.spec.release ?? 'v1.36') as Release]);
  const { simulation } = world;
  const found = new Set<string>();
  simulation.listen({
    note: ({ rule }) => found.add(`note ${rule}`),
    processed: (processed) => {
      if ('outcome' in processed) found.add(`decision ${processed.outcome.rule}`);
    },
    controllerPass: ({ rule }) => found.add(`namespace ${rule}`),
  });
  const recorder = new StepRecorder(simulation);
  for (const step of scenario.spec.steps ?? []) perform(world, step);
  for (const { rule } of recorder.steps) found.add(`step ${rule}`);
  return found;
}

describe('everything that is decided in a scenario', () => {
  it('names a rule of the SPECs', () => {
    const found = new Set(files.flatMap((file) => [...rulesOf(file)]));
    const unknown = [...found].filter((each) => !rules.has(each.replace(/^\w+ /, '')));
    expect(unknown).toEqual([]);
    for (const what of ['note', 'decision', 'namespace', 'step']) {
      expect([...found].filter((each) => each.startsWith(what)).length, what).toBeGreaterThan(3);
    }
  });
});
