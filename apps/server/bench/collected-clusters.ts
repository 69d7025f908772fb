import { CollectProcess } from '../../../tools/real-cluster/src/collect/collect-process.ts';
import { ensureNamespace } from '../../../tools/real-cluster/src/deployment-chain.ts';
import { inParallel } from '../../../tools/real-cluster/src/differential/play.ts';
import {
  createObject,
  type DeletePropagation,
  deleteObject,
  listMetadata,
} from '../../../tools/real-cluster/src/objects.ts';
import { quiet } from '../../../tools/real-cluster/src/quiet.ts';
import { RealCluster } from '../../../tools/real-cluster/src/real-cluster.ts';
import { waitFor } from '../../../tools/real-cluster/src/wait-for.ts';

/** A real cluster, and what collects it. */
export interface Collected {
  readonly cluster: RealCluster;
  /** Ours; the other one is collected by its controller manager. */
  readonly ours?: CollectProcess;
  stop(): Promise<void>;
}

/** With or without the limits on requests that a controller manager has by default. */
export type Limits = 'usual' | 'none';

/** More requests than any collector sends. */
const NO_LIMIT = 100_000;
const HOUR = 3_600_000;

/** A cluster with the collector of its controller manager. */
export async function collectedByReal(limits: Limits): Promise<Collected> {
  const cluster = await RealCluster.start({
    controllers: ['garbage-collector-controller'],
    // As in production: the log of each step costs time.
    verbosity: 0,
    ...(limits === 'none' ? { kubeApiQps: NO_LIMIT } : {}),
  });
  return { cluster, stop: () => cluster.stop() };
}

/** A cluster with the built `gcscope collect`. */
export async function collectedByOurs(limits: Limits): Promise<Collected> {
  const cluster = await RealCluster.start({ controllers: ['namespace-controller'] });
  try {
    const ours = await startOurs(cluster, limits);
    await ours.ready();
    return {
      cluster,
      ours,
      stop: async () => {
        await ours.kill();
        await cluster.stop();
      },
    };
  } catch (error) {
    await cluster.stop();
    throw error;
  }
}

/**
 * The built `gcscope collect` beside a cluster that has no collector yet. It has the credentials of the controller manager, a token of
 * `system:masters`: to verify a ServiceAccount and its rights takes the API server a tenth more for each request.
 */
export async function startOurs(cluster: RealCluster, limits: Limits): Promise<CollectProcess> {
  const { kubeconfigPath: kubeconfig } = cluster;
  const flags = limits === 'none' ? ['--kube-api-qps=0'] : [];
  return CollectProcess.start({ kubeconfig, folder: cluster.folder, flags, isBuilt: true });
}

let namespaces = 0;

/** Seconds from the deletion of an owner of so many ConfigMaps until the collector has done what the policy asks. */
export async function secondsToDelete(
  { cluster }: Collected,
  policy: DeletePropagation,
  count: number,
): Promise<number> {
  const namespace = `bench-${++namespaces}`;
  await ensureNamespace(cluster, namespace);
  const path = `/api/v1/namespaces/${namespace}/configmaps`;
  const { uid } = await createObject(cluster, path, { metadata: { name: 'owner' } });
  const owner = { apiVersion: 'v1', kind: 'ConfigMap', name: 'owner', uid };
  const ownerReferences = [{ ...owner, blockOwnerDeletion: true }];
  await inParallel([...Array(count).keys()], async (at) => {
    await createObject(cluster, path, { metadata: { name: `dependent-${at}`, ownerReferences } });
  });
  await quiet(cluster, { silence: 1000 });
  const began = performance.now();
  await deleteObject(cluster, `${path}/owner`, policy);
  await waitFor(
    `${policy} deletion of ${count} dependents`,
    async () => ((await isDone(cluster, path, policy)) ? true : undefined),
    { within: HOUR },
  );
  return (performance.now() - began) / 1000;
}

/** Waiting costs the server next to nothing. */
async function isDone(
  cluster: RealCluster,
  path: string,
  policy: DeletePropagation,
): Promise<boolean> {
  if (policy !== 'Background') return (await cluster.request('GET', `${path}/owner`)).code === 404;
  return (await listMetadata(cluster, `${path}?limit=1`)).length === 0;
}
