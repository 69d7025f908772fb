import fc from 'fast-check';
import { describe, it } from 'vitest';
import { propertyRuns } from '../support/property-runs.ts';
import { PODS, WIDGETS } from '../support/reflector-run.ts';
import { CONTENT_FAULTS } from './content-faults.ts';
import { JOBS, NODES } from './fault.ts';
import { FaultyCluster, LONGEST_LIE } from './faulty-cluster.ts';
import { SERVER_FAULTS } from './server-faults.ts';

/** The others are left to the table. */
const SHORT = [...SERVER_FAULTS, ...CONTENT_FAULTS].filter(({ takesMinutes }) => !takesMinutes);

describe('after any sequence of faults, one upon the other', () => {
  it('the graph is what the server has, nothing is left over, and no kind was shown as read for too long', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...SHORT.map(({ name }) => name)), { minLength: 2, maxLength: 5 }),
        fc.boolean(),
        (names, watchLists) =>
          FaultyCluster.run([PODS, JOBS, NODES, WIDGETS], { watchLists }, async (faulty) => {
            const faults = names.flatMap((name) => SHORT.find((each) => each.name === name) ?? []);
            for (const { happen } of faults) await happen(faulty);
            const lies = faults.map(({ longestLie = LONGEST_LIE }) => longestLie);
            await faulty.expectOracle(Math.max(...lies));
          }),
      ),
      { numRuns: propertyRuns(20) },
    );
  }, 3_600_000);
});
