import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig, type Plugin } from 'vite';
// Vite does not bundle a package that its configuration names.
import { packNodes } from '../../packages/gc-core/src/wire/pack-nodes.ts';
import { syntheticWorld } from '../../packages/picture/bench/synthetic-world.ts';
import { LICENSES_FILE, sbom } from '../../tools/src/sbom.ts';
import { answerSchemas } from './src/routes/answer-schemas.ts';

/** What every command needs that reads a file, in one file: Node looks for each by itself. Nothing with large tables. */
const COMMON = new RegExp(
  [
    '/commander/',
    '/gc-core/src/wire/',
    '/gc-core/src/meta/(group-by|object-meta|object-name|object-reference|sentence|time-span|visible-text)',
    '/server/src/cli/(answer-from|cluster-options|exit-codes|lines|node-options|snapshot-file|until-stopped)',
    '/server/src/base/(clock|group-resources|read-file|version)',
  ].join('|'),
);

// One folder to ship: dist/ runs on plain Node, with no node_modules beside it.
export default defineConfig({
  plugins: [commonJs(), withoutChildProcesses(), madeSchemas(), sbom().build, compiledCode()],
  ssr: { noExternal: true, target: 'node' },
  build: {
    ssr: true,
    target: 'node20',
    outDir: '../../dist/server',
    emptyOutDir: true,
    minify: false,
    license: { fileName: LICENSES_FILE },
    rolldownOptions: {
      input: { main: 'src/start.ts', program: 'src/main.ts' },
      output: {
        format: 'cjs',
        entryFileNames: '[name].js',
        chunkFileNames: 'assets/[name]-[hash].js',
        codeSplitting: { groups: [{ name: 'common', test: COMMON }] },
      },
    },
  },
});

/** The files of a command load in 7 ms less than by Node's loader of modules, which reads each in the background. */
function commonJs(): Plugin {
  return {
    name: 'gcscope:common-js',
    generateBundle() {
      const source = '{ "type": "commonjs" }\n';
      this.emitFile({ type: 'asset', fileName: 'package.json', source });
    },
  };
}

/**
 * commander loads what starts programs, with all of sockets and streams, for commands that are programs of their own.
 * There are none.
 */
function withoutChildProcesses(): Plugin {
  return {
    name: 'gcscope:without-child-processes',
    transform(code, id) {
      if (!id.endsWith('/commander/lib/command.js')) return undefined;
      const loads = "require('node:child_process')";
      if (!code.includes(loads)) this.error(`commander does not say ${loads} any more.`);
      return code.replace(loads, '{}');
    },
  };
}

/** The schemas of answers are made from the sources now; the program holds what came of it. */
function madeSchemas(): Plugin {
  return {
    name: 'gcscope:made-schemas',
    async load(id) {
      if (!id.endsWith('/src/routes/answer-schemas.ts')) return undefined;
      const made = JSON.stringify(await answerSchemas());
      return `const made = ${made};\nexport const answerSchemas = async () => made;\n`;
    },
  };
}

/** Fewer than let the program change a flag of V8: V8 refuses code that it compiled with other flags. */
const SAMPLE_OBJECTS = 400;

/** Draws a picture with the built program, which keeps what V8 compiled meanwhile: src/start.ts uses it. */
function compiledCode(): Plugin {
  return {
    name: 'gcscope:compiled-code',
    apply: 'build',
    writeBundle({ dir = '' }) {
      const folder = mkdtempSync(join(tmpdir(), 'gcscope-build-'));
      const sample = join(folder, 'sample.json');
      const nodes = packNodes(syntheticWorld(SAMPLE_OBJECTS));
      const cluster = { context: 'sample', server: '', version: '', embedded: false };
      const health = { state: 'live', since: '2026-01-01T00:00:00Z', kinds: [] };
      writeFileSync(sample, JSON.stringify({ position: '0', cluster, health, nodes }));
      const picture = openSync(join(folder, 'sample.svg'), 'w');
      const words = [join(dir, 'main.js'), 'graph', '--file', sample, '-o', 'svg'];
      const { status } = spawnSync(process.execPath, words, {
        stdio: ['ignore', picture, 'inherit'],
        env: { ...process.env, GCSCOPE_KEEP_COMPILED: '1' },
      });
      closeSync(picture);
      rmSync(folder, { recursive: true });
      if (status !== 0) this.error('The built program cannot draw a picture.');
    },
  };
}
