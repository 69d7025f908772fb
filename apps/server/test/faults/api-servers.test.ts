import { describe, expect, it } from 'vitest';
import { createCertificate } from '../../../../tools/real-cluster/src/certificate.ts';
import { FakeApiServer, type FakeResource } from '../support/fake-api-server.ts';
import { FakeStorage } from '../support/fake-storage.ts';
import { PODS } from '../support/reflector-run.ts';
import { TcpProxy } from '../support/tcp-proxy.ts';
import { change } from './fault.ts';
import { FaultyCluster, LONGEST_LIE } from './faulty-cluster.ts';

const OTHERS: readonly FakeResource[] = Array.from({ length: 29 }, (_, index) => ({
  ...PODS,
  group: 'example.com',
  resource: `kinds${index}`,
  kind: `Kind${index}`,
}));

const DAY = 86_400_000;

describe('an API server whose certificate', () => {
  it('has expired is not trusted, which is a state of its own, until it is renewed', async () => {
    const certificate = createCertificate({ name: 'server' });
    const faulty = await FaultyCluster.start([PODS], { certificate });
    const { server } = faulty;
    try {
      const until = new Date(Date.now() - DAY / 2);
      server.secureWith(createCertificate({ name: 'server', until }));
      const renewed = createCertificate({ name: 'server' });
      server.endConnections();
      change(faulty);
      await faulty.until(() => faulty.cluster.health.state === 'untrusted');
      expect(faulty.cluster.health.message).toMatch(
        /^the certificate of https.* has expired, so gcscope sends it nothing; renew /,
      );
      expect(faulty.stateOf(PODS)).toBe('stale');
      const { accepted } = server;
      await faulty.pass(60_000);
      // No storm: it is asked every two seconds whether it was renewed.
      expect(server.accepted - accepted).toBeLessThanOrEqual(70);
      server.secureWith(renewed);
      faulty.served.security = { verify: true, ca: renewed.cert };
      await faulty.expectOracle(LONGEST_LIE);
    } finally {
      await faulty.stop();
    }
  });
});

describe('three API servers behind one address', () => {
  it('restart one after the other: kinds resume by their bookmarks, and hardly any is listed again', async () => {
    let turn = 0;
    let proxy: TcpProxy | undefined;
    const reach = async (servers: FakeApiServer[]): Promise<string> => {
      const storage = servers[0]?.storage ?? new FakeStorage();
      servers.push(await FakeApiServer.over(storage), await FakeApiServer.over(storage));
      proxy = await TcpProxy.start({ target: () => servers[turn++ % servers.length]?.url });
      return proxy.url;
    };
    const faulty = await FaultyCluster.start([PODS, ...OTHERS], { reach });
    const { servers } = faulty;
    const all = [...servers];
    const lists = (): number => all.reduce((sum, server) => sum + listsOf(server), 0);
    const before = lists();
    try {
      for (let restart = 0; restart < 3; restart++) {
        const [down] = servers.splice(0, 1);
        if (!down) throw new Error('No API server runs.');
        expect(down.watchCount).toBeGreaterThan(5);
        down.resetWatches();
        await down.stop();
        change(faulty);
        await faulty.pass(5000);
        // It knows nothing of what happened before.
        const up = await FakeApiServer.over(down.storage);
        servers.push(up);
        all.push(up);
        change(faulty);
        // Then all had a bookmark, also on a busy machine.
        await faulty.settle();
      }
      expect(lists() - before).toBeLessThan(0.1 * 3 * (OTHERS.length + 1));
      await faulty.expectOracle(LONGEST_LIE);
    } finally {
      await faulty.stop();
      await proxy?.stop();
    }
  });
});

function listsOf(server: FakeApiServer): number {
  return server.seen('list').filter(({ query }) => !query.has('limit')).length;
}
