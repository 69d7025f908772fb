import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LONG_FILES, LONG_PROJECT, LONG_TAG } from './long-part.ts';
import { ROOT, runJourneys, runStep, runVitest } from './run-step.ts';
import { finishParts, ONE_FAILURE, type Tally } from './tally.ts';

/** Where properties heed `GCSCOPE_RUNS`. */
const FOLDERS = [
  'packages/gc-core/test',
  'packages/picture/test',
  'apps/server/test',
  'apps/web/test',
];

/** The test files of a folder that try something many times. */
function propertyFiles(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { encoding: 'utf8', recursive: true })
    .filter((name) => name.endsWith('.test.ts') && !name.includes(LONG_FILES))
    .map((name) => join(folder, name))
    .filter((file) =>
      /fc\.assert\(|propertyRuns\(|shareOf\(/.test(readFileSync(join(ROOT, file), 'utf8')),
    );
}

// Tries each property ten times as often as it says, and runs all that `npm test` leaves out: `npm run test:long`.
const isBuilt = await runStep(['npm', 'run', '-s', 'build']);
const env = {
  GCSCOPE_RUNS: process.env.GCSCOPE_RUNS ?? '10',
  ...(isBuilt && { GCSCOPE_BUILT: '1' }),
};
const patience = '--testTimeout=600000';

const tallies: ReadonlyMap<string, Tally> = new Map([
  [
    'files',
    await runVitest(
      [`--project=!${LONG_PROJECT}`, LONG_FILES, ...FOLDERS.flatMap(propertyFiles), patience],
      env,
    ),
  ],
  [LONG_PROJECT, await runVitest(['--project', LONG_PROJECT, patience], env)],
  ['e2e', isBuilt ? await runJourneys('chromium', `--grep=${LONG_TAG}`) : ONE_FAILURE],
]);
console.log('');
finishParts(tallies);
