import { ONE_FAILURE, type Tally } from './tally.ts';

/** The part of Vitest's JSON report that counts. */
interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      /** Also those of a first try that failed. */
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

interface PlaywrightSuite {
  readonly title: string;
  readonly specs?: readonly {
    readonly title: string;
    readonly tests: readonly { readonly status: string }[];
  }[];
  readonly suites?: readonly PlaywrightSuite[];
}

/** The part of Playwright's JSON report that counts. */
interface PlaywrightReport {
  readonly suites?: readonly PlaywrightSuite[];
  readonly stats: {
    readonly expected: number;
    readonly unexpected: number;
    readonly flaky: number;
    readonly skipped: number;
  };
}

/** A test in a browser that passes at the second try has passed, and is named: on a busy machine a browser may be slower than any wait. */
const SECOND_TRY = 'second try: ';

/** Counts Vitest's JSON report; a file that failed without a failed test counts as one failure. */
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
    names: [
      ...brokenFiles.map(({ name }) => name),
      ...report.testResults.flatMap(({ assertionResults }) =>
        assertionResults
          .filter(
            ({ status, failureMessages }) => status === 'failed' || failureMessages.length > 0,
          )
          .map(({ status, fullName }) => `${status === 'failed' ? '' : SECOND_TRY}${fullName}`),
      ),
    ],
  };
}

/** Counts Playwright's JSON report. */
export function playwrightTally(json: string): Tally {
  const { stats, suites = [] } = JSON.parse(json) as PlaywrightReport;
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
    names: suites.flatMap((suite) => namesIn(suite)),
  };
}

function namesIn({ title, specs = [], suites = [] }: PlaywrightSuite): string[] {
  const own = specs.flatMap((spec) =>
    spec.tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ status }) => `${status === 'flaky' ? SECOND_TRY : ''}${title} › ${spec.title}`),
  );
  return [...own, ...suites.flatMap(namesIn)];
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
