import { defineConfig } from '@playwright/test';
import { chromiumLaunch } from './tools/src/chromium.ts';
import { findFirefox } from './tools/src/firefox.ts';

// Two ports per run, so that two clones can test at once; workers inherit them. Below those that the system gives away.
process.env.GCSCOPE_TEST_PORT ??= String(20_000 + 2 * (process.pid % 6_000));
const first = Number(process.env.GCSCOPE_TEST_PORT);
const urlOf = (worker: number): string => `http://127.0.0.1:${first + worker}`;
const firefox = await findFirefox();

export default defineConfig({
  testDir: 'apps/web/e2e',
  outputDir: 'test-results',
  // Tests move the world that they look at: each worker has one of its own, and takes one file at a time.
  workers: 2,
  // Axe looks at five pages in one test: 12 s on two free cores, longer beside other work.
  timeout: 90_000,
  // The tally names what needed it.
  retries: 1,
  use: {
    baseURL: urlOf(Number(process.env.TEST_PARALLEL_INDEX ?? 0)),
    // To record every test takes as long as some of them.
    trace: 'on-first-retry',
  },
  projects: [
    { name: 'chromium', use: { launchOptions: await chromiumLaunch() } },
    {
      name: 'firefox',
      testMatch: ['journeys', 'live', 'first-screen', 'keyboard', 'simulate', 'tabs'].map(
        (name) => `${name}.spec.ts`,
      ),
      use: {
        browserName: 'firefox',
        // A Firefox as people have it, driven by WebDriver BiDi: it overrides no preference of the system.
        channel: 'moz-firefox',
        colorScheme: null,
        launchOptions: {
          ...('path' in firefox && { executablePath: firefox.path }),
          downloadsPath: `test-results/downloads-${process.env.TEST_PARALLEL_INDEX ?? 0}`,
        },
      },
    },
  ],
  webServer: [0, 1].map((worker) => ({
    command: `node dist/server/main.js serve --embedded --port ${first + worker}`,
    // The first tests look for objects.
    url: `${urlOf(worker)}/readyz`,
    reuseExistingServer: false,
    timeout: 30_000,
    stdout: 'ignore',
    stderr: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 5_000 },
  })),
});
