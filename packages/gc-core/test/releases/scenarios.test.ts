import { describe, expect, it } from 'vitest';
import { RELEASES, type Release } from '../../src/meta/releases.ts';
import { runScenario } from '../../src/scenario/run-scenario.ts';
import { ScenarioError } from '../../src/scenario/scenario.ts';
import { holdsUnder, readScenario, scenarioFiles } from '../support/scenario-files.ts';

const releases = Object.keys(RELEASES) as Release[];
const OLD: readonly Release[] = ['v1.4', 'v1.13', 'v1.17', 'v1.28'];
const files = OLD.flatMap((release) =>
  scenarioFiles(`releases/${release}`).map((file) => ({ file, release })),
);

describe('scenarios of a release', () => {
  it.each(files)('$file holds under its own release only', ({ file, release }) => {
    const scenario = readScenario(file);
    expect(scenario.spec.release).toBe(release);
    expect(releases.filter((each) => holdsUnder(scenario, each))).toEqual([release]);
  });

  it.each(OLD)(
    '%s has ten that run under every release and fail there by an expectation',
    (release) => {
      const telling = files.filter((each) => {
        if (each.release !== release) return false;
        try {
          for (const other of releases) runScenario(readScenario(each.file), other);
          return true;
        } catch (error) {
          if (error instanceof ScenarioError) return false;
          throw error;
        }
      });
      expect(telling.length).toBeGreaterThanOrEqual(10);
    },
  );
});
