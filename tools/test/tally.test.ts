import { describe, expect, it } from 'vitest';
import { playwrightTally, stepTally, vitestTally } from '../src/report-tally.ts';
import { addTallies, demanded, formatTally, NO_TESTS, ONE_FAILURE } from '../src/tally.ts';

const GREEN = { passed: 3, failed: 0, skipped: 1 };

function vitestReport(statuses: readonly (readonly [string, ...string[]])[]): string {
  const tests = statuses.flatMap(([, ...results]) => results);
  const count = (status: string): number => tests.filter((test) => test === status).length;
  return JSON.stringify({
    numPassedTests: count('passed'),
    numFailedTests: count('failed'),
    numPendingTests: count('pending'),
    numTodoTests: count('todo'),
    testResults: statuses.map(([status, ...results], file) => ({
      name: `file ${file}`,
      status,
      assertionResults: results.map((result, test) => ({
        status: result,
        fullName: `test ${test}`,
        failureMessages: result === 'failed' ? ['no'] : [],
      })),
    })),
  });
}

describe('tally', () => {
  it('speaks of skipped tests only if there are any', () => {
    expect(formatTally({ passed: 12, failed: 1, skipped: 0 })).toBe('12 passed, 1 failed');
    expect(formatTally({ passed: 12, failed: 0, skipped: 3 })).toBe(
      '12 passed, 0 failed, 3 skipped',
    );
  });

  it('adds up', () => {
    expect(addTallies([])).toEqual(NO_TESTS);
    expect(addTallies([GREEN, { ...ONE_FAILURE, names: ['a'] }, GREEN])).toEqual({
      passed: 6,
      failed: 1,
      skipped: 2,
      names: ['a'],
    });
  });

  it('makes failures of skipped tests where they are a must, and only there', () => {
    const tally = { passed: 3, failed: 2, skipped: 4 };
    const must = { MUST: '1' };
    expect(demanded(tally, 'MUST', must)).toEqual({ passed: 3, failed: 6, skipped: 0 });
    expect(demanded(tally, 'OTHER', must)).toEqual(tally);
    const whole = { ...tally, skipped: 0 };
    expect(demanded(whole, 'MUST', must)).toEqual(whole);
  });

  it('counts tests of Vitest', () => {
    const report = vitestReport([
      ['passed', 'passed', 'pending', 'todo'],
      ['failed', 'passed', 'failed'],
    ]);
    expect(vitestTally(report)).toEqual({ passed: 2, failed: 1, skipped: 2, names: ['test 1'] });
  });

  it('names what passed at the second try', () => {
    const report = vitestReport([['passed', 'passed', 'passed']]);
    const again = report.replace('"failureMessages":[]', '"failureMessages":["too slow"]');
    expect(vitestTally(again)).toEqual({
      passed: 2,
      failed: 0,
      skipped: 0,
      names: ['second try: test 0'],
    });
  });

  it('counts each file that does not load', () => {
    const report = vitestReport([['passed', 'passed'], ['failed'], ['failed']]);
    expect(vitestTally(report)).toEqual({
      passed: 1,
      failed: 2,
      skipped: 0,
      names: ['file 1', 'file 2'],
    });
  });

  it('counts journeys, and names those that failed or needed a second try', () => {
    const spec = (title: string, status: string) => ({ title, tests: [{ status }] });
    const suites = [
      {
        title: 'live.spec.ts',
        specs: [spec('follows', 'expected'), spec('shows', 'unexpected')],
        suites: [{ title: 'a stream', specs: [spec('comes back', 'flaky')] }],
      },
    ];
    const stats = { expected: 4, unexpected: 1, flaky: 2, skipped: 3 };
    expect(playwrightTally(JSON.stringify({ stats, suites }))).toEqual({
      passed: 6,
      failed: 1,
      skipped: 3,
      names: ['live.spec.ts › shows', 'second try: a stream › comes back'],
    });
  });

  it('counts a step that failed without a failed test', () => {
    expect(stepTally(true, '', () => GREEN)).toEqual(GREEN);
    expect(stepTally(false, '', () => GREEN)).toEqual({ ...GREEN, failed: 1 });
    expect(stepTally(false, '', () => ({ ...GREEN, failed: 2 }))).toEqual({ ...GREEN, failed: 2 });
  });

  it('counts a missing report, and one that cannot be read', () => {
    expect(stepTally(true, undefined, vitestTally)).toEqual(ONE_FAILURE);
    expect(stepTally(true, '{', vitestTally)).toEqual(ONE_FAILURE);
    expect(stepTally(true, '{}', vitestTally)).toEqual(ONE_FAILURE);
    expect(stepTally(true, '{}', playwrightTally)).toEqual(ONE_FAILURE);
  });
});
