import { createObject } from '../objects.ts';
import type { RealCluster } from '../real-cluster.ts';
import { waitFor } from '../wait-for.ts';
import { serviceAccountKubeconfig } from './service-account-kubeconfig.ts';

const RBAC = '/apis/rbac.authorization.k8s.io/v1';
const GROUP = 'rbac.authorization.k8s.io';
const REVIEWS = '/apis/authorization.k8s.io/v1/subjectaccessreviews';

/** What a rule of a ClusterRole allows. */
export interface Rule {
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  readonly verbs: readonly string[];
}

/** All that the real collector may do. */
export const COLLECTS: Rule = {
  apiGroups: ['*'],
  resources: ['*'],
  verbs: ['get', 'list', 'watch', 'patch', 'update', 'delete'],
};
/** What leader election needs beside that. */
export const ELECTS: Rule = {
  apiGroups: ['coordination.k8s.io'],
  resources: ['leases'],
  verbs: ['create'],
};

/** A service account of kube-system with these rights, and its kubeconfig. */
export async function accountWith(
  cluster: RealCluster,
  name: string,
  rules: readonly Rule[],
): Promise<{ readonly kubeconfig: string; readonly user: string }> {
  const kubeconfig = await serviceAccountKubeconfig(cluster, name);
  await grant(cluster, name, rules);
  return { kubeconfig, user: `system:serviceaccount:kube-system:${name}` };
}

/** Gives a service account of kube-system rights under a name of their own, by default its own; resolves when they hold. */
export async function grant(
  cluster: RealCluster,
  account: string,
  rules: readonly Rule[],
  name: string = account,
): Promise<void> {
  await createObject(cluster, `${RBAC}/clusterroles`, { metadata: { name }, rules });
  await createObject(cluster, `${RBAC}/clusterrolebindings`, {
    metadata: { name },
    roleRef: { apiGroup: GROUP, kind: 'ClusterRole', name },
    subjects: [{ kind: 'ServiceAccount', name: account, namespace: 'kube-system' }],
  });
  // The authorizer sees a binding a moment later, and who was refused asks again only after a while.
  const [group, resource, verb] = [rules[0]?.apiGroups, rules[0]?.resources, rules[0]?.verbs].map(
    (each) => each?.at(-1),
  );
  const user = `system:serviceaccount:kube-system:${account}`;
  const spec = { user, resourceAttributes: { group, resource, verb } };
  await waitFor(`${account} to have its rights`, async () => {
    const { body } = await cluster.request('POST', REVIEWS, { spec });
    return (body as { status?: { allowed: boolean } }).status?.allowed ? true : undefined;
  });
}
