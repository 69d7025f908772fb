import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

// The pages are served under a strict Content-Security-Policy: nothing inline, nothing from elsewhere.
export default defineConfig({
  plugins: [react()],
  worker: { format: 'es' },
  build: {
    target: 'es2023',
    outDir: '../../dist/web',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    license: { fileName: 'LICENSES.md' },
  },
});
