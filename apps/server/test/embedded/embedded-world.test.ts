import type { ApiObject, StoredEvent } from '@gcscope/gc-core';
import { describe, expect, it } from 'vitest';
import { startEmbeddedWorld } from '../../src/embedded/embedded-world.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { MovingWorld } from './support/moving-world.ts';

const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

function referencesOf(object: ApiObject): string[] {
  return (object.metadata.ownerReferences ?? []).map(({ kind, name }) => `${kind}/${name}`);
}

function removed(events: readonly StoredEvent[], resource: string): readonly ApiObject[] {
  const deleted = events.filter((e) => e.type === 'DELETED' && e.resource === resource);
  return deleted.map(({ object }) => object);
}

describe('the embedded world', () => {
  let settled: MovingWorld | undefined;

  /** The world after five minutes; for tests that only look. */
  function later(): MovingWorld {
    if (settled) return settled;
    settled = new MovingWorld();
    settled.seconds(300);
    return settled;
  }

  it('is a small shop with uids of its own and a past', () => {
    const moving = new MovingWorld();
    const objects = moving.all();
    expect(objects.length).toBeGreaterThan(150);
    expect(objects.length).toBeLessThan(260);
    const uids = objects.map(({ metadata }) => metadata.uid);
    expect(uids.every((uid) => UUID_V4.test(uid))).toBe(true);
    expect(new Set(uids).size).toBe(objects.length);
    expect(new Set(objects.map(({ kind }) => kind)).size).toBeGreaterThan(25);
    const web = moving.get('Deployment', 'shop', 'web');
    expect(moving.ownedBy(web, 'ReplicaSet')).toHaveLength(5);
    const [month] = (web.metadata.creationTimestamp ?? '').split('-21T');
    expect(month).not.toBe('2026-11');
  });

  it('removes a Job by its history limit and its Pod by the collector within a minute', () => {
    const moving = new MovingWorld();
    moving.seconds(60);
    const jobs = removed(moving.events, 'batch/jobs');
    expect(jobs.length).toBeGreaterThan(0);
    const jobUids = new Set(jobs.map(({ metadata }) => metadata.uid));
    const pods = removed(moving.events, '/pods').filter(({ metadata }) =>
      (metadata.ownerReferences ?? []).some(({ uid }) => jobUids.has(uid)),
    );
    expect(pods.length).toBe(jobs.length);
  });

  it('shows such a cascade in every single minute, and a rollout now and then, and stays of one size', () => {
    const moving = new MovingWorld();
    const size = moving.all().length;
    for (let minute = 1; minute <= 20; minute++) {
      moving.events.length = 0;
      moving.seconds(60);
      expect(removed(moving.events, 'batch/jobs').length, `minute ${minute}`).toBeGreaterThan(0);
      expect(Math.abs(moving.all().length - size), `minute ${minute}`).toBeLessThan(25);
    }
    const uids = moving.all().map(({ metadata }) => metadata.uid);
    expect(uids.filter((uid) => !UUID_V4.test(uid))).toEqual([]);
    const web = moving.get('Deployment', 'shop', 'web');
    expect(web.metadata.generation).toBeGreaterThan(8);
    expect(web.status).toMatchObject({ readyReplicas: 3, updatedReplicas: 3 });
    expect(moving.ownedBy(web, 'ReplicaSet')).toHaveLength(5);
  });

  it('[CL-03] keeps what refers to a kind that is not served', () => {
    const moving = later();
    expect(referencesOf(moving.get('Service', 'shop', 'legacy-cart'))).toEqual(['Cart/main']);
    const weights = moving.get('ConfigMap', 'shop', 'web-canary-weights');
    expect(referencesOf(weights)).toEqual(['Deployment/web', 'Rollout/web']);
  });

  it('[CL-13] keeps a copy from another namespace only because one of its references cannot be judged', () => {
    const moving = later();
    const copy = moving.get('ConfigMap', 'shop', 'pricing-rules-copy');
    expect(referencesOf(copy)).toEqual(['ConfigMap/pricing-rules', 'CopyJob/q3-pricing']);
    const [owner] = copy.metadata.ownerReferences ?? [];
    expect(moving.get('ConfigMap', 'payments', 'pricing-rules').metadata.uid).toBe(owner?.uid);
  });

  it('[CL-04] keeps the cluster-scoped child of a namespaced owner', () => {
    const moving = later();
    const role = moving.get('ClusterRole', '', 'checkout-metrics-reader');
    expect(referencesOf(role)).toEqual(['Deployment/checkout']);
    expect(role.metadata.deletionTimestamp).toBeUndefined();
  });

  it('[GB-15] keeps a reference that was misnamed under the same uid, until the collector restarts', () => {
    const moving = new MovingWorld();
    moving.seconds(120);
    expect(referencesOf(moving.get('ConfigMap', 'shop', 'feature-flags'))).toEqual([
      'Deployment/api-server',
    ]);
    moving.world.collector.restart();
    moving.seconds(30);
    expect(moving.find('ConfigMap', 'shop', 'feature-flags')).toBeUndefined();
    // What stands for good stands a restart, too.
    moving.get('Service', 'shop', 'legacy-cart');
    moving.get('ConfigMap', 'shop', 'pricing-rules-copy');
    moving.get('ClusterRole', '', 'checkout-metrics-reader');
  });

  it('[AD-02] leaves what hangs in Terminating to the finalizer that holds it', () => {
    const moving = later();
    const token = moving.get('Secret', 'payments', 'export-token');
    expect(token.metadata.finalizers).toEqual(['vault.example.com/revoke-lease']);
    expect(referencesOf(token)).toEqual(['Deployment/web']);
    const preview = moving.get('Namespace', '', 'preview-417');
    expect(preview.status).toMatchObject({
      conditions: expect.arrayContaining([
        expect.objectContaining({
          type: 'NamespaceFinalizersRemaining',
          status: 'True',
          message: expect.stringContaining('example.com/deprovision in 1 resource instances'),
        }),
      ]),
    });
  });

  it('[FG-03] keeps a foreground deletion waiting for the Pod at its end, and ends it with that Pod', () => {
    const moving = new MovingWorld();
    moving.seconds(120);
    const deployment = moving.get('Deployment', 'payments', 'ledger-v1');
    expect(deployment.metadata.finalizers).toEqual(['foregroundDeletion']);
    const [replicaSet] = moving.ownedBy(deployment);
    expect(replicaSet?.metadata.finalizers).toEqual(['foregroundDeletion']);
    const [pod] = replicaSet ? moving.ownedBy(replicaSet) : [];
    if (!pod) throw new Error('the Pod is not there');
    moving.client.removeFinalizer(pod, 'audit.example.com/flush-ledger');
    moving.seconds(5);
    expect(moving.find('Deployment', 'payments', 'ledger-v1')).toBeUndefined();
  });

  it('[EV-04] has the collector report the references across namespaces as Events', () => {
    const moving = new MovingWorld();
    const events = moving.all().filter(({ kind }) => kind === 'Event');
    const involved = events.map((event) => event.involvedObject as { kind: string; name: string });
    expect(involved).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ kind: 'ConfigMap', name: 'pricing-rules-copy' }),
        expect.objectContaining({ kind: 'ClusterRole', name: 'checkout-metrics-reader' }),
      ]),
    );
    const [copied] = events.filter(({ metadata }) =>
      metadata.name.startsWith('pricing-rules-copy'),
    );
    expect(copied).toMatchObject({
      metadata: { namespace: 'shop' },
      reason: 'OwnerRefInvalidNamespace',
      count: 1,
    });
    moving.world.collector.restart();
    moving.seconds(5);
    expect(moving.get('Event', 'shop', copied?.metadata.name ?? '').count).toBe(2);
  });

  it('holds the objects of a scenario instead of the shop, with the collector at work', () => {
    const clock = new ManualClock();
    const meta = (name: string, owner: string): ApiObject['metadata'] => ({
      name,
      uid: `uid-${name}`,
      namespace: 'ns1',
      ownerReferences: [
        { apiVersion: 'example.com/v1', kind: 'Widget', name: owner, uid: `uid-${owner}` },
      ],
    });
    const { apiServer, stop } = startEmbeddedWorld({
      clock,
      scenario: {
        apiVersion: 'gcscope.dev/v1',
        kind: 'Scenario',
        metadata: { name: 'two-children' },
        spec: {
          resources: [
            { apiVersion: 'example.com/v1', kind: 'Widget', resource: 'widgets', namespaced: true },
          ],
          objects: [
            {
              apiVersion: 'example.com/v1',
              kind: 'Widget',
              metadata: { name: 'w', uid: 'uid-w', namespace: 'ns1' },
            },
            { apiVersion: 'v1', kind: 'ConfigMap', metadata: meta('kept', 'w') },
            { apiVersion: 'v1', kind: 'ConfigMap', metadata: meta('gone', 'nobody') },
          ],
        },
      },
    });
    clock.advance(5000);
    expect([...apiServer.all()].map(({ metadata }) => metadata.name)).toEqual(['w', 'kept']);
    stop();
  });

  it('writes nothing while nothing happens', () => {
    const moving = new MovingWorld();
    for (const cronJob of moving.client.list('batch/v1', 'CronJob')) {
      moving.client.patch(cronJob, { spec: { suspend: true } });
    }
    moving.seconds(38);
    moving.events.length = 0;
    moving.seconds(1);
    expect(moving.events.map(({ type, object }) => `${type} ${object.metadata.name}`)).toEqual([]);
  });
});
