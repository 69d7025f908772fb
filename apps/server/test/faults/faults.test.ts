import { describe, it } from 'vitest';
import { shareOf } from '../../../../tools/src/share-of.ts';
import { PODS, WIDGETS } from '../support/reflector-run.ts';
import { wire } from '../support/wire.ts';
import { CONTENT_FAULTS } from './content-faults.ts';
import { JOBS, NODES } from './fault.ts';
import { FaultyCluster, LONGEST_LIE } from './faulty-cluster.ts';
import { SERVER_FAULTS } from './server-faults.ts';

describe.each(shareOf([{ watchLists: false }, { watchLists: true }]))(
  'with watch lists: $watchLists',
  (options) => {
    it.each([...SERVER_FAULTS, ...CONTENT_FAULTS])(
      '$name: then the graph is what the server has, nothing is left over, and no kind was shown as read for too long',
      ({ happen, longestLie = LONGEST_LIE, longestCatchingUp }) =>
        FaultyCluster.run([PODS, JOBS, NODES, WIDGETS], options, async (faulty) => {
          await happen(faulty);
          await faulty.expectOracle(longestLie, longestCatchingUp);
        }),
    );
  },
);

describe('when the whole is at stake', () => {
  it('the process is asked to end while it lists', async () => {
    const faulty = await FaultyCluster.start([PODS, JOBS]);
    const { server } = faulty;
    let hung = 0;
    server.answering = (_, { query }) => !query.has('watch') && hung++ >= 0;
    server.write(wire.error(410, 'Expired', 'too old'));
    await faulty.until(() => hung > 0);
    await faulty.stop();
  });
});
