import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { build } from 'vite';
import { afterAll, describe, expect, it } from 'vitest';
import { sbomErrors } from '../src/release/sbom-errors.ts';
import { LICENSES_FILE, SBOM_FILE, sbom } from '../src/sbom.ts';

const folder = mkdtempSync(join(tmpdir(), 'gcscope-sbom-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function write(path: string, text: string): void {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

function install(name: string, version: string, license: string): void {
  const manifest = { name, version, license, type: 'module', main: 'index.js' };
  write(`node_modules/${name}/package.json`, JSON.stringify(manifest));
  write(`node_modules/${name}/index.js`, `export const name = ${JSON.stringify(name)};\n`);
}

describe('the bill of materials of a build', () => {
  it('names the packages in the build and in its workers, and no other', async () => {
    install('@scope/used', '1.2.3', 'MIT');
    install('in-worker', '0.1.0', 'MIT OR Apache-2.0');
    write('node_modules/in-worker/LICENSE', 'Do as you like.');
    install('unused', '9.9.9', 'GPL-3.0-only');
    install('shaken-off', '1.0.0', 'MIT');
    write('index.html', '<script type="module" src="/main.js"></script>');
    write(
      'main.js',
      `import { name } from '@scope/used';
       import { name as other } from 'shaken-off';
       document.title = name;
       new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });`,
    );
    write('worker.js', `import { name } from 'in-worker'; postMessage(name);`);
    const packages = sbom();
    await build({
      root: folder,
      configFile: false,
      logLevel: 'silent',
      build: { license: { fileName: LICENSES_FILE } },
      plugins: [packages.build],
      worker: { format: 'es', plugins: () => [packages.worker()] },
    });
    const json = readFileSync(join(folder, 'dist', SBOM_FILE), 'utf8');
    expect(await sbomErrors(json)).toBeNull();
    const bom = JSON.parse(json);
    expect(bom).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1 });
    const licences = readFileSync(join(folder, 'dist', LICENSES_FILE), 'utf8');
    expect(licences.match(/^## .*$/gm)).toEqual([
      '## @scope/used - 1.2.3 (MIT)',
      '## in-worker - 0.1.0 (MIT OR Apache-2.0)',
    ]);
    expect(licences).toContain('\nDo as you like.\n');
    expect(bom.metadata.component).toMatchObject({ type: 'application', name: 'gcscope' });
    expect(bom.components).toEqual([
      {
        type: 'library',
        'bom-ref': 'pkg:npm/%40scope/used@1.2.3',
        group: '@scope',
        name: 'used',
        version: '1.2.3',
        purl: 'pkg:npm/%40scope/used@1.2.3',
        licenses: [{ license: { id: 'MIT' } }],
      },
      expect.objectContaining({
        purl: 'pkg:npm/in-worker@0.1.0',
        licenses: [{ expression: 'MIT OR Apache-2.0' }],
      }),
    ]);
  });
});
