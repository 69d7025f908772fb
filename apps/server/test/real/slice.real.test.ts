import type {
  NodeRecord,
  PackedSnapshot,
  PropagationPolicy,
  SimulationView,
  Uid,
} from '@gcscope/gc-core/wire';
import { applyDelta, PROPAGATION_POLICIES } from '@gcscope/gc-core/wire';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  BUILD_TIMEOUT,
  whyNoRealCluster,
} from '../../../../tools/real-cluster/src/build-real-cluster.ts';
import {
  createDeploymentChain,
  ensureNamespace,
} from '../../../../tools/real-cluster/src/deployment-chain.ts';
import {
  createObject,
  deleteObject,
  listMetadata,
} from '../../../../tools/real-cluster/src/objects.ts';
import { quiet } from '../../../../tools/real-cluster/src/quiet.ts';
import { RealCluster } from '../../../../tools/real-cluster/src/real-cluster.ts';
import { waitFor } from '../../../../tools/real-cluster/src/wait-for.ts';
import { browser, type Served, serve } from '../../../../tools/src/served-program.ts';
import { firstMap, nextChange, still, watchPixels } from '../../../web/bench/first-pixel.ts';

const why = await whyNoRealCluster();

/** An object that is left, as far as both sides can say: who owns it, and whether it is going. */
interface Left {
  readonly uid: Uid;
  readonly owners: readonly Uid[];
  readonly terminating: boolean;
}

interface ApiGroupList {
  readonly groups: readonly { readonly preferredVersion: { readonly groupVersion: string } }[];
}

interface ApiResourceList {
  readonly resources: readonly { readonly name: string; readonly verbs: readonly string[] }[];
}

/** Preferred resources that can be deleted, listed and watched, without events (MO-01, MO-03). */
async function deletableResources(cluster: RealCluster): Promise<string[]> {
  const groups = (await cluster.request('GET', '/apis')).body as ApiGroupList;
  const versions = ['v1', ...groups.groups.map((group) => group.preferredVersion.groupVersion)];
  const names = await Promise.all(
    versions.map(async (version) => {
      const path = version === 'v1' ? '/api/v1' : `/apis/${version}`;
      const { resources } = (await cluster.request('GET', path)).body as ApiResourceList;
      return resources
        .filter(({ verbs }) => ['delete', 'list', 'watch'].every((verb) => verbs.includes(verb)))
        .map(({ name }) => `${version}/${name}`)
        .filter((name) => !['v1/events', 'events.k8s.io/v1/events'].includes(name));
    }),
  );
  return names.flat().toSorted();
}

function predictedEnd(view: SimulationView, uids: readonly Uid[]): Left[] {
  const records = new Map<Uid, NodeRecord>(view.nodes.map((record) => [record.uid, record]));
  for (const step of view.steps) applyDelta(records, step.delta);
  return uids.flatMap((uid) => {
    const record = records.get(uid);
    if (!record) return [];
    return [
      { uid, owners: record.owners.map((owner) => owner.uid), terminating: record.beingDeleted },
    ];
  });
}

async function realEnd(
  cluster: RealCluster,
  namespace: string,
  uids: readonly Uid[],
): Promise<Left[]> {
  const paths = ['/apis/apps/v1', '/apis/apps/v1', '/api/v1'];
  const resources = ['deployments', 'replicasets', 'pods'];
  const lists = await Promise.all(
    resources.map((resource, at) =>
      listMetadata(cluster, `${paths[at]}/namespaces/${namespace}/${resource}`),
    ),
  );
  const byUid = new Map(lists.flat().map((meta) => [meta.uid, meta]));
  return uids.flatMap((uid) => {
    const meta = byUid.get(uid);
    if (!meta) return [];
    const owners = (meta.ownerReferences ?? []).map((owner) => owner.uid);
    return [{ uid, owners, terminating: meta.deletionTimestamp !== undefined }];
  });
}

describe.skipIf(why !== undefined)(
  `gcscope and a real cluster${why === undefined ? '' : ` (${why})`}`,
  () => {
    let cluster: RealCluster;
    let served: Served;

    const snapshot = async (): Promise<PackedSnapshot> =>
      (await (await fetch(`${served.url}/api/v1/snapshot`)).json()) as PackedSnapshot;

    const simulate = async (
      uid: Uid,
      propagationPolicy: PropagationPolicy,
    ): Promise<SimulationView> => {
      const answer = await fetch(`${served.url}/api/v1/simulations`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-gcscope': '1', origin: served.url },
        body: JSON.stringify({ uid, propagationPolicy }),
      });
      const body: unknown = await answer.json();
      if (!answer.ok) throw new Error(`simulate: ${JSON.stringify(body)}`);
      return body as SimulationView;
    };

    beforeAll(async () => {
      cluster = await RealCluster.start();
      served = await serve('--kubeconfig', cluster.kubeconfigPath);
    }, BUILD_TIMEOUT);

    afterAll(async () => {
      await served?.stop();
      await cluster?.stop();
    });

    it('[MO-01] [MO-03] discovers and syncs every kind the collector watches', async () => {
      const expected = await deletableResources(cluster);
      const kinds = await waitFor('every kind to be synced', async () => {
        const { health } = await snapshot();
        const synced = health.kinds.filter((kind) => kind.state === 'synced');
        return synced.length >= expected.length ? synced : undefined;
      });
      const names = kinds.map(
        ({ group, version, resource }) =>
          `${group === '' ? '' : `${group}/`}${version}/${resource}`,
      );
      expect(names.toSorted()).toEqual(expected);
    });

    it.each(PROPAGATION_POLICIES)(
      'the simulated end of a %s deletion is what the real collector leaves',
      async (policy) => {
        const namespace = `slice-${policy.toLowerCase()}`;
        const chain = await createDeploymentChain(cluster, namespace, 'web', 3);
        await waitFor('gcscope to see the chain', async () => {
          const seen = new Set((await snapshot()).nodes.uids);
          return chain.uids.every((uid) => seen.has(uid)) ? true : undefined;
        });
        const predicted = predictedEnd(await simulate(chain.deployment.uid, policy), chain.uids);
        await deleteObject(cluster, chain.deploymentPath, policy);
        await quiet(cluster);
        expect(predicted).toEqual(await realEnd(cluster, namespace, chain.uids));
        expect(predicted).toHaveLength(policy === 'Orphan' ? 4 : 0);
      },
    );

    it('a Deployment chain appears on the screen of a real browser', async () => {
      const namespace = 'slice-screen';
      await ensureNamespace(cluster, namespace);
      const chrome = await browser();
      try {
        const page = await chrome.newPage({ viewport: { width: 1440, height: 900 } });
        await watchPixels(page);
        await page.goto(`${served.url}/?ns=${namespace}`);
        await createObject(cluster, `/api/v1/namespaces/${namespace}/configmaps`, {
          metadata: { name: 'first' },
        });
        await firstMap(page);
        await still(page);
        const change = await nextChange(page);
        const chain = await createDeploymentChain(cluster, namespace, 'web', 2);
        expect(await change()).toBeGreaterThan(0);
        await page.goto(`${served.url}/o/${chain.replicaSet.uid}`);
        await page.getByText('Stays, because Deployment').first().waitFor();
        expect(await page.getByText('slice-screen/web').count()).toBeGreaterThan(0);
      } finally {
        await chrome.close();
      }
    });
  },
);
