import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type BrokenFile, mutantMaker } from './mutants.ts';

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

/** What is known of the files whose text has not changed since. */
export function keptResults(root: string): BrokenFile[] {
  return keptFiles(root).flatMap((file): BrokenFile[] => {
    const path = join(root, 'src', file);
    if (!existsSync(path)) return [];
    const source = readFileSync(path, 'utf8');
    const kept = readFileSync(join(root, FOLDER, `${file}.json`), 'utf8');
    const { text, mutants } = JSON.parse(kept) as KeptFile;
    if (text !== digest(source)) return [];
    const mutantAt = mutantMaker(file, source);
    const read = mutants.map(([from, to, replacement, noticed]) =>
      mutantAt({ from, to, replacement, noticed: noticed === 1 }),
    );
    return [{ file, source, mutants: read }];
  });
}

/** Removes what is kept of files that are gone. */
export function forgetGoneFiles(root: string): void {
  for (const file of keptFiles(root)) {
    if (!existsSync(join(root, 'src', file))) rmSync(join(root, FOLDER, `${file}.json`));
  }
}

function keptFiles(root: string): string[] {
  return readdirSync(join(root, FOLDER), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.replace(/\.json$/, ''))
    .toSorted();
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
