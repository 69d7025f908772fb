import fc from 'fast-check';
import { describe, it } from 'vitest';
import { propertyRuns } from '../support/property-runs.ts';
import { PODS, WIDGETS } from '../support/reflector-run.ts';
import { CONTENT_FAULTS } from './content-faults.ts';
import { JOBS, NODES } from './fault.ts';
import { FaultyCluster, LONGEST_LIE, LOST_BY_SERVER } from './faulty-cluster.ts';
import { SERVER_FAULTS } from './server-faults.ts';

/** Those that take minutes of the clock are left to the table. */
const SHORT = [...SERVER_FAULTS, ...CONTENT_FAULTS].filter(
  ({ number }) => ![10, 16, 30].includes(number),
);

describe('after any sequence of faults, one upon the other', () => {
  it('the graph is what the server has, nothing is left over, and no kind was shown as read for too long', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...SHORT.map(({ number }) => number)), {
          minLength: 2,
          maxLength: 5,
        }),
        fc.boolean(),
        (numbers, watchLists) =>
          FaultyCluster.run([PODS, JOBS, NODES, WIDGETS], { watchLists }, async (faulty) => {
            for (const number of numbers) {
              await SHORT.find((each) => each.number === number)?.happen(faulty);
            }
            await faulty.expectOracle(numbers.includes(12) ? LOST_BY_SERVER : LONGEST_LIE);
          }),
      ),
      { numRuns: propertyRuns(20) },
    );
  }, 3_600_000);
});
