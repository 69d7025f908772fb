import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { PLANTED, type Planted } from './planted-violations.ts';

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

/** `#` in the path of a planted file becomes a name of its own. */
const FILES: readonly Planted[] = PLANTED.map((file, index) => ({
  ...file,
  path: file.path.replace('#', `planted-${index}`),
}));

/** The rules that the linter reports by path, in a copy of the project that holds only these files. */
function lint(files: readonly Planted[]): Map<string, string[]> {
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
  let found: ReadonlyMap<string, readonly string[]>;

  beforeAll(() => {
    found = lint(FILES);
  });

  for (const { rule, what, path } of FILES) {
    it(`${rule}: ${what}`, () => {
      expect(found.get(path)).toContain(rule);
    });
  }
});
