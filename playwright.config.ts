import { defineConfig } from '@playwright/test';
import { chromiumLaunch } from './tools/src/chromium.ts';

// A port per run, so that two clones can test at once; workers inherit it.
process.env.GCSCOPE_TEST_PORT ??= String(20_000 + (process.pid % 20_000));
const port = process.env.GCSCOPE_TEST_PORT;

export default defineConfig({
  testDir: 'apps/web/e2e',
  outputDir: 'test-results',
  // All tests look at one moving world.
  workers: 1,
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    launchOptions: await chromiumLaunch(),
    trace: 'retain-on-failure',
  },
  webServer: {
    command: `node dist/server/main.js serve --embedded --port ${port}`,
    url: `http://127.0.0.1:${port}/livez`,
    reuseExistingServer: false,
    timeout: 30_000,
    stdout: 'ignore',
    stderr: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 5_000 },
  },
});
