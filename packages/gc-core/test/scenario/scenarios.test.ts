import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runScenario } from '../../src/scenario/run-scenario.ts';
import { readScenario, scenarioFiles } from '../support/scenario-files.ts';

const all = scenarioFiles('.');
const files = all.filter((file) => !file.startsWith('kubelet/'));

/** What is read beside a step: one or more sentences that end, none of them long. */
function isReadable(text: string): boolean {
  const sentences = text.split(/(?<=[.!?]) /);
  return sentences.every((each) => /^[A-Z].*\.$/.test(each) && each.split(' ').length <= 26);
}

describe('scenarios', () => {
  it.each(all)('%s speaks in short sentences', (file) => {
    const { spec } = readScenario(file);
    const names = (spec.steps ?? []).flatMap(({ name }) => name ?? []);
    expect(names.filter((name) => !isReadable(name))).toEqual([]);
  });

  it.each(files)('%s bears the name of its file and says its rules', (file) => {
    const { metadata } = readScenario(file);
    const name = basename(file, '.yaml');
    // Names are unique: the same scenario in an older release names its release.
    const release = /^releases\/([^/]+)\//.exec(file)?.[1];
    expect([name, `${name}-${release}`]).toContain(metadata.name);
    expect(metadata.description).toMatch(/\n\nRules: [A-Z]{2,3}-/);
  });

  it.each(files)('%s', (file) => {
    const scenario = readScenario(file);
    const { steps } = runScenario(scenario);
    const failures = steps.filter((step) => step.result === 'failed');
    expect(failures.flatMap((step) => [step.name, ...step.diff])).toEqual([]);
    expect(steps).toHaveLength(scenario.spec.steps?.length ?? 0);
  });
});
