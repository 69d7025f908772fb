import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { CollectProcess } from '../../real-cluster/src/collect/collect-process.ts';
import { accountWith, COLLECTS, ELECTS } from '../../real-cluster/src/collect/collect-rights.ts';
import { FaultyProxy } from '../../real-cluster/src/collect/faulty-proxy.ts';
import { Grove } from '../../real-cluster/src/collect/grove.ts';
import { serviceAccountKubeconfig } from '../../real-cluster/src/collect/service-account-kubeconfig.ts';
import { writesOf } from '../../real-cluster/src/collect/writes-of.ts';
import { describeReal } from '../../real-cluster/src/describe-real.ts';
import { RealCluster } from '../../real-cluster/src/real-cluster.ts';
import { waitFor } from '../../real-cluster/src/wait-for.ts';

const LEASES = '/apis/coordination.k8s.io/v1/namespaces/kube-system/leases';
/** Long enough for a Lease to run out meanwhile. */
const CHILDREN = 40;

/** Someone who collects under a name of his own. */
interface Candidate {
  readonly user: string;
  readonly process: CollectProcess;
}

describeReal('collect, one of several', () => {
  let cluster: RealCluster;
  let accounts: { readonly kubeconfig: string; readonly user: string }[];
  let running: CollectProcess[] = [];
  let groves = 0;

  beforeAll(async () => {
    cluster = await RealCluster.start({ controllers: ['namespace-controller'] });
    accounts = [];
    for (const name of ['one', 'two']) {
      accounts.push(await accountWith(cluster, name, [COLLECTS, ELECTS]));
    }
  });
  afterEach(async () => {
    for (const each of running.splice(0)) await each.kill();
    await cluster.request('DELETE', `${LEASES}/gcscope-collect`);
  });
  afterAll(() => cluster?.stop());

  const start = async (kubeconfig: string, ...flags: string[]): Promise<CollectProcess> => {
    const process = await CollectProcess.start({ kubeconfig, folder: cluster.folder, flags });
    running = [...running, process];
    return process;
  };
  /** Two that elect a leader, and the one that leads. */
  const elect = async (): Promise<{ leader: Candidate; other: Candidate }> => {
    const candidates: Candidate[] = [];
    for (const { kubeconfig, user } of accounts) {
      const process = await start(kubeconfig, '--leader-elect', '--kube-api-qps=10', '-v2');
      candidates.push({ user, process });
    }
    const leader = await waitFor('a leader', () => candidates.find(leads));
    const other = candidates.find((each) => each !== leader);
    if (!other) throw new Error('There are two candidates.');
    return { leader, other };
  };
  const plant = (): Promise<Grove> => Grove.plant(cluster, `lead-${++groves}`, CHILDREN);
  const writes = ({ user }: Candidate, grove: Grove): ReturnType<typeof writesOf> =>
    writesOf(cluster, user, grove.namespace);
  const wrote = (by: Candidate, grove: Grove): Promise<true> =>
    waitFor(`writes of ${by.user}`, async () =>
      (await writes(by, grove)).length >= 10 ? true : undefined,
    );
  const ends = (grove: Grove): Promise<true> => {
    const simulated = JSON.stringify(grove.simulatedEnd());
    return waitFor(
      'the simulated end',
      async () => (JSON.stringify(await grove.left()) === simulated ? true : undefined),
      { within: 180_000 },
    );
  };
  const holder = async (): Promise<string> => {
    const { body } = await cluster.request('GET', `${LEASES}/gcscope-collect`);
    return (body as { spec: { holderIdentity: string } }).spec.holderIdentity;
  };
  /** Every write of the first was received before any of the second. */
  const expectNoneTogether = async (first: Candidate, then: Candidate, grove: Grove) => {
    const times = async (by: Candidate): Promise<string[]> =>
      (await writes(by, grove)).map((each) => each.requestReceivedTimestamp).toSorted();
    const last = (await times(first)).at(-1) ?? '';
    const [next = ''] = await times(then);
    expect(last < next, `${last} before ${next}`).toBe(true);
  };

  it('kill -9 of the leader: the other takes over, and never did both act at once', async () => {
    const { leader, other } = await elect();
    const grove = await plant();
    await grove.fell();
    await wrote(leader, grove);
    expect(await writes(other, grove)).toEqual([]);
    await leader.process.kill();
    await wrote(other, grove);
    await ends(grove);
    await expectNoneTogether(leader, other, grove);
  });

  it('a leader that stood still meanwhile acts no more, and ends', async () => {
    const { leader, other } = await elect();
    const grove = await plant();
    await grove.fell();
    await wrote(leader, grove);
    leader.process.signal('SIGSTOP');
    await wrote(other, grove);
    leader.process.signal('SIGCONT');
    await waitFor('its end', () => (leader.process.hasEnded() ? true : undefined));
    await ends(grove);
    await expectNoneTogether(leader, other, grove);
  });

  it('SIGTERM hands the Lease over at once', async () => {
    const { leader, other } = await elect();
    const grove = await plant();
    await grove.fell();
    await wrote(leader, grove);
    const before = await holder();
    expect(await leader.process.terminate()).toBe(0);
    // Free, or already the other's.
    expect(await holder()).not.toBe(before);
    await wrote(other, grove);
    await ends(grove);
    await expectNoneTogether(leader, other, grove);
  });

  describe('a bad way to the Lease', () => {
    let proxy: FaultyProxy;
    let kubeconfig: string;
    let user: string;
    beforeAll(async () => {
      proxy = await FaultyProxy.start(cluster);
      ({ user } = await accountWith(cluster, 'cut', [COLLECTS, ELECTS]));
      kubeconfig = await serviceAccountKubeconfig(cluster, 'cut', proxy.url);
    });
    afterEach(() => {
      proxy.outcome = () => 'passes';
    });
    afterAll(() => proxy?.stop());

    /** From now on requests for the Lease get no answer; all others do. */
    const cutLease = async (): Promise<void> => {
      const before = proxy.failed;
      proxy.outcome = ({ path }) => (path.includes('/leases/gcscope-collect') ? 'hangs' : 'passes');
      await waitFor('a request that hangs', () => (proxy.failed > before ? true : undefined));
    };
    const lead = async (): Promise<CollectProcess> => {
      const process = await start(kubeconfig, '--leader-elect', '--kube-api-qps=10', '-v2');
      await waitFor('it to lead', () => (leads({ process }) ? true : undefined));
      return process;
    };

    it('a leader that cannot renew stops before the other begins, and ends', async () => {
      const leader = { user, process: await lead() };
      const [account] = accounts;
      if (!account) throw new Error('There are two accounts.');
      const process = await start(account.kubeconfig, '--leader-elect', '--kube-api-qps=10');
      const other = { user: account.user, process };
      const grove = await plant();
      await grove.fell();
      await wrote(leader, grove);
      await cutLease();
      await wrote(other, grove);
      await waitFor('its end', () => (leader.process.hasEnded() ? true : undefined));
      await ends(grove);
      await expectNoneTogether(leader, other, grove);
    });

    it('SIGTERM ends a leader within 10 s', async () => {
      const leader = await lead();
      await cutLease();
      leader.signal('SIGTERM');
      const ended = (): true | undefined => (leader.hasEnded() ? true : undefined);
      await waitFor('the end', ended, { within: 10_000 });
    });

    it('SIGTERM ends one that waits for the Lease within 10 s', async () => {
      const waiting = await start(kubeconfig, '--leader-elect');
      await cutLease();
      waiting.signal('SIGTERM');
      const ended = (): true | undefined => (waiting.hasEnded() ? true : undefined);
      await waitFor('the end', ended, { within: 10_000 });
    });
  });

  describe('a controller manager', () => {
    const path = `${LEASES}/kube-controller-manager`;
    const renewed = (): object => ({
      holderIdentity: 'node-1_manager',
      leaseDurationSeconds: 15,
      renewTime: new Date().toISOString().replace('Z', '000Z'),
    });
    const kubeconfig = (): string => accounts[0]?.kubeconfig ?? '';
    let renewing: NodeJS.Timeout;

    beforeAll(async () => {
      await cluster.request('POST', LEASES, {
        metadata: { name: 'kube-controller-manager' },
        spec: renewed(),
      });
      renewing = setInterval(() => void cluster.request('PATCH', path, { spec: renewed() }), 1000);
    });
    afterAll(() => clearInterval(renewing));

    it('that renews its Lease is not to be disturbed', async () => {
      const { code, errors } = await CollectProcess.ending({
        kubeconfig: kubeconfig(),
        folder: cluster.folder,
      });
      expect(code).toBe(1);
      expect(errors).toMatch(
        /node-1_manager renews the Lease kube-system\/kube-controller-manager/,
      );
      expect(errors).toContain('--beside-controller-manager');
    });

    it('may be ignored, and one that has ended is', async () => {
      const beside = await start(kubeconfig(), '--beside-controller-manager');
      await beside.ready();
      await beside.kill();
      clearInterval(renewing);
      const after = await waitFor('its Lease to run out', () =>
        start(kubeconfig()).catch(() => undefined),
      );
      await after.ready();
    });
  });
});

function leads({ process }: Pick<Candidate, 'process'>): boolean {
  return process.log().includes('successfully acquired lease');
}
