import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Stryker } from '@stryker-mutator/core';
import { script } from './command-line.ts';
import { mutationOptions, OWN_FOLDERS } from './mutation/options.ts';
import { ROOT } from './run-step.ts';

/** The folders that are broken if none is named. */
const FOLDERS = [
  'collector',
  'propagator',
  'apiserver',
  'graph',
  'kubelet',
  'simulation',
  'insight',
];

const named = script(
  'mutation',
  'Breaks gc-core in every way Stryker knows, and lists the mutants that no test finds.',
)
  .argument(
    '[path...]',
    `folders or files below its src: graph, graph/dot.ts (default: ${FOLDERS.join(', ')})`,
  )
  .parse().args;

process.chdir(join(ROOT, 'packages/gc-core'));
// Few runs of each property, of one seed: a mutant is to be found by examples.
process.env.GCSCOPE_RUNS ??= '0.05';
// Stryker's own processes load the test runner, which is TypeScript.
process.env.NODE_OPTIONS = `--import ${import.meta.resolve('tsx')}`;

// One at a time: a run that is cut short keeps what the runs before it found.
for (const path of named.length > 0 ? named : FOLDERS) {
  const sandbox = mkdtempSync(join(tmpdir(), 'gcscope-mutation-'));
  process.env[OWN_FOLDERS] = path.replace(/\/.*/, '');
  try {
    await new Stryker(mutationOptions(path, sandbox)).runMutationTest();
  } finally {
    rmSync(sandbox, { recursive: true, force: true });
  }
}
