import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { buildRealCluster } from '../real-cluster/src/build-real-cluster.ts';
import { findGo } from '../real-cluster/src/go-toolchain.ts';
import { kubectlPath } from '../real-cluster/src/kubectl.ts';
import { ROOT, runStep, runVitest } from './run-step.ts';
import { demanded, finish, ONE_FAILURE, type Tally } from './tally.ts';

const SUITE = { GCSCOPE_TEST_REAL: '1' };

/** Number of tests in the suite, without running any; one for a suite that cannot even be listed. */
function countTests(): number {
  const list = spawnSync(join(ROOT, 'node_modules/.bin/vitest'), ['list', '--json'], {
    cwd: ROOT,
    encoding: 'utf8',
    env: { ...process.env, ...SUITE },
  });
  const tests: unknown = list.status === 0 ? JSON.parse(list.stdout) : [];
  return Math.max(1, Array.isArray(tests) ? tests.length : 0);
}

async function run(): Promise<Tally> {
  const go = await findGo();
  if ('reason' in go) {
    console.log(`${go.reason} The suite is skipped.`);
    return { passed: 0, failed: 0, skipped: countTests() };
  }
  // Always anew: a stale build would be tested for what it no longer is.
  if (!(await runStep(['npm', 'run', '-s', 'build']))) return ONE_FAILURE;
  try {
    await buildRealCluster();
  } catch (error) {
    console.log(error instanceof Error ? error.message : error);
    return ONE_FAILURE;
  }
  const kubectl = await kubectlPath();
  return await runVitest(
    [],
    kubectl === undefined ? SUITE : { ...SUITE, GCSCOPE_KUBECTL: kubectl },
  );
}

finish(demanded(await run(), 'GCSCOPE_REQUIRE_REAL'));
