import { afterAll, beforeAll, expect, it } from 'vitest';
import { CollectProcess } from '../../real-cluster/src/collect/collect-process.ts';
import { createDeploymentChain, ensureNamespace } from '../../real-cluster/src/deployment-chain.ts';
import { describeReal } from '../../real-cluster/src/describe-real.ts';
import { createObject, deleteObject, type ObjectMetadata } from '../../real-cluster/src/objects.ts';
import { RealCluster } from '../../real-cluster/src/real-cluster.ts';
import { waitFor } from '../../real-cluster/src/wait-for.ts';

const CONFIG_MAPS = '/api/v1/namespaces/shop/configmaps';
const GRAPH = '/debug/controllers/garbage-collector-controller/graph';
const HELD = 'beside.example.com/hold';
/** In the graph when the last object has come and the first deletion waits. */
const AT_REST = ['name="last"', 'virtual="true"', 'deletingDependents="true"'];

describeReal('collect beside the real collector, at rest', () => {
  let cluster: RealCluster;
  let collector: CollectProcess;
  let uids: readonly string[];

  beforeAll(async () => {
    cluster = await RealCluster.start();
    collector = await CollectProcess.start({
      kubeconfig: cluster.kubeconfigPath,
      folder: cluster.folder,
      flags: ['--beside-controller-manager', '--kube-api-qps=0'],
    });
    await collector.ready();
    uids = await plant(cluster);
  });
  afterAll(async () => {
    await collector?.kill();
    await cluster?.stop();
  });

  const ownGraph = async (query: string): Promise<string> =>
    (await fetch(`${collector.url}${GRAPH}${query}`)).text();
  const metrics = async (): Promise<{ readonly own: string[]; readonly real: string[] }> => {
    const { body } = await cluster.requestControllerManager('/metrics');
    const own = await fetch(`${collector.url}/metrics`);
    return { own: seriesOf(await own.text()), real: seriesOf(String(body)) };
  };

  it('has the same graph to the byte, the whole and around each uid', async () => {
    await waitFor('both to be at rest', async () => {
      const graphs = [await ownGraph(''), await cluster.debugGraph()];
      const isAtRest = (graph: string): boolean =>
        AT_REST.every((each) => graph.includes(each)) && !graph.includes('uid-absent');
      return graphs.every(isAtRest) ? true : undefined;
    });
    for (const query of ['', ...uids.map((uid) => `?uid=${uid}`)]) {
      await expect.poll(() => ownGraph(query)).toBe(await cluster.debugGraph(uidsOf(query)));
    }
  });

  it('has every metric of its queues, with the same labels, and the same of its requests', async () => {
    const { own, real } = await metrics();
    expect(own.filter(isOfQueues)).toEqual(real.filter(isOfQueues));
    expect(own.filter(isOfQueues).length).toBeGreaterThan(60);
    const requests = (series: readonly string[]): string[] => {
      const names = series.filter((each) => each.startsWith('rest_client_requests_total'));
      return [...new Set(names.map((each) => each.replaceAll(/(code|method)="[^"]*"/g, '$1')))];
    };
    expect(requests(own)).toEqual(requests(real));
    expect(requests(own)).toHaveLength(1);
  });
});

function isOfQueues(series: string): boolean {
  return !series.startsWith('rest_client');
}

function uidsOf(query: string): string[] {
  return new URLSearchParams(query).getAll('uid');
}

/** The series that concern the collector, labels by name; a bound as a number, which Go writes in another way. */
function seriesOf(page: string): string[] {
  const concerns =
    /^(workqueue_.*name="garbage_collector|garbagecollector_controller|rest_client_requests_total)/;
  const lines = page.split('\n').filter((line) => concerns.test(line));
  return lines
    .map((line) => line.slice(0, line.lastIndexOf(' ')))
    .map((series) => {
      const [name = '', labels = ''] = series.split(/[{}]/);
      const each = labels.split(',').map((label) => label.replace(/^le="(.*)"$/, bound));
      return `${name}{${each.toSorted().join()}}`;
    })
    .toSorted();
}

function bound(_label: string, least: string): string {
  return least === '+Inf' ? 'le=∞' : `le=${Number(least).toPrecision(6)}`;
}

/** What there is to draw, and the uids around which it is drawn: two of them name nothing that exists. */
async function plant(cluster: RealCluster): Promise<readonly string[]> {
  const { uids } = await createDeploymentChain(cluster, 'shop', 'web', 2);
  const create = (name: string, owners: readonly object[], finalizers: readonly string[] = []) =>
    createObject(cluster, CONFIG_MAPS, { metadata: { name, ownerReferences: owners, finalizers } });
  const reference = ({ name, uid }: ObjectMetadata): object => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    name,
    uid,
    blockOwnerDeletion: true,
  });
  const unserved = {
    apiVersion: 'gone.example.com/v1',
    kind: 'Gone',
    name: 'gone',
    uid: 'uid-gone',
  };
  const absent = { apiVersion: 'v1', kind: 'ConfigMap', name: 'absent', uid: 'uid-absent' };
  const root = await create('root', []);
  const held = await create('held', [reference(root)], [HELD]);
  const leaf = await create('leaf', [reference(held), unserved]);
  const kept = await create('kept', []);
  const two = await create('two', [reference(kept), absent]);
  const gone = await create('gone', [absent]);
  await ensureNamespace(cluster, 'other');
  await createObject(cluster, '/api/v1/namespaces/other/configmaps', {
    metadata: { name: 'far', ownerReferences: [reference(kept)] },
  });
  await create('last', [reference(kept)]);
  await deleteObject(cluster, `${CONFIG_MAPS}/root`, 'Foreground');
  return [...uids, root.uid, leaf.uid, two.uid, 'uid-gone', gone.uid, 'uid-absent'];
}
