import { defineConfig } from 'vite';

// One folder to ship: dist/ runs on plain Node, with no node_modules beside it.
export default defineConfig({
  ssr: { noExternal: true, target: 'node' },
  build: {
    ssr: 'src/main.ts',
    target: 'node20',
    outDir: '../../dist/server',
    emptyOutDir: true,
    minify: false,
    license: { fileName: 'LICENSES.md' },
  },
});
