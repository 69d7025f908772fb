import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { LICENSES_FILE, sbom } from '../../tools/src/sbom.ts';
import { compressed } from './compressed.ts';

const packages = sbom();

// The pages are served under a strict Content-Security-Policy: nothing inline, nothing from elsewhere.
export default defineConfig({
  plugins: [react(), compressed(), packages.build],
  worker: { format: 'es', plugins: () => [packages.worker()] },
  // A worker and the tests import them, where the first scan does not look: found late, they would reload pages and tests.
  optimizeDeps: { include: ['@cfworker/json-schema', 'react-dom/client'] },
  build: {
    target: 'es2023',
    outDir: '../../dist/web',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    license: { fileName: LICENSES_FILE },
    // The first map needs all of them. In files of their own the browser compiles them side by side, and keeps them when
    // only the program changes; in more than six, the most that a browser fetches at once, they would come in turns.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'cytoscape', test: /\/node_modules\/cytoscape\// },
            { name: 'react', test: /\/node_modules\/(react|react-dom|scheduler)\// },
            { name: 'libraries', test: /\/node_modules\//, tags: ['$initial'] },
            { name: 'program', tags: ['$initial'] },
          ],
        },
      },
    },
  },
});
