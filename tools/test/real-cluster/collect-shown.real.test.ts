import { afterAll, beforeAll, expect, it } from 'vitest';
import { CollectProcess } from '../../real-cluster/src/collect/collect-process.ts';
import { Grove } from '../../real-cluster/src/collect/grove.ts';
import { describeReal } from '../../real-cluster/src/describe-real.ts';
import { listMetadata } from '../../real-cluster/src/objects.ts';
import { RealCluster } from '../../real-cluster/src/real-cluster.ts';
import { waitFor } from '../../real-cluster/src/wait-for.ts';

const NAMESPACE = 'shown';
const GRAPH = '/debug/controllers/garbage-collector-controller/graph';
/** What a page of metrics says of the collector; other controllers have queues too. */
const OF_COLLECTOR = /^garbagecollector_|name="garbage_collector_/;

describeReal('what collect shows, beside a controller manager', () => {
  let cluster: RealCluster;
  let collector: CollectProcess;
  let grove: Grove;

  beforeAll(async () => {
    cluster = await RealCluster.start();
    collector = await CollectProcess.start({
      kubeconfig: cluster.kubeconfigPath,
      folder: cluster.folder,
      flags: ['--beside-controller-manager'],
    });
    // Both collect it, and at its end some objects are held, and their owners wait for them. All owners are there: the real
    // collector draws some edges of a missing one to another object, at random (DV-05).
    grove = await Grove.plant(cluster, NAMESPACE, 10);
    await grove.fell(['Foreground', 'Orphan']);
    const simulated = JSON.stringify(grove.simulatedEnd());
    await waitFor('the simulated end', async () => {
      return JSON.stringify(await grove.left()) === simulated ? true : undefined;
    });
    await collector.ready();
  });
  afterAll(async () => {
    await collector?.kill();
    await cluster?.stop();
  });

  const text = async (path: string): Promise<string> => {
    return (await fetch(`${collector.url}${path}`)).text();
  };
  /** Its lines without the order, which the real collector draws. */
  const lines = (dot: string): string[] => dot.split('\n').toSorted();

  it('draws the same graph, and the same around an object', async () => {
    const all = lines(await text(GRAPH));
    expect(all.some((line) => line.includes('root-foreground'))).toBe(true);
    expect(all).toEqual(lines(await cluster.debugGraph()));
    const left = await listMetadata(cluster, `/api/v1/namespaces/${NAMESPACE}/configmaps`);
    for (const { uid } of left.filter(({ name }) => name.startsWith('root-'))) {
      const around = lines(await text(`${GRAPH}?uid=${uid}`));
      expect(around).toEqual(lines(await cluster.debugGraph([uid])));
      expect(around.some((line) => line.includes(uid))).toBe(true);
    }
  });

  it('counts under the same names and labels', async () => {
    const { body } = await cluster.requestControllerManager('/metrics');
    const series = (page: string): string[] => {
      const shown = page.split('\n').filter((line) => OF_COLLECTOR.test(line));
      return shown.map(nameAndLabels).toSorted();
    };
    expect(series(await text('/metrics'))).toEqual(series(String(body)));
  });
});

/** Of a line of metrics: labels in order, limits of buckets as numbers (1e-7 is also written 1e-07). */
function nameAndLabels(line: string): string {
  const [, name = '', labels = ''] = /^([^ {]+)(?:{(.*)})? /.exec(line) ?? [];
  const written = labels.replace(
    /le="([^+"]*)"/,
    (_, limit) => `le="${Number(Number(limit).toPrecision(6))}"`,
  );
  return `${name} ${written.split(',').toSorted()}`;
}
