import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { runScenario } from '../../src/scenario/run-scenario.ts';
import type { Scenario } from '../../src/scenario/scenario.ts';

const folder = join(import.meta.dirname, '../../scenarios');
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.yaml') && !file.startsWith('kubelet/'))
  .toSorted();

describe('scenarios', () => {
  it.each(files)('%s bears the name of its file and says its rules', (file) => {
    const { metadata } = parse(readFileSync(join(folder, file), 'utf8')) as Scenario;
    const name = basename(file, '.yaml');
    // The same story in an older release bears its release, too: names are unique.
    const release = /^releases\/([^/]+)\//.exec(file)?.[1];
    expect([name, `${name}-${release}`]).toContain(metadata.name);
    expect(metadata.description).toMatch(/\n\nRules: [A-Z]{2,3}-/);
  });

  it.each(files)('%s', (file) => {
    const scenario = parse(readFileSync(join(folder, file), 'utf8')) as Scenario;
    const { steps } = runScenario(scenario);
    const failures = steps.filter((step) => step.result === 'failed');
    expect(failures.flatMap((step) => [step.name, ...step.diff])).toEqual([]);
    expect(steps).toHaveLength(scenario.spec.steps?.length ?? 0);
  });
});
