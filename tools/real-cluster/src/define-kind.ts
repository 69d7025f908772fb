import { createObject } from './objects.ts';
import type { RealCluster } from './real-cluster.ts';
import { waitFor } from './wait-for.ts';

const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

/** Has a namespaced custom kind served in these versions, the stored one first; resolves when all of them are. */
export async function defineKind(
  cluster: RealCluster,
  group: string,
  kind: string,
  versions: readonly string[],
  more: { readonly subresources?: object } = {},
): Promise<{ readonly path: string; readonly uid: string }> {
  const singular = kind.toLowerCase();
  const plural = `${singular}s`;
  const name = `${plural}.${group}`;
  const openAPIV3Schema = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
  const version = { served: true, schema: { openAPIV3Schema }, ...more };
  const { uid } = await createObject(cluster, DEFINITIONS, {
    metadata: { name },
    spec: {
      group,
      scope: 'Namespaced',
      names: { plural, singular, kind },
      versions: versions.map((each, at) => ({ ...version, name: each, storage: at === 0 })),
    },
  });
  for (const each of versions) {
    await waitFor(`${kind} to be served in ${each}`, async () => {
      const { code } = await cluster.request('GET', `/apis/${group}/${each}/${plural}`);
      return code === 200 ? true : undefined;
    });
  }
  return { path: `${DEFINITIONS}/${name}`, uid };
}
