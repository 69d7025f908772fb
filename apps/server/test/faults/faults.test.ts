import type { KindHealth } from '@gcscope/gc-core/wire';
import { describe, expect, it } from 'vitest';
import { shareOf } from '../../../../tools/src/share-of.ts';
import { PODS, WIDGETS } from '../support/reflector-run.ts';
import { wire } from '../support/wire.ts';
import { CONTENT_FAULTS } from './content-faults.ts';
import { isOf, JOBS, NODES, put } from './fault.ts';
import { FaultyCluster, LONGEST_LIE } from './faulty-cluster.ts';
import { ServedCluster } from './served-cluster.ts';
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
  it('there are more objects than gcscope may hold: the kind with the most is left out, and says so', async () => {
    const faulty = await FaultyCluster.start([PODS, JOBS]);
    const { server } = faulty;
    for (let index = 0; index < 150; index++) put(faulty, `p${index}`);
    const served = await ServedCluster.start(server.url, faulty.clock, {}, 200);
    const health = (kind: string): KindHealth | undefined =>
      served.cluster.health.kinds.find((each) => each.kind === kind);
    const seen = (): unknown => [
      health('Pod')?.state,
      health('Job')?.state,
      [...served.cluster.live.graph.nodes()].length,
    ];
    try {
      await faulty.until(() => health('Pod')?.state === 'synced');
      for (let index = 0; index < 60; index++) put(faulty, `j${index}`, JOBS);
      await faulty.until(() => health('Pod')?.state === 'degraded');
      // Some of the Jobs may still be on their way.
      await faulty.until(() => served.cluster.live.graph.size >= 61);
      expect(seen()).toEqual(['degraded', 'synced', 61]);
      expect(health('Pod')?.message).toMatch(/keeps at most 200 objects.*set --max-objects/);
      // It is tried again after five minutes.
      const lists = (): number => server.seen('list').filter((each) => isOf(each, PODS)).length;
      const before = lists();
      await faulty.pass(240_000);
      expect(lists()).toBe(before);
      await faulty.pass(160_000);
      expect(lists()).toBeGreaterThan(before);
      expect(seen()).toEqual(['degraded', 'synced', 61]);
      for (const { uid } of server.list(JOBS).slice(30)) server.remove(JOBS, uid);
      await faulty.until(() => health('Pod')?.state === 'synced');
      expect(seen()).toEqual(['synced', 'synced', 181]);
    } finally {
      await served.stop();
      await faulty.stop();
    }
  });

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
