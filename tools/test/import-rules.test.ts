import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { ACCEPTED, type Import, REFUSED } from './planted-imports.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const PACKAGES = ['packages/gc-core', 'packages/picture', 'apps/server', 'apps/web'];
const DEPENDENCIES = ['yaml', 'd3-hierarchy', '@kubernetes/client-node', 'undici', 'flatqueue'];

const PLANTED = REFUSED.map((each, index) => ({
  ...each,
  path: each.from.replace('#', `planted-${index}`),
}));

interface Named {
  readonly name: string;
}

interface Report {
  readonly summary: {
    readonly violations: readonly { readonly from: string; readonly rule: Named }[];
    readonly ruleSetUsed: { readonly forbidden: readonly Named[] };
  };
}

/** What the checker found: broken rules as `rule path`, and all rules. */
interface Found {
  readonly broken: readonly string[];
  readonly rules: readonly string[];
}

function put(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  if (!existsSync(file)) writeFileSync(file, text);
}

/** A copy of the project that holds these files, and empty ones that they import. */
function plantIn(copy: string, files: readonly (Import & { readonly path: string })[]): void {
  cpSync(join(root, '.dependency-cruiser.mjs'), join(copy, '.dependency-cruiser.mjs'));
  for (const each of PACKAGES) {
    mkdirSync(join(copy, each), { recursive: true });
    cpSync(join(root, each, 'package.json'), join(copy, each, 'package.json'));
    put(join(copy, each, 'src/index.ts'), '');
  }
  put(join(copy, 'packages/gc-core/src/wire/index.ts'), '');
  mkdirSync(join(copy, 'node_modules/@gcscope'), { recursive: true });
  for (const each of PACKAGES.slice(0, 2)) {
    symlinkSync(join(copy, each), join(copy, 'node_modules/@gcscope', each.slice(9)));
  }
  for (const name of DEPENDENCIES) {
    put(join(copy, 'node_modules', name, 'package.json'), JSON.stringify({ name, main: 'a.js' }));
    put(join(copy, 'node_modules', name, 'a.js'), '');
  }
  for (const { path, to, code } of files) {
    const text = code ?? `import { a } from '${to}';\nexport const b: unknown = a;\n`;
    put(join(copy, path), text);
  }
  for (const { path, to } of files) {
    if (to.startsWith('.')) put(join(copy, dirname(path), to), 'export const a = 1;\n');
  }
}

/** Checks these files. */
function check(files: readonly (Import & { readonly path: string })[]): Found {
  const copy = mkdtempSync(join(tmpdir(), 'gcscope-imports-'));
  try {
    plantIn(copy, files);
    const { stdout } = spawnSync(
      join(root, 'node_modules/.bin/depcruise'),
      ['--output-type', 'json', ...PACKAGES.map((each) => `${each}/src`)],
      { cwd: copy, encoding: 'utf8', maxBuffer: 64_000_000 },
    );
    const { summary } = JSON.parse(stdout) as Report;
    return {
      broken: summary.violations.map(({ from, rule }) => `${rule.name} ${from}`),
      rules: summary.ruleSetUsed.forbidden.map(({ name }) => name),
    };
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

describe('rules on imports', () => {
  let found: Found = { broken: [], rules: [] };

  beforeAll(() => {
    found = check([...PLANTED, ...ACCEPTED.map((each) => ({ ...each, path: each.from }))]);
  });

  for (const { path, from, to, rule } of PLANTED) {
    it(`${rule}: refuse that ${from} imports ${to}`, () => {
      expect(found.broken).toContain(`${rule} ${path}`);
    });
  }

  it('refuse circles of folders', () => {
    expect(found.broken).toContain('folder-circle apps/server/src/live');
    expect(found.broken).toContain('folder-circle apps/web/src/address');
  });

  it('are each broken by a planted file', () => {
    const planted = new Set([...REFUSED.map(({ rule }) => rule), 'folder-circle']);
    expect(new Set(found.rules)).toEqual(planted);
  });
});
