import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AuditEvent } from '../../../../tools/real-cluster/src/audit-log.ts';
import { defineKind } from '../../../../tools/real-cluster/src/define-kind.ts';
import { ensureNamespace } from '../../../../tools/real-cluster/src/deployment-chain.ts';
import { describeReal } from '../../../../tools/real-cluster/src/describe-real.ts';
import {
  createObject,
  type DeletePropagation,
  deleteObject,
  listMetadata,
  type ObjectMetadata,
} from '../../../../tools/real-cluster/src/objects.ts';
import { RealCluster } from '../../../../tools/real-cluster/src/real-cluster.ts';
import { waitFor } from '../../../../tools/real-cluster/src/wait-for.ts';
import { type RunningCli, startCli } from '../cli/support/run-cli.ts';

describeReal('collect on a real cluster without collector', () => {
  let cluster: RealCluster;
  let collector: RunningCli;
  let url: string;

  const collect = (...words: readonly string[]): RunningCli =>
    startCli(['collect', '--kubeconfig', cluster.kubeconfigPath, ...words]);
  const readyz = async (at = url): Promise<number> => (await fetch(`${at}/readyz`)).status;
  const ready = (at = url): Promise<true> =>
    waitFor('all kinds to be synced', async () => ((await readyz(at)) === 200 ? true : undefined));

  beforeAll(async () => {
    cluster = await RealCluster.start({ controllers: ['namespace-controller'] });
    collector = collect('--yes-delete', '--kube-api-qps', '0', '-v', '5');
    url = await collector.firstLine;
    await ready();
  });

  afterAll(async () => {
    collector?.stop();
    await collector?.ended;
    await cluster?.stop();
  });

  const configMaps = (namespace: string): string => `/api/v1/namespaces/${namespace}/configmaps`;
  const reference = ({ name, uid }: ObjectMetadata): object => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    name,
    uid,
    blockOwnerDeletion: true,
  });

  /** An owner, its dependent, and the dependent of that. */
  async function chain(namespace: string): Promise<void> {
    await ensureNamespace(cluster, namespace);
    let ownerReferences: object[] = [];
    for (const name of ['top', 'middle', 'leaf']) {
      const metadata = { name, ownerReferences };
      const made = await createObject(cluster, configMaps(namespace), { metadata });
      ownerReferences = [reference(made)];
    }
  }

  const left = async (namespace: string): Promise<string[]> =>
    (await listMetadata(cluster, configMaps(namespace)))
      .map(({ name, ownerReferences = [] }) => `${name}<${ownerReferences.length}`)
      .sort();

  const ends: Readonly<Record<DeletePropagation, readonly string[]>> = {
    Background: [],
    Foreground: [],
    Orphan: ['leaf<1', 'middle<0'],
  };

  for (const [policy, end] of Object.entries(ends)) {
    it(`a chain comes to its end: ${policy}`, async () => {
      const namespace = policy.toLowerCase();
      await chain(namespace);
      await deleteObject(cluster, `${configMaps(namespace)}/top`, policy as DeletePropagation);
      await waitFor(`what ${policy} leaves`, async () => {
        const now = await left(namespace);
        return JSON.stringify(now) === JSON.stringify(end) ? true : undefined;
      });
    });
  }

  it('nothing but what is on the list was asked of the cluster', async () => {
    const all: readonly AuditEvent[] = await cluster.auditEvents();
    const ours = all.filter(({ userAgent = '' }) => userAgent.startsWith('gcscope'));
    const isCollectors = ({ userAgent = '' }: AuditEvent): boolean =>
      userAgent.endsWith('/generic-garbage-collector');
    const verbs = (events: readonly AuditEvent[]): string[] =>
      [...new Set(events.map(({ verb }) => verb))].sort();
    // Whatever else is asked is only read.
    const others = verbs(ours.filter((each) => !isCollectors(each)));
    expect(others).toContain('watch');
    expect(['get', 'list', 'watch']).toEqual(expect.arrayContaining(others));
    const asked = ours.filter(isCollectors);
    expect(verbs(asked)).toEqual(['delete', 'get', 'patch']);
    for (const { verb, requestObject: body } of asked) {
      if (verb === 'get') expect(body).toBeUndefined();
      else if (verb === 'delete') expect(body).toMatchObject(DELETE_OPTIONS);
      else {
        const { metadata, ...rest } = body as { readonly metadata: object };
        expect(rest).toEqual({});
        for (const field of Object.keys(metadata)) expect(PATCHED).toContain(field);
      }
    }
  });

  it('a kind that comes is collected as soon as /readyz says so, and its objects are orphaned', async () => {
    await defineKind(cluster, 'collect.example.com', 'Gadget', ['v1']);
    await ready();
    await ensureNamespace(cluster, 'gadgets');
    const owner = await createObject(cluster, configMaps('gadgets'), { metadata: { name: 'o' } });
    const gadgets = '/apis/collect.example.com/v1/namespaces/gadgets/gadgets';
    const metadata = { name: 'g', ownerReferences: [reference(owner)] };
    await createObject(cluster, gadgets, { ...GADGET, metadata });
    await waitFor('the gadget to be in the graph', async () =>
      (await graph(owner.uid)).includes('Gadget.v1.collect.example.com') ? true : undefined,
    );
    await deleteObject(cluster, `${configMaps('gadgets')}/o`, 'Orphan');
    const kept = await waitFor('the gadget to be orphaned', async () => {
      const [gadget] = await listMetadata(cluster, gadgets);
      return gadget && gadget.ownerReferences === undefined ? gadget : undefined;
    });
    expect(kept.name).toBe('g');
  });

  it('a reference into another namespace is reported as an Event', async () => {
    await ensureNamespace(cluster, 'here');
    await ensureNamespace(cluster, 'there');
    const owner = await createObject(cluster, configMaps('there'), { metadata: { name: 'o' } });
    await waitFor('the owner to be collected around', async () =>
      collector.errors().includes(owner.uid) ? true : undefined,
    );
    const metadata = { name: 'child', ownerReferences: [reference(owner)] };
    const child = await createObject(cluster, configMaps('here'), { metadata });
    const event = await waitFor('the Event', async () => {
      const { body } = await cluster.request('GET', '/api/v1/namespaces/here/events');
      return (body as { items: { involvedObject: object }[] }).items[0];
    });
    expect(event).toMatchObject({
      type: 'Warning',
      reason: 'OwnerRefInvalidNamespace',
      involvedObject: { kind: 'ConfigMap', namespace: 'here', name: 'child', uid: child.uid },
      source: { component: 'garbage-collector-controller' },
      count: 1,
    });
    await waitFor('the child to go', async () =>
      (await left('here')).length === 0 ? true : undefined,
    );
  });

  it('serves metrics under their names in a controller manager', async () => {
    const metrics = async (): Promise<string> => (await fetch(`${url}/metrics`)).text();
    for (const line of [
      /^workqueue_adds_total\{name="garbage_collector_attempt_to_delete"\} [1-9]/m,
      /^workqueue_depth\{name="garbage_collector_graph_changes"\} 0$/m,
      /^workqueue_queue_duration_seconds_count\{name="garbage_collector_graph_changes"\} [1-9]/m,
      /^workqueue_work_duration_seconds_count\{name="garbage_collector_attempt_to_orphan"\} [1-9]/m,
      /^garbagecollector_controller_resources_sync_error_total 0$/m,
    ]) {
      // Something may have come that is not worked off yet.
      await expect.poll(metrics, { timeout: 10_000 }).toMatch(line);
    }
  });

  it('does not start beside a controller manager, unless it is told to', async () => {
    const leases = '/apis/coordination.k8s.io/v1/namespaces/kube-system/leases';
    const now = `${new Date().toISOString().slice(0, -1)}000Z`;
    const spec = { holderIdentity: 'kcm-1', leaseDurationSeconds: 15, renewTime: now };
    await createObject(cluster, leases, {
      apiVersion: 'coordination.k8s.io/v1',
      kind: 'Lease',
      metadata: { name: 'kube-controller-manager' },
      spec,
    });
    const { exitCode, err, out } = await collect('--yes-delete').ended;
    expect([exitCode, out]).toEqual([1, '']);
    expect(err).toMatch(/kcm-1 renews the Lease kube-system\/kube-controller-manager.*--beside/);
    const beside = collect('--yes-delete', '--beside-controller-manager');
    expect(await beside.firstLine).toMatch(/^http:/);
    beside.stop();
    expect((await beside.ended).exitCode).toBe(0);
    await cluster.request('DELETE', `${leases}/kube-controller-manager`);
  });

  it('of two that elect a leader one acts; the other one takes over', async () => {
    const words = ['--yes-delete', '--leader-elect'];
    const first = collect(...words);
    await waitFor('the first to lead', () =>
      first.errors().includes('Proceeding to collect') ? true : undefined,
    );
    const second = collect(...words);
    await ready(await second.firstLine);
    expect(second.errors()).not.toContain('Proceeding to collect');
    first.stop();
    await first.ended;
    // It was given up: nobody waits until it has run out.
    await waitFor(
      'the second to lead',
      () => (second.errors().includes('Proceeding to collect') ? true : undefined),
      { within: 10_000 },
    );
    second.stop();
    expect((await second.ended).exitCode).toBe(0);
  });

  it('without consent it says what would go, and ends', async () => {
    await ensureNamespace(cluster, 'consent');
    collector.stop();
    await collector.ended;
    const gone = { apiVersion: 'v1', kind: 'ConfigMap', name: 'gone', uid: 'no-such-uid' };
    const metadata = { name: 'doomed', ownerReferences: [gone] };
    await createObject(cluster, configMaps('consent'), { metadata });
    const { exitCode, out } = await collect().ended;
    expect(exitCode).toBe(0);
    expect(out).toMatch(/would now delete 1 object in .*ConfigMap consent\/doomed.*--yes-delete/s);
    expect(await left('consent')).toEqual(['doomed<1']);
  });

  it('without the right to delete it says so once and goes on; with it, a restart finds all that is left', async () => {
    const viewer = startCli([
      ...['collect', '--yes-delete', '--kubeconfig', cluster.viewerKubeconfigPath],
    ]);
    const sentence = /gcscope may not delete configmaps, so dependents of that kind stay/g;
    await waitFor('the sentence', () => (sentence.test(viewer.errors()) ? true : undefined));
    await waitFor('further tries', async () => {
      const text = await (await fetch(`${await viewer.firstLine}/metrics`)).text();
      const tried =
        /^rest_client_requests_total\{code="403",host=".+",method="DELETE"\} (\d+)$/m.exec(text);
      return Number(tried?.[1]) > 3 ? true : undefined;
    });
    expect(viewer.errors().match(sentence)?.length).toBe(1);
    expect(await left('consent')).toEqual(['doomed<1']);
    viewer.stop();
    expect((await viewer.ended).exitCode).toBe(0);
    collector = collect('--yes-delete');
    await waitFor('what is left to go', async () =>
      (await left('consent')).length === 0 ? true : undefined,
    );
  });

  async function graph(uid: string): Promise<string> {
    const path = '/debug/controllers/garbage-collector-controller/graph';
    return (await fetch(`${url}${path}?uid=${uid}`)).text();
  }
});

const DELETE_OPTIONS = {
  preconditions: { uid: expect.any(String), resourceVersion: expect.any(String) },
  propagationPolicy: expect.stringMatching(/^(Background|Foreground|Orphan)$/),
};
/** What a patch of the collector may say of an object: which one it is, its owners and its finalizers. */
const PATCHED = ['uid', 'resourceVersion', 'ownerReferences', 'finalizers'];
const GADGET = { apiVersion: 'collect.example.com/v1', kind: 'Gadget' };
