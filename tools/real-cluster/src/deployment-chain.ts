import { describeAnswer } from './api-client.ts';
import { createObject, listMetadata, type ObjectMetadata } from './objects.ts';
import type { RealCluster } from './real-cluster.ts';
import { waitFor } from './wait-for.ts';

/** A Deployment with what its controllers have made of it. */
export interface DeploymentChain {
  readonly namespace: string;
  readonly deployment: ObjectMetadata;
  readonly replicaSet: ObjectMetadata;
  readonly pods: readonly ObjectMetadata[];
  /** Uids of all objects, owners before dependents. */
  readonly uids: readonly string[];
  /** Where the Deployment is read and deleted. */
  readonly deploymentPath: string;
}

/**
 * Creates a Deployment, and its namespace if need be, and resolves when its ReplicaSet and all
 * `replicas` Pods exist. Needs the workload controllers. There is no scheduler and no kubelet: the
 * Pods have no node, stay Pending and are deleted without grace.
 */
export async function createDeploymentChain(
  cluster: RealCluster,
  namespace: string,
  name: string,
  replicas: number,
): Promise<DeploymentChain> {
  await ensureNamespace(cluster, namespace);
  const apps = `/apis/apps/v1/namespaces/${namespace}`;
  const labels = { app: name };
  const deployment = await createObject(cluster, `${apps}/deployments`, {
    metadata: { name, labels },
    spec: {
      replicas,
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        spec: { containers: [{ name: 'main', image: 'registry.k8s.io/pause:3.10' }] },
      },
    },
  });
  const [replicaSet] = await dependents(cluster, `${apps}/replicasets`, deployment, 1);
  if (replicaSet === undefined) throw new Error(`Deployment ${name} has no ReplicaSet.`);
  const pods = await dependents(
    cluster,
    `/api/v1/namespaces/${namespace}/pods`,
    replicaSet,
    replicas,
  );
  return {
    namespace,
    deployment,
    replicaSet,
    pods,
    uids: [deployment, replicaSet, ...pods].map(({ uid }) => uid),
    deploymentPath: `${apps}/deployments/${name}`,
  };
}

/** Creates the namespace unless it exists. */
export async function ensureNamespace(cluster: RealCluster, name: string): Promise<void> {
  const answer = await cluster.request('POST', '/api/v1/namespaces', { metadata: { name } });
  if (answer.code !== 201 && answer.code !== 409) {
    throw new Error(`Namespace ${name}: ${describeAnswer(answer)}`);
  }
}

function dependents(
  cluster: RealCluster,
  path: string,
  owner: ObjectMetadata,
  count: number,
): Promise<ObjectMetadata[]> {
  return waitFor(`${count} dependents of ${owner.name} in ${path}`, async () => {
    const all = await listMetadata(cluster, path);
    const own = all.filter(({ ownerReferences = [] }) =>
      ownerReferences.some(({ uid }) => uid === owner.uid),
    );
    return own.length === count ? own : undefined;
  });
}
