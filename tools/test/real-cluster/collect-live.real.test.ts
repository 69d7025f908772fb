import { afterAll, beforeAll, expect, it } from 'vitest';
import { CollectProcess } from '../../real-cluster/src/collect/collect-process.ts';
import { FollowedGraph } from '../../real-cluster/src/collect/followed-graph.ts';
import { serviceAccountKubeconfig } from '../../real-cluster/src/collect/service-account-kubeconfig.ts';
import { ensureNamespace } from '../../real-cluster/src/deployment-chain.ts';
import { describeReal } from '../../real-cluster/src/describe-real.ts';
import { inParallel } from '../../real-cluster/src/differential/play.ts';
import { GcscopeAtWork } from '../../real-cluster/src/gcscope-at-work.ts';
import { createObject, deleteObject } from '../../real-cluster/src/objects.ts';
import { RealCluster } from '../../real-cluster/src/real-cluster.ts';
import { waitFor } from '../../real-cluster/src/wait-for.ts';

const PATH = '/api/v1/namespaces/shop/configmaps';
const DEPENDENTS = 1000;

describeReal('collect, followed by serve', () => {
  let cluster: RealCluster;
  let collector: CollectProcess;
  let serve: GcscopeAtWork;

  beforeAll(async () => {
    cluster = await RealCluster.start({ controllers: ['namespace-controller'] });
    await ensureNamespace(cluster, 'shop');
    const kubeconfig = await serviceAccountKubeconfig(cluster, 'generic-garbage-collector');
    const flags = ['--kube-api-qps=50'];
    collector = await CollectProcess.start({ kubeconfig, folder: cluster.folder, flags });
    await collector.ready();
    serve = await GcscopeAtWork.start(cluster.viewerKubeconfigPath);
  });
  afterAll(async () => {
    await serve?.stop();
    await collector?.kill();
    await cluster?.stop();
  });

  it(`[FG-01] a foreground deletion with ${DEPENDENTS} dependents is seen as it goes on, the owner last`, async () => {
    const { name, uid } = await createObject(cluster, PATH, { metadata: { name: 'owner' } });
    const owner = { apiVersion: 'v1', kind: 'ConfigMap', name, uid, blockOwnerDeletion: true };
    const dependents = new Set<string>();
    await inParallel([...Array(DEPENDENTS).keys()], async (at) => {
      const metadata = { name: `dependent-${at}`, ownerReferences: [owner] };
      dependents.add((await createObject(cluster, PATH, { metadata })).uid);
    });
    const graph = await FollowedGraph.open(serve.url);
    await waitFor('all to be seen', () =>
      [...dependents, uid].every((each) => graph.records.has(each)) ? true : undefined,
    );
    const before = graph.deltas.length;
    await deleteObject(cluster, `${PATH}/owner`, 'Foreground');
    await waitFor('the owner to go', () => (graph.records.has(uid) ? undefined : true), {
      within: 180_000,
    });
    await graph.close();
    const going = graph.deltas.filter(({ removes }) =>
      removes.some((each) => dependents.has(each)),
    );
    expect(going.length).toBeGreaterThan(10);
    const removed = going.flatMap(({ removes }) => removes);
    expect(removed.filter((each) => dependents.has(each))).toHaveLength(DEPENDENTS);
    const waiting = graph.deltas
      .slice(before)
      .flatMap(({ upserts }) => upserts.filter((each) => each.uid === uid));
    expect(waiting.at(0)).toMatchObject({
      finalizers: ['foregroundDeletion'],
      summary: { verdict: 'waits' },
    });
    const atLast = graph.deltas.findIndex(({ removes }) => removes.includes(uid));
    expect(graph.deltas.indexOf(going.at(-1) ?? { upserts: [], removes: [] })).toBeLessThanOrEqual(
      atLast,
    );
  });
});
