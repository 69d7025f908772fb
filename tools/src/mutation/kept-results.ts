import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type BrokenFile, mutantsIn } from './mutants.ts';

/** Below the package: what became of each file's mutants, so that a score outlives the machine it was measured on. */
const FOLDER = 'mutation';

/** A file of results: of the text with this SHA-256, each mutant's place, replacement and whether a test noticed it. */
interface KeptFile {
  readonly text: string;
  readonly mutants: readonly (readonly [
    from: number,
    to: number,
    replacement: string,
    noticed: 0 | 1,
  ])[];
}

/** Keeps what became of some files, each in a file of its own, a line per mutant. `root` is the package. */
export function keepResults(root: string, files: readonly BrokenFile[]): void {
  for (const { file, source, mutants } of files) {
    const lines = mutants.map(({ from, to, replacement, noticed }) =>
      JSON.stringify([from, to, replacement, noticed ? 1 : 0]),
    );
    const path = join(root, FOLDER, `${file}.json`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, `{"text":"${digest(source)}","mutants":[\n${lines.join(',\n')}\n]}\n`);
  }
}

/** What is known of the files whose text has not changed since. What is kept of files that are gone is removed. */
export function keptResults(root: string): BrokenFile[] {
  const folder = join(root, FOLDER);
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted();
  return names.flatMap((name): BrokenFile[] => {
    if (!name.endsWith('.json')) return [];
    const file = name.replace(/\.json$/, '');
    const source = textOf(join(root, 'src', file));
    if (source === undefined) {
      rmSync(join(folder, name));
      return [];
    }
    const { text, mutants } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as KeptFile;
    if (text !== digest(source)) return [];
    const mutantAt = mutantsIn(file, source);
    const read = mutants.map(([from, to, replacement, noticed]) =>
      mutantAt({ from, to, replacement, noticed: noticed === 1 }),
    );
    return [{ file, source, mutants: read }];
  });
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
