import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { KubeletScenario } from '../../src/scenario/kubelet-scenario.ts';
import { runKubeletScenario } from '../../src/scenario/run-kubelet-scenario.ts';

const folder = join(import.meta.dirname, '../../scenarios/kubelet');
const files = readdirSync(folder).toSorted();

function read(file: string): KubeletScenario {
  return parse(readFileSync(join(folder, file), 'utf8')) as KubeletScenario;
}

describe('kubelet scenarios', () => {
  it.each(files)('%s bears the name of its file and says its rules', (file) => {
    const { metadata } = read(file);
    expect(metadata.name).toBe(basename(file, '.yaml'));
    expect(metadata.title).toBeDefined();
    expect(metadata.description).toMatch(/\n\nRules: [A-Z]{1,2}-/);
  });

  it.each(files)('%s', (file) => {
    const scenario = read(file);
    const { steps } = runKubeletScenario(scenario);
    expect(steps.flatMap(({ name, diff }) => (diff.length > 0 ? [name, ...diff] : []))).toEqual([]);
    expect(steps).toHaveLength(scenario.spec.steps?.length ?? 0);
  });
});
