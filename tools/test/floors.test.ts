import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KEPT, PLANTED } from './planted-violations.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const MANIFESTS = ['.', 'packages/gc-core', 'packages/picture', 'apps/server', 'apps/web', 'tools'];

interface Report {
  readonly diagnostics: readonly {
    readonly category: string;
    readonly location: { readonly path: string };
  }[];
}

/** Path of each planted file: the same place in a copy of the tree that holds nothing else. */
function placed(path: string, index: number): string {
  return path.replace('#', `planted-${index}`);
}

describe('lint rules', () => {
  const copy = mkdtempSync(join(tmpdir(), 'gcscope-floors-'));
  const found = new Map<string, Set<string>>();

  beforeAll(() => {
    for (const file of ['.biome.json', '.gitignore']) cpSync(join(root, file), join(copy, file));
    for (const folder of MANIFESTS) {
      cpSync(join(root, folder, 'package.json'), join(copy, folder, 'package.json'));
    }
    for (const [index, { path, code }] of [...PLANTED, ...KEPT].entries()) {
      const file = join(copy, placed(path, index));
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, code);
    }
    const biome = spawnSync(
      join(root, 'node_modules/.bin/biome'),
      ['lint', '--reporter=json', '--max-diagnostics=none', '.'],
      { cwd: copy, encoding: 'utf8' },
    );
    const report = JSON.parse(biome.stdout.slice(biome.stdout.indexOf('{"summary"'))) as Report;
    for (const { category, location } of report.diagnostics) {
      const rules = found.get(location.path) ?? new Set();
      found.set(location.path, rules.add(category.split('/').at(-1) ?? ''));
    }
  });

  afterAll(() => rmSync(copy, { recursive: true, force: true }));

  for (const [index, { what, path, rule }] of PLANTED.entries()) {
    it(`${rule}: ${what}`, () => {
      expect([...(found.get(placed(path, index)) ?? [])]).toContain(rule);
    });
  }

  for (const [index, { what, path }] of KEPT.entries()) {
    it(`allows: ${what}`, () => {
      expect([...(found.get(placed(path, PLANTED.length + index)) ?? [])]).toEqual([]);
    });
  }
});
