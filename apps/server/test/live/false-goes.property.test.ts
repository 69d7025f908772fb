import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../support/property-runs.ts';
import {
  type Arrival,
  ArrivingCluster,
  type Change,
  RESOURCES,
} from './support/arriving-cluster.ts';

const RUNS = propertyRuns(300);

const change: fc.Arbitrary<Change> = fc.record({
  resource: fc.nat(RESOURCES.length - 1),
  name: fc.nat(2),
  namespace: fc.nat(1),
  type: fc.constantFrom('write', 'write', 'write', 'delete', 'delete in foreground'),
  owners: fc.array(
    fc.record({
      back: fc.nat(6),
      wrong: fc.constantFrom('no', 'no', 'no', 'no', 'name', 'uid'),
      blocks: fc.boolean(),
    }),
    { maxLength: 2 },
  ),
});

const WHAT: readonly Arrival['what'][] = [
  'list',
  'list',
  'list',
  'events',
  'events',
  'events',
  'events',
  'bookmark',
  'bookmark',
  'bookmark',
  'break',
  'look',
  'look',
  'look',
];

/** What reaches us next: a list or the next events of a kind, its bookmark, or that it breaks. */
const arrival = fc.record({
  resource: fc.nat(RESOURCES.length - 1),
  what: fc.constantFrom(...WHAT),
  count: fc.integer({ min: 1, max: 3 }),
  state: fc.nat(4),
  /** Changes in the cluster before it. */
  changes: fc.array(change, { maxLength: 3, size: 'max' }),
});

const LOOK: Arrival = { resource: 0, what: 'look', count: 1, state: 0 };

/** Fails for anything that is falsely said to go; returns how much is said to go. */
function check(cluster: ArrivingCluster): number {
  expect(cluster.falseGoes()).toEqual([]);
  const verdicts = [...cluster.live.records.values()].map(({ summary }) => summary?.verdict);
  return verdicts.filter((each) => each === 'goes').length;
}

describe('live graph while the cluster arrives', () => {
  it('[CL-05] [CL-06] [FG-01] never says that an object goes which the whole cluster keeps', () => {
    let goes = 0;
    fc.assert(
      fc.property(fc.array(arrival, { maxLength: 30, size: 'max' }), (arrivals) => {
        const cluster = new ArrivingCluster();
        for (const each of arrivals) {
          for (const one of each.changes) cluster.change(one);
          cluster.arrive(each);
          if (each.what === 'look') goes += check(cluster);
        }
        cluster.arrive(LOOK);
        goes += check(cluster);
      }),
      { numRuns: RUNS },
    );
    // It is not by saying nothing that nothing false is said.
    expect(goes).toBeGreaterThan(RUNS / 5);
  });

  it('[CL-05] says so of what goes once everything was observed', () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 20 }), (changes) => {
        const cluster = new ArrivingCluster();
        for (const each of changes) cluster.change(each);
        for (const [resource] of RESOURCES.entries()) {
          cluster.arrive({ ...LOOK, resource, what: 'list' });
        }
        cluster.arrive(LOOK);
        const unsure = [...cluster.live.records.values()].filter(
          ({ summary }) => summary?.verdict === 'not verified',
        );
        expect(unsure.filter(({ virtual }) => !virtual)).toEqual([]);
      }),
      { numRuns: propertyRuns(150) },
    );
  });
});
