import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeReal } from '../../real-cluster/src/describe-real.ts';
import { FAULTS } from '../../real-cluster/src/populated/faults.ts';
import { ISLANDS } from '../../real-cluster/src/populated/islands.ts';
import {
  KNOWN_OF_ADVICE,
  KNOWN_OF_FIXES,
  KNOWN_OF_FORECASTS,
  KNOWN_OF_VERDICTS,
} from '../../real-cluster/src/populated/known-mismatches.ts';
import { PopulatedCluster } from '../../real-cluster/src/populated/populated-cluster.ts';
import {
  type Case,
  type KnownMismatch,
  reportText,
  unknownMismatches,
} from '../../real-cluster/src/populated/report.ts';

/** Prints what came of it. Strict: whatever went otherwise than said is known to, with its cause. */
function expectAsTold(
  title: string,
  cases: readonly Case[],
  known: readonly KnownMismatch[],
): void {
  console.log(reportText(title, cases, known));
  expect(unknownMismatches(cases, known)).toEqual([]);
}

/** How many cases there are of a group, or of groups whose name begins so. */
function count(cases: readonly Case[], group: string): number {
  return cases.filter((each) => each.group.startsWith(group)).length;
}

/** One cluster, from one part to the next: each finds what the part before it has left. */
describeReal('a populated cluster', () => {
  let populated: PopulatedCluster;

  beforeAll(async () => {
    populated = await PopulatedCluster.start();
  });
  afterAll(() => populated?.stop());

  it('the verdict on every object is what a new collector makes of it', async () => {
    const cases = await populated.tryVerdicts();
    expectAsTold('Verdicts', cases, KNOWN_OF_VERDICTS);
    // Strict: there is something of everything to be wrong about.
    expect(FAULTS.length).toBeGreaterThanOrEqual(30);
    expect(count(cases, 'stays')).toBeGreaterThan(400);
    expect(count(cases, 'goes')).toBeGreaterThan(5);
    expect(count(cases, 'waits')).toBeGreaterThan(5);
  });

  it('each line of a forecast is what the deletion does', async () => {
    const cases = await populated.tryForecasts();
    expectAsTold('Forecasts', cases, KNOWN_OF_FORECASTS);
    // Strict.
    expect(ISLANDS).toBeGreaterThanOrEqual(40);
    for (const group of ['Background deleted', 'Foreground deleted', 'Orphan orphaned']) {
      expect(count(cases, group), group).toBeGreaterThan(0);
    }
  });

  it('the command of each finding removes the finding, and makes no other', async () => {
    const cases = await populated.tryFixes();
    expectAsTold('Fixes', cases, KNOWN_OF_FIXES);
    // Strict.
    expect(count(cases, 'fix of')).toBeGreaterThan(30);
  });

  it('each command that is advised ends what holds an object', async () => {
    const cases = await populated.tryAdvice();
    expectAsTold('Advice', cases, KNOWN_OF_ADVICE);
    // Strict.
    expect(count(cases, 'look at')).toBeGreaterThan(5);
    expect(count(cases, 'advice on finalizer')).toBeGreaterThan(5);
    expect(count(cases, 'advice on reference')).toBeGreaterThan(2);
  });
});
