import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../src/run-step.ts';

const table = readFileSync(join(ROOT, 'SECURITY.md'), 'utf8').split('## How it is tested')[1] ?? '';

/** The tests that the second column names, without commands. */
const NAMED = [...table.matchAll(/^\| [^|]+ \| ([^|]+) \|$/gm)].flatMap(([, tests = '']) =>
  [...tests.matchAll(/`([^` ]+)`/g)].map(([, name = '']) => name),
);

/** Whether it is a file of tests, in the tests of the server unless the name starts at the root. */
function isTest(name: string): boolean {
  const path = join(ROOT, /^(apps|packages|tools)\//.test(name) ? '' : 'apps/server/test', name);
  const folder = dirname(path);
  const files = existsSync(folder) ? readdirSync(folder) : [];
  return files.some((file) =>
    /^\.([a-z]+\.)*(test|spec)\.tsx?$/.test(file.replace(basename(path), '')),
  );
}

describe('the table of tests in SECURITY.md', () => {
  it('names only tests that exist', () => {
    expect(NAMED.length).toBeGreaterThan(30);
    expect(NAMED.filter((name) => !isTest(name))).toEqual([]);
  });
});
