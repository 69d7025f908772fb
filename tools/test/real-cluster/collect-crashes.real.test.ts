import { seededRandom } from '@gcscope/gc-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { CollectProcess } from '../../real-cluster/src/collect/collect-process.ts';
import { FaultyProxy } from '../../real-cluster/src/collect/faulty-proxy.ts';
import { Grove } from '../../real-cluster/src/collect/grove.ts';
import { serviceAccountKubeconfig } from '../../real-cluster/src/collect/service-account-kubeconfig.ts';
import { writesOf } from '../../real-cluster/src/collect/writes-of.ts';
import { describeReal } from '../../real-cluster/src/describe-real.ts';
import { COLLECTOR_USER } from '../../real-cluster/src/differential/cluster-collector.ts';
import { RealCluster } from '../../real-cluster/src/real-cluster.ts';
import { waitFor } from '../../real-cluster/src/wait-for.ts';

const ACCOUNT = 'generic-garbage-collector';
/** For each root; 3 + 9 × CHILDREN objects. */
const CHILDREN = 30;
const SEED = 20;
/** So that it has not come far when a slow machine looks how far it is. */
const FEW_AT_ONCE = '--kube-api-burst=5';

describeReal('collect, when something breaks', () => {
  const random = seededRandom(SEED);
  let cluster: RealCluster;
  let kubeconfig: string;
  let collector: CollectProcess | undefined;
  let groves = 0;

  beforeAll(async () => {
    cluster = await RealCluster.start({ controllers: ['namespace-controller'] });
    kubeconfig = await serviceAccountKubeconfig(cluster, ACCOUNT);
  });
  afterEach(() => collector?.kill());
  afterAll(() => cluster?.stop());

  /** At the usual limits a cascade takes its time. */
  const collect = async (...flags: readonly string[]): Promise<CollectProcess> => {
    collector = await CollectProcess.start({ kubeconfig, folder: cluster.folder, flags });
    return collector;
  };
  const plant = (): Promise<Grove> => Grove.plant(cluster, `grove-${++groves}`, CHILDREN);
  const written = (grove: Grove): Promise<number> =>
    writesOf(cluster, COLLECTOR_USER, grove.namespace).then(({ length }) => length);
  /** Resolves once the collector has written so often about the grove. */
  const wrote = (grove: Grove, count: number): Promise<true> =>
    waitFor(`${count} writes`, async () => ((await written(grove)) >= count ? true : undefined));
  /** Resolves when what is left is what the simulation says, and nothing is written any more. */
  const ends = async (grove: Grove): Promise<void> => {
    const simulated = grove.simulatedEnd();
    let left: string[] = [];
    await waitFor(
      'the simulated end',
      async () => {
        // A server that has just started answers that it is not ready.
        left = await grove.left().catch((error) => [String(error)]);
        return JSON.stringify(left) === JSON.stringify(simulated) ? true : undefined;
      },
      { within: 180_000 },
    ).catch(() => expect(left).toEqual(simulated));
  };

  it(`[CO-03] kill -9 of it at any moment of a cascade loses nothing (seed ${SEED})`, async () => {
    const grove = await plant();
    await (await collect(FEW_AT_ONCE)).ready();
    await grove.fell();
    for (let kills = 0; kills < 6; kills++) {
      await wrote(grove, (await written(grove)) + 1 + Math.floor(random() * 30));
      await collector?.kill();
      await collect(FEW_AT_ONCE);
    }
    await ends(grove);
  });

  it('kill -9 of the API server during a cascade', async () => {
    const grove = await plant();
    await (await collect()).ready();
    await grove.fell();
    await wrote(grove, 20);
    await cluster.crashApiServer();
    await ends(grove);
    await collector?.ready();
  });

  it('kill -9 of etcd during a cascade', async () => {
    const grove = await plant();
    await (await collect()).ready();
    await grove.fell();
    await wrote(grove, 20);
    await cluster.crashEtcd();
    await ends(grove);
    await collector?.ready();
  });

  /** Refuses one request in four, and loses the answers to some that were carried out. */
  const stormy: FaultyProxy['outcome'] = ({ path }) => {
    const drawn = random();
    if (drawn < 0.1) return { code: 429, retryAfter: 1 };
    if (drawn < 0.2) return { code: 429 };
    if (drawn < 0.25) return { code: 503 };
    return drawn < 0.3 && !path.includes('watch=') ? 'loses answer' : 'passes';
  };

  describe('a bad way to the API server', () => {
    let proxy: FaultyProxy;
    beforeAll(async () => {
      proxy = await FaultyProxy.start(cluster);
    });
    afterAll(() => proxy?.stop());
    const through = async (): Promise<void> => {
      kubeconfig = await serviceAccountKubeconfig(cluster, ACCOUNT, proxy.url);
    };

    it(`[CO-03] kill -9 of it while it discovers and lists loses nothing (seed ${SEED})`, async () => {
      await through();
      const grove = await plant();
      await grove.fell();
      for (let kills = 0; kills < 6; kills++) {
        const answered = 3 + Math.floor(random() * 40);
        let asked = 0;
        proxy.outcome = () => (++asked > answered ? 'hangs' : 'passes');
        const running = await collect();
        await waitFor('a request that hangs', () => (asked > answered ? true : undefined));
        await running.kill();
      }
      // It begins only when it has seen all.
      expect(await written(grove)).toBe(0);
      proxy.outcome = () => 'passes';
      await collect();
      await ends(grove);
    });

    it(`answers of 429, lost answers and cut watches during a cascade (seed ${SEED})`, async () => {
      await through();
      const grove = await plant();
      await (await collect('--kube-api-qps=0')).ready();
      proxy.outcome = stormy;
      await grove.fell();
      for (let cuts = 1; cuts <= 5; cuts++) {
        await wrote(grove, cuts * 25);
        proxy.cutWatches();
      }
      await ends(grove);
      expect(proxy.failed).toBeGreaterThan(50);
      proxy.outcome = () => 'passes';
      await collector?.ready(120_000);
    });

    it('SIGTERM ends it within 10 s, though requests hang', async () => {
      await through();
      const grove = await plant();
      const running = await collect('--kube-api-qps=0');
      await running.ready();
      const before = proxy.failed;
      proxy.outcome = ({ method }) => (method === 'DELETE' ? 'hangs' : 'passes');
      await grove.fell();
      await waitFor('a DELETE that hangs', () => (proxy.failed > before ? true : undefined));
      running.signal('SIGTERM');
      const ended = (): true | undefined => (running.hasEnded() ? true : undefined);
      await waitFor('the end', ended, { within: 10_000 });
      proxy.outcome = () => 'passes';
      await collect();
      await ends(grove);
    });
  });
});
