import { ONE_FAILURE, type Tally } from './tally.ts';

/** The part of Vitest's JSON report that counts. */
interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly testResults: readonly {
    readonly status: string;
    readonly assertionResults: readonly { readonly status: string }[];
  }[];
}

/** The part of Playwright's JSON report that counts. */
interface PlaywrightReport {
  readonly stats: {
    readonly expected: number;
    readonly unexpected: number;
    readonly flaky: number;
    readonly skipped: number;
  };
}

/** What Vitest's JSON report says; a file that failed without a failed test counts as one failure. */
export function vitestTally(json: string): Tally {
  const report = JSON.parse(json) as VitestReport;
  const brokenFiles = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + brokenFiles.length,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/** What Playwright's JSON report says; a flaky test counts as failed. */
export function playwrightTally(json: string): Tally {
  const { stats } = JSON.parse(json) as PlaywrightReport;
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    skipped: stats.skipped,
  };
}

/**
 * The tally of a step that ended with `succeeded` and left `json`, if anything. A step that fails
 * without a failed test, leaves no report or one that cannot be read, counts as one failure.
 */
export function stepTally(
  succeeded: boolean,
  json: string | undefined,
  read: (json: string) => Tally,
): Tally {
  if (json === undefined) return ONE_FAILURE;
  try {
    const tally = read(json);
    return !succeeded && tally.failed === 0 ? { ...tally, failed: 1 } : tally;
  } catch {
    return ONE_FAILURE;
  }
}
