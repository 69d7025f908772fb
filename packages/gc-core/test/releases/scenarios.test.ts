import { describe, expect, it } from 'vitest';
import { RELEASES, type Release } from '../../src/meta/releases.ts';
import { runScenario } from '../../src/scenario/run-scenario.ts';
import { type Scenario, ScenarioError } from '../../src/scenario/scenario.ts';
import { readScenario, scenarioFiles } from '../support/scenario-files.ts';

const releases = Object.keys(RELEASES) as Release[];
const OLD: readonly Release[] = ['v1.4', 'v1.13', 'v1.17', 'v1.28'];

/** What comes of it under each release; nothing where a kind is not served. */
function resultsOf(scenario: Scenario): (string | undefined)[] {
  return releases.map((release) => {
    try {
      return runScenario(scenario, release).result;
    } catch (error) {
      if (error instanceof ScenarioError) return undefined;
      throw error;
    }
  });
}

describe.each(OLD)('scenarios of %s', (release) => {
  const files = scenarioFiles(`releases/${release}`);

  it('hold under their own release only, and ten run under every one and fail by an expectation', () => {
    let underEvery = 0;
    for (const file of files) {
      const scenario = readScenario(file);
      expect(scenario.spec.release, file).toBe(release);
      const results = resultsOf(scenario);
      const passed = releases.filter((_, at) => results[at] === 'passed');
      expect(passed, file).toEqual([release]);
      if (!results.includes(undefined)) underEvery++;
    }
    expect(underEvery).toBeGreaterThanOrEqual(10);
  });
});
