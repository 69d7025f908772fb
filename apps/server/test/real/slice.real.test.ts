import type { PackedSnapshot } from '@gcscope/gc-core/wire';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeReal } from '../../../../tools/real-cluster/src/describe-real.ts';
import { RealCluster } from '../../../../tools/real-cluster/src/real-cluster.ts';
import { waitFor } from '../../../../tools/real-cluster/src/wait-for.ts';
import { type Served, serve } from '../../../../tools/src/served-program.ts';

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

describeReal('gcscope and a real cluster', () => {
  let cluster: RealCluster;
  let served: Served;

  const snapshot = async (): Promise<PackedSnapshot> =>
    (await (await fetch(`${served.url}/api/v1/snapshot`)).json()) as PackedSnapshot;

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
});
