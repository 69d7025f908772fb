import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Stryker } from '@stryker-mutator/core';
import { mutationOptions } from './mutation/options.ts';
import { ROOT } from './run-step.ts';

const FOLDERS = ['collector', 'apiserver', 'graph'];

// Breaks gc-core in every way Stryker knows and sees whether a test notices: `npm run mutation -- graph`.
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { 'all-killers': { type: 'boolean', default: false } },
});

process.chdir(join(ROOT, 'packages/gc-core'));
// Few runs of each property, of one seed: a mutant is to be found by examples.
process.env.GCSCOPE_RUNS ??= '5';
// Stryker's own processes load the test runner, which is TypeScript.
process.env.NODE_OPTIONS = `--import ${import.meta.resolve('tsx')}`;
for (const folder of positionals.length > 0 ? positionals : FOLDERS) {
  const sandbox = mkdtempSync(join(tmpdir(), 'gcscope-mutation-'));
  try {
    await new Stryker(mutationOptions(folder, sandbox, values['all-killers'])).runMutationTest();
  } finally {
    rmSync(sandbox, { recursive: true, force: true });
  }
}
