import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { runScenario } from '../../src/scenario/run-scenario.ts';
import type { Scenario } from '../../src/scenario/scenario.ts';

const folder = join(import.meta.dirname, '../../scenarios');
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.yaml'))
  .toSorted();

describe('scenarios', () => {
  it.each(files)('%s bears the name of its file, a title and its rules', (file) => {
    const { metadata } = parse(readFileSync(join(folder, file), 'utf8')) as Scenario;
    expect(`${metadata.name}.yaml`).toBe(basename(file));
    expect(metadata.title).toBeTruthy();
    expect(metadata.description).toMatch(/^\S[\s\S]+\n\nRules: [A-Z]{2,3}-[\s\S]+\.\n$/);
  });

  it.each(files)('%s', (file) => {
    const scenario = parse(readFileSync(join(folder, file), 'utf8')) as Scenario;
    const { steps } = runScenario(scenario);
    const failures = steps.filter((step) => step.result === 'failed');
    expect(failures.flatMap((step) => [step.name, ...step.diff])).toEqual([]);
    expect(steps).toHaveLength(scenario.spec.steps?.length ?? 0);
  });
});
