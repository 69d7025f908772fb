import { createObject } from '../objects.ts';
import type { RealCluster } from '../real-cluster.ts';
import { waitFor } from '../wait-for.ts';

export const WIDGET = ['populated.example.com/v1', 'Widget'] as const;
/** The same kind in two versions. */
export const GADGET = ['populated.example.com/v1', 'Gadget'] as const;
export const OLD_GADGET = ['populated.example.com/v1beta1', 'Gadget'] as const;

/** A custom kind in these versions, the stored one first; resolves when it is served. */
export async function defineKind(
  cluster: RealCluster,
  kind: string,
  versions: readonly string[],
): Promise<{ readonly path: string; readonly uid: string }> {
  const group = 'populated.example.com';
  const plural = `${kind.toLowerCase()}s`;
  const collection = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
  const schema = {
    openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
  };
  const { uid } = await createObject(cluster, collection, {
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      scope: 'Namespaced',
      names: { plural, singular: kind.toLowerCase(), kind },
      versions: versions.map((name, at) => ({ name, served: true, storage: at === 0, schema })),
    },
  });
  await waitFor(`${kind} to be served`, async () => {
    const last = `/apis/${group}/${versions.at(-1)}/${plural}`;
    return (await cluster.request('GET', last)).code === 200 ? true : undefined;
  });
  return { path: `${collection}/${plural}.${group}`, uid };
}
