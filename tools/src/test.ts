import { script } from './command-line.ts';
import { LONG_PROJECT, LONG_TAG, SHORT_RUNS } from './long-part.ts';
import { runJourneys, runStep, runVitest } from './run-step.ts';
import { finishParts, NO_TESTS, ONE_FAILURE, type Tally } from './tally.ts';

async function succeeds(...command: string[]): Promise<Tally> {
  return (await runStep(command)) ? NO_TESTS : ONE_FAILURE;
}

async function main(): Promise<void> {
  const wanted = script('test', 'Checks, tests and builds everything except what test:long adds.')
    .option('--no-check', 'leave out types, import rules, style and unused code')
    .option('--no-unit', 'leave out the tests of Vitest, in Node and in the browser')
    .option('--no-build', 'leave out the build: the journeys take the one that is there')
    .option('--no-e2e', 'leave out the journeys through the served program')
    .parse()
    .opts<Readonly<Record<'check' | 'unit' | 'build' | 'e2e', boolean>>>();
  const tallies = new Map<string, Tally>();
  // Beside build and tests, which often wait.
  const checked = wanted.check ? succeeds('npm', 'run', '-s', 'check') : NO_TESTS;
  const build = wanted.build ? await succeeds('npm', 'run', '-s', 'build') : NO_TESTS;
  tallies.set('build', build);
  // Tests that start the program as a process start the built one, which takes less time.
  const isBuilt = wanted.build && build.failed === 0;
  if (wanted.unit) {
    const env = {
      GCSCOPE_TEST_SHORT: '1',
      GCSCOPE_RUNS: process.env.GCSCOPE_RUNS ?? SHORT_RUNS,
      ...(isBuilt && { GCSCOPE_BUILT: '1' }),
    };
    tallies.set('unit', await runVitest([`--project=!${LONG_PROJECT}`], env));
  }
  tallies.set('check', await checked);
  // After a failed build the journeys would test an older program.
  if (wanted.e2e && build.failed > 0) console.log('\nNot built, so no end-to-end tests.');
  else if (wanted.e2e) {
    tallies.set('e2e', await runJourneys('chromium', `--grep-invert=${LONG_TAG}`));
  }
  console.log('');
  finishParts(tallies);
}

await main();
