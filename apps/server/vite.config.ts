import { defineConfig, type Plugin } from 'vite';
import { LICENSES_FILE, sbom } from '../../tools/src/sbom.ts';
import { answerSchemas } from './src/routes/answer-schemas.ts';

// One folder to ship: dist/ runs on plain Node, with no node_modules beside it.
export default defineConfig({
  plugins: [commonJs(), withoutChildProcesses(), madeSchemas(), sbom().build],
  ssr: { noExternal: true, target: 'node' },
  build: {
    ssr: 'src/main.ts',
    target: 'node20',
    outDir: '../../dist/server',
    emptyOutDir: true,
    minify: false,
    license: { fileName: LICENSES_FILE },
    rolldownOptions: {
      output: {
        format: 'cjs',
        entryFileNames: '[name].js',
        chunkFileNames: 'assets/[name]-[hash].js',
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
