import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { bundledWorkers } from './tools/src/bundled-worker.ts';
import { chromiumLaunch } from './tools/src/chromium.ts';
import { LONG_FILES } from './tools/src/long-part.ts';

// React as users have it: its development build takes a fifth longer.
process.env.NODE_ENV = 'production';

// The suite against a real cluster is slow, needs Go and is no part of a plain run.
const real = process.env.GCSCOPE_TEST_REAL === '1';

// `npm test` leaves them out; a flag of Vitest would not reach the projects.
const LEFT_OUT = process.env.GCSCOPE_TEST_SHORT === '1' ? [`**/*${LONG_FILES}*`] : [];

const fileAt = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const PROPERTY_SEED = fileAt('tools/src/property-seed.ts');

/** What reaches for a prototype by a name from a cluster fails, in the tests as in the program. */
const SEALED = { setupFiles: [PROPERTY_SEED, fileAt('apps/server/test/support/sealed.ts')] };

function inNode(name: string, root: string, more: object = {}): object {
  return {
    test: {
      name,
      root,
      include: ['test/**/*.test.ts'],
      exclude: ['**/node_modules/**', '**/*.real.test.ts', '**/*.browser.test.*', ...LEFT_OUT],
      setupFiles: [PROPERTY_SEED],
      // Files share what they import: loading it anew for each took longer than the tests.
      isolate: false,
      // Many tests wait for a process or a connection: meanwhile others use the core.
      maxWorkers: availableParallelism() + 2,
      // Tests wait for states; on a busy machine of two cores these come late.
      testTimeout: 30_000,
      hookTimeout: 30_000,
      expect: { poll: { timeout: 25_000 } },
      ...more,
    },
  };
}

export default defineConfig({
  test: {
    projects: real
      ? [
          {
            test: {
              name: 'real',
              include: [
                'tools/test/real-cluster/**/*.real.test.ts',
                'apps/*/test/**/*.real.test.ts',
                // Here with the kubectl of the pinned release; in a plain run with the machine's, if any.
                'apps/server/test/embedded/kubectl.long.test.ts',
              ],
              testTimeout: 300_000,
              // A hook may have to build the cluster with cold Go caches.
              hookTimeout: 20 * 60_000,
              fileParallelism: false,
            },
          },
        ]
      : [
          inNode('gc-core', 'packages/gc-core'),
          inNode('picture', 'packages/picture'),
          // Its files leave nothing behind, and loading it anew for each took half of the time.
          inNode('server', 'apps/server', SEALED),
          // An API server answers in protobuf, or in JSON where it has no other form: what reads it is tested in both. Only the faults of
          // pages, of the process and of its connections lie behind what is read.
          inNode('server-json', 'apps/server', {
            ...SEALED,
            include: [
              'test/cluster/{lost,many,watch}-*.test.ts',
              'test/cluster/{fairness,monitors,reflector*,restart,rights,secrets.long,stale}.test.ts',
              'test/faults/{api-servers,faults,faults.property,passing-kinds}.test.ts',
            ],
            provide: { encoding: 'json' },
          }),
          inNode('web', 'apps/web'),
          inNode('tools', 'tools'),
          {
            extends: './apps/web/vite.config.ts',
            root: 'apps/web',
            plugins: [bundledWorkers()],
            test: {
              name: 'browser',
              // After the others, which take both cores.
              sequence: { groupOrder: 1 },
              include: ['test/**/*.browser.test.{ts,tsx}'],
              exclude: ['**/node_modules/**', ...LEFT_OUT],
              setupFiles: [fileAt('apps/web/test/support/browser-setup.ts')],
              // To load the program anew for each file took a third of the time.
              isolate: false,
              maxWorkers: '100%',
              // As for the journeys; the tally names what needed it.
              retry: 1,
              browser: {
                enabled: true,
                headless: true,
                screenshotFailures: false,
                provider: playwright({ launchOptions: await chromiumLaunch() }),
                instances: [{ browser: 'chromium' }],
              },
            },
          },
        ],
  },
});
