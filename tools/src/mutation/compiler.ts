import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ROOT } from '../run-step.ts';
import type { Mutant } from './mutants.ts';

const TSC = join(ROOT, 'node_modules/.bin/tsc');
/** A part of the source on its own, only to be checked. */
const OPTIONS = { composite: false, declaration: true, emitDeclarationOnly: false, noEmit: true };

/**
 * Those of the mutants in whose own file the compiler then finds an error, tried in a copy of their folders and of what
 * these import; one mutant per file at a time, as exports have written types and so keep an error where it is.
 * Throws when the compiler refuses the source as it is.
 */
export function refusedByCompiler(root: string, mutants: readonly Mutant[]): Set<Mutant> {
  const files = [...new Set(mutants.map(({ file }) => file))];
  const left = files.map((each) => mutants.filter(({ file }) => file === each));
  const refused = new Set<Mutant>();
  const folder = mkdtempSync(join(tmpdir(), 'gcscope-mutants-'));
  try {
    cpSync(join(root, 'src'), join(folder, 'src'), { recursive: true });
    const include = [...new Set(mutants.map(({ file }) => `src/${dirname(file)}`)), 'src/meta'];
    const settings = { extends: join(ROOT, 'tsconfig.json'), compilerOptions: OPTIONS, include };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ ...settings, references: [] }));
    const [first] = filesWithErrors(folder);
    if (first !== undefined) throw new Error(`${join(root, first)} does not compile.`);
    for (;;) {
      const round = left.flatMap((each) => each.pop() ?? []);
      if (round.length === 0) return refused;
      const undo = round.map((each) => applyIn(folder, each));
      const faulty = filesWithErrors(folder);
      for (const each of round) if (faulty.has(`src/${each.file}`)) refused.add(each);
      for (const each of undo) each();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Breaks the file, and returns how to mend it. */
function applyIn(folder: string, { file, from, to, replacement }: Mutant): () => void {
  const path = join(folder, 'src', file);
  const now = readFileSync(path, 'utf8');
  writeFileSync(path, now.slice(0, from) + replacement + now.slice(to));
  return () => writeFileSync(path, now);
}

function filesWithErrors(folder: string): Set<string> {
  const { stdout } = spawnSync(TSC, ['-p', '.', '--pretty', 'false'], {
    cwd: folder,
    encoding: 'utf8',
  });
  return new Set(
    [...stdout.matchAll(/^(\S+\.ts)\(\d+,\d+\): error/gm)].flatMap(([, file]) => file ?? []),
  );
}
