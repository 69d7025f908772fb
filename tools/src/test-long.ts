import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, runVitest } from './run-step.ts';
import { finish } from './tally.ts';

/** Where properties heed `GCSCOPE_RUNS`. */
const PROJECTS = {
  'gc-core': 'packages/gc-core/test',
  picture: 'packages/picture/test',
  server: 'apps/server/test',
  'server-json': 'apps/server/test',
  web: 'apps/web/test',
};

/** The test files of a folder that try something many times. */
function propertyFiles(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { encoding: 'utf8', recursive: true })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => join(folder, name))
    .filter((file) => /fc\.assert\(|propertyRuns\(/.test(readFileSync(join(ROOT, file), 'utf8')));
}

// Tries each property many times as often as `npm test` does: `npm run test:long`.
const runs = process.env.GCSCOPE_RUNS ?? '10';
finish(
  await runVitest(
    [
      ...Object.keys(PROJECTS).flatMap((name) => ['--project', name]),
      ...Object.values(PROJECTS).flatMap(propertyFiles),
      '--testTimeout=600000',
    ],
    { GCSCOPE_RUNS: runs },
  ),
);
