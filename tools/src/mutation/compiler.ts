import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../run-step.ts';
import type { Mutant } from './mutants.ts';

const TSC = join(ROOT, 'node_modules/.bin/tsc');

/**
 * Those of the mutants that the compiler refuses, tried one by one in a copy of the package's source. Throws when it
 * refuses the source as it is.
 */
export function refusedByCompiler(root: string, mutants: readonly Mutant[]): Set<Mutant> {
  const folder = mkdtempSync(join(tmpdir(), 'gcscope-mutants-'));
  try {
    cpSync(join(root, 'src'), join(folder, 'src'), { recursive: true });
    const settings = { extends: join(ROOT, 'tsconfig.json'), include: ['src'], references: [] };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(settings));
    if (isRefused(folder)) throw new Error(`${root}/src does not compile.`);
    return new Set(mutants.filter((each) => isRefusedWith(folder, each)));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function isRefusedWith(folder: string, { file, from, to, replacement }: Mutant): boolean {
  const path = join(folder, 'src', file);
  const source = readFileSync(path, 'utf8');
  writeFileSync(path, source.slice(0, from) + replacement + source.slice(to));
  const refused = isRefused(folder);
  writeFileSync(path, source);
  return refused;
}

function isRefused(folder: string): boolean {
  return spawnSync(TSC, ['-p', folder], { stdio: 'ignore' }).status !== 0;
}
