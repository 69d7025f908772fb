import { afterAll, beforeAll, expect, it } from 'vitest';
import { CollectProcess } from '../../real-cluster/src/collect/collect-process.ts';
import { serviceAccountKubeconfig } from '../../real-cluster/src/collect/service-account-kubeconfig.ts';
import { ensureNamespace } from '../../real-cluster/src/deployment-chain.ts';
import { describeReal } from '../../real-cluster/src/describe-real.ts';
import { createObject } from '../../real-cluster/src/objects.ts';
import { quiet } from '../../real-cluster/src/quiet.ts';
import { RealCluster } from '../../real-cluster/src/real-cluster.ts';
import { waitFor } from '../../real-cluster/src/wait-for.ts';

const OWNERS = '/api/v1/namespaces/default/configmaps';
const DEPENDENT = '/api/v1/namespaces/other/configmaps/dependent';
const EVENTS = '/api/v1/namespaces/other/events';
const MERGE = { 'content-type': 'application/merge-patch+json' };
/** More than what becomes one Event, and more than an object may have. */
const SIMILAR = 26;

interface Event {
  readonly message: string;
  readonly count: number;
  readonly reason: string;
  readonly type: string;
  readonly source: object;
  readonly reportingComponent: string;
  readonly metadata: { readonly name: string };
}

describeReal('Events of collect', () => {
  let real: RealCluster;
  let ours: RealCluster;
  let collector: CollectProcess;

  beforeAll(async () => {
    real = await RealCluster.start({ controllers: ['garbage-collector-controller'] });
    ours = await RealCluster.start({ controllers: ['namespace-controller'] });
    const kubeconfig = await serviceAccountKubeconfig(ours, 'generic-garbage-collector');
    collector = await CollectProcess.start({ kubeconfig, folder: ours.folder });
    await collector.ready();
  });
  afterAll(async () => {
    await collector?.kill();
    await ours?.stop();
    await real?.stop();
  });

  it('[EV-07] are counted up, combined and limited as those of the real collector', async () => {
    const [expected, seen] = await Promise.all([provoked(real), provoked(ours)]);
    // 25 in all.
    const counts = expected.map(({ count }) => count).toSorted((a, b) => b - a);
    expect(counts).toEqual([12, 5, 1, 1, 1, 1, 1, 1, 1, 1]);
    expect(seen).toEqual(expected);
  });
});

/** What Events there are after a dependent in another namespace named one owner again and again, then many others. */
async function provoked(cluster: RealCluster): Promise<readonly Omit<Event, 'metadata'>[]> {
  await ensureNamespace(cluster, 'other');
  const first = await ownerIn(cluster, 'owner');
  await createObject(cluster, '/api/v1/namespaces/other/configmaps', {
    metadata: { name: 'dependent', finalizers: ['example.com/hold'], ownerReferences: [first] },
  });
  await counted(cluster, 'owner', 1);
  for (let count = 2; count <= 4; count++) {
    await refer(cluster, null);
    await refer(cluster, [first]);
    await counted(cluster, 'owner', count);
  }
  // An Event that was removed, as servers do after an hour, is written again with its count.
  for (const { metadata } of await eventsOf(cluster)) {
    await cluster.request('DELETE', `${EVENTS}/${metadata.name}`);
  }
  await refer(cluster, null);
  await refer(cluster, [first]);
  await counted(cluster, 'owner', 5);
  for (let at = 0; at < SIMILAR; at++) {
    await refer(cluster, [await ownerIn(cluster, `other-${at}`)]);
    // The last ones are not written: there is nothing to wait for but the next one.
    if (at < 20) await counted(cluster, `other-${at}`, at < 8 ? 1 : at - 7);
  }
  // Nothing shows that an Event is not written.
  await quiet(cluster, { silence: 1000 });
  return (await eventsOf(cluster))
    .map(({ metadata: _, message, reason, type, source, count, reportingComponent }) => {
      const text = message.replaceAll(/uid: [\w-]+/g, 'uid: …');
      return { message: text, reason, type, source, count, reportingComponent };
    })
    .toSorted((a, b) => (a.message < b.message ? -1 : 1));
}

async function ownerIn(cluster: RealCluster, name: string): Promise<object> {
  const { uid } = await createObject(cluster, OWNERS, { metadata: { name } });
  return { apiVersion: 'v1', kind: 'ConfigMap', name, uid };
}

async function refer(
  cluster: RealCluster,
  ownerReferences: readonly object[] | null,
): Promise<void> {
  await cluster.request('PATCH', DEPENDENT, { metadata: { ownerReferences } }, MERGE);
}

async function eventsOf(cluster: RealCluster): Promise<readonly Event[]> {
  const { body } = await cluster.request('GET', EVENTS);
  return (body as { readonly items: readonly Event[] }).items;
}

async function counted(cluster: RealCluster, owner: string, count: number): Promise<void> {
  await waitFor(`the Event about ${owner} to be there ${count} times`, async () => {
    const events = await eventsOf(cluster);
    const isThere = events.some(
      (event) => event.message.includes(`name: ${owner},`) && event.count === count,
    );
    return isThere ? true : undefined;
  });
}
