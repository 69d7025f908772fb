import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { forgetGoneFiles, keepResults, keptResults } from '../src/mutation/kept-results.ts';
import { type BrokenFile, mutantMaker } from '../src/mutation/mutants.ts';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'gcscope-kept-'));
  mkdirSync(join(root, 'mutation'));
});
afterEach(() => rmSync(root, { recursive: true }));

function broken(file: string, source: string): BrokenFile {
  const path = join(root, 'src', file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, source);
  const mutantAt = mutantMaker(file, source);
  const at = source.indexOf('1');
  const places = [
    { from: at, to: at + 1, replacement: '2\n"', noticed: true },
    { from: at, to: at + 1, replacement: '', noticed: false },
  ];
  return { file, source, mutants: places.map(mutantAt) };
}

const A = 'export const a = 0;\nexport const b = 1;\n';

it('is read as it was kept, each mutant with its line and what stood there', () => {
  const files = [broken('graph/a.ts', A), { ...broken('graph/none.ts', ''), mutants: [] }];
  keepResults(root, files);
  expect(keptResults(root)).toEqual(files);
  expect(keptResults(root)[0]?.mutants).toMatchObject([
    { line: 2, original: '1', noticed: true },
    { line: 2, original: '1', noticed: false },
  ]);
});

it('has a line for each mutant', () => {
  keepResults(root, [broken('graph/a.ts', A)]);
  const text = readFileSync(join(root, 'mutation/graph/a.ts.json'), 'utf8');
  expect(text.split('\n')).toHaveLength(5);
});

it('forgets a file that has changed, until it is as it was again', () => {
  const file = broken('graph/a.ts', A);
  keepResults(root, [file]);
  writeFileSync(join(root, 'src/graph/a.ts'), `${A}\n`);
  expect(keptResults(root)).toEqual([]);
  writeFileSync(join(root, 'src/graph/a.ts'), A);
  expect(keptResults(root)).toEqual([file]);
});

it('of a file that is gone is removed, when asked for', () => {
  const [gone, here] = [broken('graph/a.ts', A), broken('graph/b.ts', A)];
  keepResults(root, [gone, here]);
  rmSync(join(root, 'src/graph/a.ts'));
  expect(keptResults(root)).toEqual([here]);
  forgetGoneFiles(root);
  writeFileSync(join(root, 'src/graph/a.ts'), A);
  expect(keptResults(root)).toEqual([here]);
});
