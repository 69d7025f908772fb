import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LONG_PROJECT, LONG_TAG } from './long-part.ts';
import { ROOT, runJourneys, runStep, runVitest } from './run-step.ts';
import { finishParts, ONE_FAILURE, type Tally } from './tally.ts';

/** Where properties heed `GCSCOPE_RUNS`. */
const PROJECTS = {
  'gc-core': 'packages/gc-core/test',
  picture: 'packages/picture/test',
  server: 'apps/server/test',
  web: 'apps/web/test',
};

/** The test files of a folder that try something many times. */
function propertyFiles(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { encoding: 'utf8', recursive: true })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => join(folder, name))
    .filter((file) =>
      /fc\.assert\(|propertyRuns\(|shareOf\(/.test(readFileSync(join(ROOT, file), 'utf8')),
    );
}

// Tries each property ten times as often as it says, and runs all that `npm test` leaves out: `npm run test:long`.
const env = { GCSCOPE_RUNS: process.env.GCSCOPE_RUNS ?? '10' };
const patience = '--testTimeout=600000';

async function journeys(): Promise<Tally> {
  if (!(await runStep(['npm', 'run', '-s', 'build']))) return ONE_FAILURE;
  return await runJourneys('chromium', `--grep=${LONG_TAG}`);
}

const tallies: ReadonlyMap<string, Tally> = new Map([
  [
    'properties',
    await runVitest(
      [
        ...Object.keys(PROJECTS).flatMap((name) => ['--project', name]),
        ...Object.values(PROJECTS).flatMap(propertyFiles),
        patience,
      ],
      env,
    ),
  ],
  [LONG_PROJECT, await runVitest(['--project', LONG_PROJECT, patience], env)],
  ['e2e', await journeys()],
]);
console.log('');
finishParts(tallies);
