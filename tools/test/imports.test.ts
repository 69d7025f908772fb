import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { KEPT, PLANTED } from './planted-violations.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** What the linter reads beside the files that it looks at. */
const SETTINGS = [
  '.biome.json',
  '.gitignore',
  'packages/gc-core/synchronous.grit',
  'apps/web/text-nodes.grit',
  ...['', 'packages/gc-core/', 'packages/picture/', 'apps/server/', 'apps/web/', 'tools/'].map(
    (folder) => `${folder}package.json`,
  ),
];

interface Report {
  readonly diagnostics: readonly {
    readonly category: string;
    readonly location: { readonly path: string };
  }[];
}

interface Placed {
  readonly path: string;
  readonly code: string;
}

/** `#` in the path of a planted file becomes a name of its own. */
const FILES: readonly Placed[] = [...PLANTED, ...KEPT].map(({ path, code }, index) => ({
  path: path.replace('#', `planted-${index}`),
  code,
}));

/** The files in as few trees as possible: files of the same name each in another one. */
function trees(): Placed[][] {
  const all: Placed[][] = [];
  for (const file of FILES) {
    const free = all.find((tree) => !tree.some(({ path }) => path === file.path));
    if (free) free.push(file);
    else all.push([file]);
  }
  return all;
}

/** The rules that the linter reports by path, in a copy of the project that holds only these files. */
function lint(files: readonly Placed[]): Map<string, string[]> {
  const copy = mkdtempSync(join(tmpdir(), 'gcscope-imports-'));
  try {
    for (const file of SETTINGS) cpSync(join(root, file), join(copy, file));
    for (const { path, code } of files) {
      mkdirSync(join(copy, dirname(path)), { recursive: true });
      writeFileSync(join(copy, path), code);
    }
    const biome = spawnSync(
      join(root, 'node_modules/.bin/biome'),
      ['lint', '--reporter=json', '--max-diagnostics=none', '.'],
      { cwd: copy, encoding: 'utf8' },
    );
    const report = JSON.parse(biome.stdout.slice(biome.stdout.indexOf('{"summary"'))) as Report;
    const rules = new Map(files.map(({ path }): [string, string[]] => [path, []]));
    for (const { category, location } of report.diagnostics) {
      rules.get(location.path)?.push(category.split('/').at(-1) ?? category);
    }
    return rules;
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

describe('lint rules', () => {
  const found = new Map<Placed, readonly string[]>();

  beforeAll(() => {
    for (const tree of trees()) {
      const rules = lint(tree);
      for (const file of tree) found.set(file, rules.get(file.path) ?? []);
    }
  });

  for (const [index, file] of FILES.entries()) {
    const planted = PLANTED[index];
    if (planted) {
      it(`${planted.rule}: ${planted.what}`, () => {
        expect(found.get(file)).toContain(planted.rule);
      });
    } else {
      it(`allows: ${KEPT[index - PLANTED.length]?.what}`, () => {
        expect(found.get(file)).toEqual([]);
      });
    }
  }
});
