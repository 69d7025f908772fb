import { appendFileSync } from 'node:fs';

/** How many tests passed, failed and were skipped. */
export interface Tally {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** The tests that failed, and those that passed at the second try, by name. */
  readonly names?: readonly string[];
}

/** No test at all. */
export const NO_TESTS: Tally = { passed: 0, failed: 0, skipped: 0 };
/** A part of the run failed as a whole. */
export const ONE_FAILURE: Tally = { passed: 0, failed: 1, skipped: 0 };

/** The sums. */
export function addTallies(tallies: readonly Tally[]): Tally {
  const sum = (pick: (tally: Tally) => number): number =>
    tallies.reduce((total, tally) => total + pick(tally), 0);
  const names = tallies.flatMap((tally) => tally.names ?? []);
  return {
    passed: sum(({ passed }) => passed),
    failed: sum(({ failed }) => failed),
    skipped: sum(({ skipped }) => skipped),
    ...(names.length > 0 && { names }),
  };
}

/** `12 passed, 0 failed`, and `, 3 skipped` if any. */
export function formatTally({ passed, failed, skipped }: Tally): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/**
 * The tally of a suite that needs more than npm. Where the variable `must` is 1, a test that did not
 * run is a test that failed, and a line of output says so.
 */
export function demanded(
  tally: Tally,
  must: string,
  env: Readonly<Record<string, string | undefined>> = process.env,
): Tally {
  const { failed, skipped } = tally;
  if (env[must] !== '1' || skipped === 0) return tally;
  console.log(`${must} is set: ${skipped} skipped tests are failures.`);
  return { ...tally, failed: failed + skipped, skipped: 0 };
}

/**
 * The last words of a run: the tally as the last line of standard output, the exit code 1 on any
 * failure, and a line for whoever adds up several runs in the file that `GCSCOPE_TALLY` names; it ends with what failed,
 * or needed a second try.
 */
export function finish(tally: Tally, failedParts: readonly string[] = []): void {
  const file = process.env.GCSCOPE_TALLY;
  const run = process.env.npm_lifecycle_event ?? '';
  const names = tally.names ?? [];
  const parts = tally.failed > 0 ? [run, ...failedParts] : [];
  const what = [...parts, ...names.map((name) => `[${name}]`)].map((each) => ` ${each}`).join('');
  if (file) appendFileSync(file, `${tally.passed} ${tally.failed} ${tally.skipped}${what}\n`);
  process.exitCode = tally.failed > 0 ? 1 : 0;
  console.log(formatTally(tally));
}

/** The last words of a run of several parts. */
export function finishParts(tallies: ReadonlyMap<string, Tally>): void {
  const failed = [...tallies].filter(([, tally]) => tally.failed > 0).map(([part]) => part);
  finish(addTallies([...tallies.values()]), failed);
}
