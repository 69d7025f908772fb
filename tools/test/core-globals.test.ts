import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '../src/run-step.ts';

const CORE = join(ROOT, 'packages/gc-core');
/** What a browser or Node offers, and the language does not. */
const HOSTED = [
  ...['setTimeout', 'setInterval', 'queueMicrotask', 'console', 'performance', 'fetch', 'crypto'],
  ...['process', 'Buffer', 'require', 'window', 'document', 'localStorage'],
];
const NOT_FOUND = /^.*?([\w-]+)\.ts\(\d+,\d+\): error TS\d+: Cannot find name/gm;

/** The planted files in which the compiler misses a name, compiled with gc-core and its settings. */
function compile(planted: ReadonlyMap<string, string>): Set<string> {
  const cache = join(CORE, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  // Inside of the package: there it would find the types of a host, if the settings named them.
  const folder = mkdtempSync(join(cache, 'globals-'));
  try {
    const settings = {
      extends: join(CORE, 'tsconfig.json'),
      compilerOptions: {
        rootDir: CORE,
        composite: false,
        isolatedDeclarations: false,
        emitDeclarationOnly: false,
        noEmit: true,
      },
      include: [join(CORE, 'src'), '*.ts'],
    };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(settings));
    for (const [name, code] of planted) writeFileSync(join(folder, `${name}.ts`), code);
    const { stdout } = spawnSync(
      join(ROOT, 'node_modules/.bin/tsc'),
      ['-p', folder, '--pretty', 'false'],
      { encoding: 'utf8' },
    );
    const others = stdout
      .split('\n')
      .filter((line) => /error/.test(line) && !/find name/.test(line));
    expect(others, 'nothing else is wrong').toEqual([]);
    return new Set([...stdout.matchAll(NOT_FOUND)].map(([, name = '']) => name));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

describe('the compiler, in gc-core', () => {
  let missed: ReadonlySet<string>;

  beforeAll(() => {
    const planted = ['Math', ...HOSTED].map((name): [string, string] => [
      `uses-${name}`,
      `export const a: unknown = ${name};\n`,
    ]);
    missed = compile(new Map(planted));
  });

  for (const name of HOSTED) {
    it(`knows no ${name}`, () => {
      expect(missed).toContain(`uses-${name}`);
    });
  }

  it('knows what belongs to the language', () => {
    expect(missed).not.toContain('uses-Math');
  });
});
