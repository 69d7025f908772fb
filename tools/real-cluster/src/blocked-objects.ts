import { ensureNamespace } from './deployment-chain.ts';
import { createObject, type DeletePropagation, deleteObject } from './objects.ts';
import type { RealCluster } from './real-cluster.ts';

const HOLD = 'example.com/hold';
const ROLES = '/apis/rbac.authorization.k8s.io/v1/clusterroles';

/**
 * Objects in every kind of blocked deletion, in a namespace of their own. The collector should not run meanwhile: it would
 * end some before anybody has looked.
 */
export async function makeBlockedObjects(cluster: RealCluster, namespace: string): Promise<void> {
  await ensureNamespace(cluster, namespace);
  const collection = `/api/v1/namespaces/${namespace}/configmaps`;
  const create = async (name: string, metadata: object = {}): Promise<object> => {
    const { uid } = await createObject(cluster, collection, { metadata: { name, ...metadata } });
    return { apiVersion: 'v1', kind: 'ConfigMap', name, uid, blockOwnerDeletion: true };
  };
  const remove = (name: string, policy: DeletePropagation): Promise<void> =>
    deleteObject(cluster, `${collection}/${name}`, policy);

  for (const policy of ['Background', 'Foreground', 'Orphan'] as const) {
    const name = `held-${policy.toLowerCase()}`;
    await create(name, { finalizers: [HOLD] });
    await remove(name, policy);
  }
  // Two that wait for each other, since they were deleted before the collector looked (AD-16).
  for (const [cycle, finalizers] of Object.entries({ cycle: [], 'held-cycle': [HOLD] })) {
    const first = await create(`${cycle}-0`, { finalizers });
    const second = await create(`${cycle}-1`, { finalizers, ownerReferences: [first] });
    const patch = { metadata: { ownerReferences: [second] } };
    await cluster.request('PATCH', `${collection}/${cycle}-0`, patch);
    for (const at of [0, 1]) await remove(`${cycle}-${at}`, 'Foreground');
  }
  const blocked = await create('blocked');
  await create('blocker', { ownerReferences: [blocked], finalizers: [HOLD] });
  await remove('blocked', 'Foreground');
  // The collector never looks at the role's owner, which waits for the role (CL-04, DM-10).
  const ownerReferences = [await create('blocked-by-role')];
  await createObject(cluster, ROLES, {
    metadata: { name: `${namespace}-blocks`, ownerReferences },
    rules: [],
  });
  await remove('blocked-by-role', 'Foreground');
}
