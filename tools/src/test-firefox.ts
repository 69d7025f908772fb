import { findFirefox } from './firefox.ts';
import { runJourneys, runStep } from './run-step.ts';
import { demanded, finish, ONE_FAILURE, type Tally } from './tally.ts';

/** The main journeys in a Firefox as people have it; skipped, as one test, where there is none. */
async function run(): Promise<Tally> {
  const firefox = await findFirefox();
  if ('reason' in firefox) {
    console.log(`${firefox.reason} They are skipped.`);
    return { passed: 0, failed: 0, skipped: 1 };
  }
  // Always anew: a stale build would be tested for what it no longer is.
  if (!(await runStep(['npm', 'run', '-s', 'build']))) return ONE_FAILURE;
  return await runJourneys('firefox');
}

finish(demanded(await run(), 'GCSCOPE_REQUIRE_FIREFOX'));
