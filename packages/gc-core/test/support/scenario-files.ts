import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { ReleaseProfile } from '../../src/meta/releases.ts';
import { runScenario } from '../../src/scenario/run-scenario.ts';
import { type Scenario, ScenarioError } from '../../src/scenario/scenario.ts';

const root = join(import.meta.dirname, '../../scenarios');

/** Scenario files below a folder of `scenarios`, as paths below `scenarios`. */
export function scenarioFiles(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.yaml'))
    .toSorted()
    .map((file) => join(folder, file));
}

/** Documents by their files: several tests go through all of them. */
const documents = new Map<string, Scenario>();

/** The document of a file. */
export function readScenario(file: string): Scenario {
  const known = documents.get(file) ?? (parse(readFileSync(join(root, file), 'utf8')) as Scenario);
  documents.set(file, known);
  return structuredClone(known);
}

/** Whether the scenario holds under the rules of the release; one that names a kind the release does not serve does not. */
export function holdsUnder(scenario: Scenario, release: string | ReleaseProfile): boolean {
  try {
    return runScenario(scenario, release).result === 'passed';
  } catch (error) {
    if (error instanceof ScenarioError) return false;
    throw error;
  }
}

/** A scenario with this content. */
export function scenarioOf(spec: Scenario['spec']): Scenario {
  return { apiVersion: 'gcscope.dev/v1', kind: 'Scenario', metadata: { name: 's' }, spec };
}
