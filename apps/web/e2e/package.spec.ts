import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { packPackage } from '../../../tools/src/release/pack-package.ts';
import { sbomErrors } from '../../../tools/src/release/sbom-errors.ts';

const ROOT = join(import.meta.dirname, '../../..');
const run = promisify(execFile);

interface Component {
  readonly purl: string;
  readonly licenses?: readonly object[];
}

test.describe('The package that would be published', { tag: '@long' }, () => {
  let folder: string;
  let tarball: string;
  // Without the settings of the machine: with those of CI, npm would ask for an identity.
  const env = (): NodeJS.ProcessEnv => ({ PATH: process.env.PATH, HOME: folder });
  const npm = (cwd: string, ...words: readonly string[]) => run('npm', words, { cwd, env: env() });

  test.beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'gcscope-package-'));
    const packed = await packPackage(folder);
    tarball = packed.tarball;
    const others = packed.paths.filter((path) => !path.startsWith('dist/'));
    expect(others).toEqual(['LICENSE', 'README.md', 'package.json']);
  });
  test.afterAll(() => rm(folder, { recursive: true, force: true }));

  test('is installed without a network and without scripts, and runs', async () => {
    await writeFile(join(folder, 'package.json'), '{}');
    await npm(folder, 'install', '--offline', '--ignore-scripts', '--no-audit', tarball);
    const gcscope = join(folder, 'node_modules/.bin/gcscope');
    const { version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
    expect((await run(gcscope, ['version'], { env: env() })).stdout).toContain(version);
    const audit = await run(gcscope, ['audit', '--embedded'], { env: env() });
    expect(audit.stdout).toMatch(
      /^\d+ objects checked, \d+ with a wrong reference; \d+ findings in all: /m,
    );
  });

  test('comes with code that V8 takes as it is, and starts without it', async () => {
    const server = join(folder, 'node_modules/gcscope/dist/server');
    const words = ['--profile-deserialization', join(server, 'main.js'), '--version'];
    // Node takes code of its own in the same way.
    const taken = async (): Promise<number> => {
      const { stdout } = await run(process.execPath, words, { env: env() });
      expect(stdout).toMatch(/^\d+\.\d+\.\d+/m);
      return stdout.match(/^\[Deserializing from/gm)?.length ?? 0;
    };
    const withCode = await taken();
    await rm(join(server, 'compiled'), { recursive: true });
    expect(withCode - (await taken())).toBeGreaterThan(1);
  });

  test('holds what its lists say, in valid CycloneDX: packages of the lockfile, none under the GPL', {
    tag: '@long',
  }, async () => {
    const lockfile = await readFile(join(ROOT, 'pnpm-lock.yaml'), 'utf8');
    for (const part of ['server', 'web']) {
      const list = await readFile(join(ROOT, 'dist', part, 'sbom.cdx.json'), 'utf8');
      expect(await sbomErrors(list)).toBeNull();
      const { components } = JSON.parse(list) as { readonly components: readonly Component[] };
      expect(components.length).toBeGreaterThan(10);
      for (const { purl, licenses } of components) {
        const named = purl.replace('pkg:npm/', '').replace('%40', '@');
        expect(lockfile).toMatch(new RegExp(`^ {2}'?${named}'?:$`.replaceAll('.', '\\.'), 'm'));
        expect([named, JSON.stringify(licenses)]).toEqual([
          named,
          expect.not.stringMatching(/GPL/),
        ]);
      }
    }
  });

  test('is not published without provenance, which only a job of CI can give', {
    tag: '@long',
  }, async () => {
    const registry = ['--registry', 'http://127.0.0.1:1', '--//127.0.0.1:1/:_authToken=none'];
    const words = ['publish', '--ignore-scripts', '--fetch-retries=0', ...registry, tarball];
    const published = npm(folder, ...words);
    await expect(published).rejects.toThrow(/provenance generation not supported/);
  });
});
