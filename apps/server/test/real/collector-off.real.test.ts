import type { Activity, PackedSnapshot } from '@gcscope/gc-core/wire';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  createDeploymentChain,
  type DeploymentChain,
} from '../../../../tools/real-cluster/src/deployment-chain.ts';
import { describeReal } from '../../../../tools/real-cluster/src/describe-real.ts';
import { deleteObject } from '../../../../tools/real-cluster/src/objects.ts';
import { RealCluster } from '../../../../tools/real-cluster/src/real-cluster.ts';
import { waitFor } from '../../../../tools/real-cluster/src/wait-for.ts';
import { type Served, serve } from '../../../../tools/src/served-program.ts';

const REPLICAS = 3;

describeReal('a real collector that does nothing', () => {
  let cluster: RealCluster;
  let served: Served;

  beforeAll(async () => {
    cluster = await RealCluster.start();
    served = await serve('--kubeconfig', cluster.kubeconfigPath);
  });

  afterAll(async () => {
    await served?.stop();
    await cluster?.stop();
  });

  const snapshot = async (): Promise<PackedSnapshot> =>
    (await (await fetch(`${served.url}/api/v1/snapshot`)).json()) as PackedSnapshot;
  const deletions = async (): Promise<Activity['deletions']> =>
    ((await (await fetch(`${served.url}/api/v1/activity`)).json()) as Activity).deletions;

  async function shown(chain: DeploymentChain): Promise<void> {
    await waitFor('the chain to be shown', async () => {
      const answers = chain.uids.map((uid) => fetch(`${served.url}/api/v1/objects/${uid}`));
      return (await Promise.all(answers)).every(({ ok }) => ok) || undefined;
    });
  }

  it('is said to be stalled after two minutes, and what it deletes at last is attributed to it', async () => {
    const chain = await createDeploymentChain(cluster, 'collector-off', 'web', REPLICAS);
    await shown(chain);
    const before = await deletions();
    cluster.pauseControllerManager();
    try {
      await deleteObject(cluster, chain.deploymentPath, 'Background');
      const delay = await waitFor(
        'gcscope to say that the collector is stalled',
        async () => (await snapshot()).health.collector,
        { within: 240_000 },
      );
      // The Pods are not due before their ReplicaSet is gone.
      expect(delay).toMatchObject({ state: 'stalled', decisions: 1 });
    } finally {
      cluster.resumeControllerManager();
    }
    await waitFor('everything to be done', async () => {
      const { byCollector, byOthers } = await deletions();
      const isDone =
        byCollector - before.byCollector === 1 + REPLICAS && byOthers - before.byOthers === 1;
      return isDone && (await snapshot()).health.collector === undefined ? true : undefined;
    });
    expect((await deletions()).unknown).toBe(before.unknown);
  }, 600_000);
});
