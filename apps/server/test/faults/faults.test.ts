import { describe, it } from 'vitest';
import { PODS } from '../support/reflector-run.ts';
import { wire } from '../support/wire.ts';
import { CONTENT_FAULTS } from './content-faults.ts';
import { JOBS, NODES, WIDGETS } from './fault.ts';
import { FaultyCluster, LONGEST_LIE } from './faulty-cluster.ts';
import { SERVER_FAULTS } from './server-faults.ts';

describe('after each fault the graph is what the server has, nothing is left over, and no kind was shown as read for too long', () => {
  it.each([...SERVER_FAULTS, ...CONTENT_FAULTS])(
    '[fault $number] $name',
    async ({ happen, longestLie = LONGEST_LIE }) => {
      const faulty = await FaultyCluster.start([PODS, JOBS, NODES, WIDGETS]);
      try {
        await happen(faulty);
        await faulty.expectOracle(longestLie);
      } finally {
        await faulty.stop();
      }
    },
  );

  it('[fault 33] the process is asked to end while it lists', async () => {
    const faulty = await FaultyCluster.start([PODS, JOBS]);
    const { server } = faulty;
    let hung = 0;
    server.answering = (_, { query }) => !query.has('watch') && hung++ >= 0;
    server.write(wire.error(410, 'Expired', 'too old'));
    await faulty.until(() => hung > 0);
    await faulty.stop();
  });
});
