import { afterAll, beforeAll, expect, it } from 'vitest';
import { defineKind } from '../../../../tools/real-cluster/src/define-kind.ts';
import { ensureNamespace } from '../../../../tools/real-cluster/src/deployment-chain.ts';
import { describeReal } from '../../../../tools/real-cluster/src/describe-real.ts';
import { createObject, deleteObject } from '../../../../tools/real-cluster/src/objects.ts';
import { RealCluster } from '../../../../tools/real-cluster/src/real-cluster.ts';
import { waitFor } from '../../../../tools/real-cluster/src/wait-for.ts';
import { RealReading } from './support/real-reading.ts';

const WIDGETS = 'populated.example.com/widgets';
const OWNER = '/api/v1/namespaces/shop/configmaps/owner';
/** The collector looks for new kinds, and kinds that are gone, every 30 s. */
const DISCOVERED = 60_000;
const DROPPED = /synced monitors.* removed=1/;

describeReal('a kind that is gone', () => {
  let cluster: RealCluster;
  let reading: RealReading;

  beforeAll(async () => {
    cluster = await RealCluster.start();
    await ensureNamespace(cluster, 'shop');
  });
  afterAll(async () => {
    await reading?.close();
    await cluster?.stop();
  });

  it('[MO-13] the collector waits for a dependent of it until it restarts, and the verdict says so', async () => {
    const definition = await defineKind(cluster, 'populated.example.com', 'Widget', ['v1']);
    await cluster.restartControllerManager();
    const owner = await createObject(cluster, '/api/v1/namespaces/shop/configmaps', {
      metadata: { name: 'owner' },
    });
    const reference = { apiVersion: 'v1', kind: 'ConfigMap', name: 'owner', uid: owner.uid };
    const gear = await createObject(
      cluster,
      '/apis/populated.example.com/v1/namespaces/shop/widgets',
      {
        apiVersion: 'populated.example.com/v1',
        kind: 'Widget',
        metadata: {
          name: 'gear',
          ownerReferences: [{ ...reference, blockOwnerDeletion: true }],
        },
      },
    );
    reading = await RealReading.open(cluster, { kubeconfig: cluster.kubeconfigPath });
    await reading.equals([owner.uid]);
    const { body } = await cluster.request('GET', definition.path);
    const { spec } = body as { spec: { versions: object[] } };
    const versions = spec.versions.map((each) => ({ ...each, served: false }));
    await cluster.request('PATCH', definition.path, { spec: { versions } });
    await reading.reaches(WIDGETS, 'unserved', DISCOVERED);
    await waitFor('its object to leave', () => !reading.has(gear.uid) || undefined);
    await waitFor(
      'the collector to drop the kind',
      () => DROPPED.test(cluster.controllerManagerLog()) || undefined,
      { within: DISCOVERED },
    );
    await deleteObject(cluster, OWNER, 'Foreground');
    await reading.sharesGraph([owner.uid]);
    expect(reading.has(gear.uid)).toBe(true);
    // Judged a tick after the graph has changed.
    await expect
      .poll(() => reading.summary(owner.uid), { timeout: DISCOVERED })
      .toMatchObject({
        verdict: 'waits',
        blockedBy: 'Widget shop/gear, unserved kind Widget',
      });
    expect((await cluster.request('GET', OWNER)).code).toBe(200);
    await cluster.restartControllerManager();
    await waitFor('the owner to go', () => !reading.has(owner.uid) || undefined);
    await reading.sharesGraph([owner.uid]);
    // It leaves at the end of the turn in which its owner went.
    await waitFor('what it left behind to go', () => !reading.has(gear.uid) || undefined);
  });
});
