import { play } from '@gcscope/gc-core';
import {
  type Fork,
  type PackedSnapshot,
  PROPAGATION_POLICIES,
  type PropagationPolicy,
} from '@gcscope/gc-core/wire';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeReal } from '../../../../tools/real-cluster/src/describe-real.ts';
import { deleteObject } from '../../../../tools/real-cluster/src/objects.ts';
import { quiet } from '../../../../tools/real-cluster/src/quiet.ts';
import { RealCluster } from '../../../../tools/real-cluster/src/real-cluster.ts';
import { waitFor } from '../../../../tools/real-cluster/src/wait-for.ts';
import { type Served, serve } from '../../../../tools/src/served-program.ts';
import {
  createHeldChain,
  ENDS,
  endOf,
  type HeldChain,
  type Left,
  letGo,
  realEnd,
  seen,
} from './support/held-chain.ts';

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

type Ends = Record<PropagationPolicy, readonly Left[]>;

describeReal('gcscope and a real cluster', () => {
  let cluster: RealCluster;
  let served: Served;

  const snapshot = async (): Promise<PackedSnapshot> =>
    (await (await fetch(`${served.url}/api/v1/snapshot`)).json()) as PackedSnapshot;

  const ask = async (path: string, body: object): Promise<unknown> => {
    const answer = await fetch(`${served.url}/api/v1/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-gcscope': '1', origin: served.url },
      body: JSON.stringify(body),
    });
    const answered: unknown = await answer.json();
    if (!answer.ok) throw new Error(`${path}: ${JSON.stringify(answered)}`);
    return answered;
  };

  /** The ends that a page plays on a fork of the cluster. */
  const predict = async (chain: HeldChain): Promise<Ends> => {
    const { uid } = chain.chain.deployment;
    const fork = (await ask('forks', { uid })) as Fork;
    const ends: Partial<Ends> = {};
    for (const propagationPolicy of PROPAGATION_POLICIES) {
      const playback = play({ type: 'fork', fork }, { propagationPolicy, actions: [] });
      ends[propagationPolicy] = endOf(playback, chain);
    }
    return ends as Ends;
  };

  beforeAll(async () => {
    cluster = await RealCluster.start();
    served = await serve('--kubeconfig', cluster.kubeconfigPath);
  });

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
      ({ group, version, resource }) => `${group === '' ? '' : `${group}/`}${version}/${resource}`,
    );
    expect(names.toSorted()).toEqual(expected);
  });

  it.each(PROPAGATION_POLICIES)(
    'the simulated end of a %s deletion is what the real collector leaves',
    async (policy) => {
      const chain = await createHeldChain(cluster, `slice-${policy.toLowerCase()}`);
      await seen(served.url, chain);
      const simulated = await predict(chain);
      const distinct = new Set(Object.values(simulated).map((end) => JSON.stringify(end)));
      expect(distinct.size).toBe(PROPAGATION_POLICIES.length);

      await deleteObject(cluster, chain.chain.deploymentPath, policy);
      try {
        await quiet(cluster);
        const real = await realEnd(cluster, chain);
        expect(real).toEqual(ENDS[policy]);
        expect(simulated[policy]).toEqual(real);
      } finally {
        await letGo(cluster, chain);
      }
    },
  );
});
