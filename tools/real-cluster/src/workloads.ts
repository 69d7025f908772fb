import { defineKind } from './define-kind.ts';
import { ensureNamespace } from './deployment-chain.ts';
import { createObject, listMetadata, type ObjectMetadata } from './objects.ts';
import type { RealCluster } from './real-cluster.ts';
import { waitFor } from './wait-for.ts';

const LABELS = { app: 'web' };
const containers = [{ name: 'main', image: 'registry.k8s.io/pause:3.10' }];
const template = { metadata: { labels: LABELS }, spec: { containers } };
const selector = { matchLabels: LABELS };
const job = {
  template: { spec: { containers, restartPolicy: 'Never' } },
  parallelism: 2,
  completions: 2,
};
const GROUP = 'workloads.example.com';
const GIZMOS = `${GROUP}/v1`;

/** Where controllers find and make the parts of workloads: apiVersion, kind and resource. */
export const PARTS = [
  ['v1', 'Pod', 'pods'],
  ['v1', 'ConfigMap', 'configmaps'],
  ['v1', 'PersistentVolumeClaim', 'persistentvolumeclaims'],
  ['apps/v1', 'Deployment', 'deployments'],
  ['apps/v1', 'ReplicaSet', 'replicasets'],
  ['apps/v1', 'StatefulSet', 'statefulsets'],
  ['apps/v1', 'ControllerRevision', 'controllerrevisions'],
  ['batch/v1', 'Job', 'jobs'],
  ['batch/v1', 'CronJob', 'cronjobs'],
  [GIZMOS, 'Gizmo', 'gizmos'],
] as const;

/** The path of a collection of parts in a namespace. */
export function partsPath(namespace: string, resource: (typeof PARTS)[number][2]): string {
  const [apiVersion = 'v1'] = PARTS.find((each) => each[2] === resource) ?? [];
  const root = apiVersion === 'v1' ? '/api/v1' : `/apis/${apiVersion}`;
  return `${root}/namespaces/${namespace}/${resource}`;
}

/** A workload in a namespace, and what of it is to be deleted. */
interface Target {
  readonly path: string;
  readonly uid: string;
}

type Build = (cluster: RealCluster, namespace: string) => Promise<Target>;

async function create(
  cluster: RealCluster,
  collection: string,
  name: string,
  {
    metadata = {},
    ...body
  }: { readonly metadata?: object; readonly [field: string]: unknown } = {},
): Promise<Target> {
  const { uid } = await createObject(cluster, collection, {
    ...body,
    metadata: { ...metadata, name },
  });
  return { path: `${collection}/${name}`, uid };
}

async function has(
  cluster: RealCluster,
  path: string,
  count: number,
): Promise<readonly ObjectMetadata[]> {
  return waitFor(`${count} in ${path}`, async () => {
    const found = await listMetadata(cluster, path);
    return found.length >= count ? found : undefined;
  });
}

/** What controllers make of an object, once `parts` are there. */
function made(
  resource: (typeof PARTS)[number][2],
  spec: object,
  ...parts: readonly (readonly [(typeof PARTS)[number][2], number])[]
): Build {
  return async (cluster, namespace) => {
    const target = await create(cluster, partsPath(namespace, resource), 'web', { spec });
    for (const [part, count] of parts) await has(cluster, partsPath(namespace, part), count);
    return target;
  };
}

const deployment = made(
  'deployments',
  { replicas: 2, selector, template },
  ['replicasets', 1],
  ['pods', 2],
);

/** A part that a controller makes anew. */
function partOf(build: Build, resource: (typeof PARTS)[number][2]): Build {
  return async (cluster, namespace) => {
    await build(cluster, namespace);
    const path = partsPath(namespace, resource);
    const [first] = await has(cluster, path, 1);
    return { path: `${path}/${first?.name}`, uid: first?.uid ?? '' };
  };
}

function statefulSet(whenDeleted: 'Delete' | 'Retain'): Build {
  const spec = {
    accessModes: ['ReadWriteOnce'],
    resources: { requests: { storage: '1Gi' } },
    storageClassName: '',
  };
  return made(
    'statefulsets',
    {
      replicas: 2,
      podManagementPolicy: 'Parallel',
      serviceName: 'web',
      selector,
      template,
      volumeClaimTemplates: [{ metadata: { name: 'data' }, spec }],
      persistentVolumeClaimRetentionPolicy: { whenDeleted, whenScaled: 'Retain' },
    },
    ['pods', 2],
    ['persistentvolumeclaims', 2],
  );
}

/** A CronJob with a Job that was started by hand. */
const cronJob: Build = async (cluster, namespace) => {
  const spec = { schedule: '0 0 1 1 *', suspend: true, jobTemplate: { spec: job } };
  const target = await made('cronjobs', spec)(cluster, namespace);
  const owner = { apiVersion: 'batch/v1', kind: 'CronJob', name: 'web', uid: target.uid };
  const metadata = { ownerReferences: [{ ...owner, controller: true }] };
  await create(cluster, partsPath(namespace, 'jobs'), 'by-hand', { metadata, spec: job });
  await has(cluster, partsPath(namespace, 'pods'), 2);
  return target;
};

/** A custom kind with an object of it, which owns another. */
const definition: Build = async (cluster, namespace) => {
  const made = await defineKind(cluster, GROUP, 'Gizmo', ['v1']);
  const type = { apiVersion: GIZMOS, kind: 'Gizmo' };
  const { uid } = await create(cluster, partsPath(namespace, 'gizmos'), 'owner', type);
  const metadata = { ownerReferences: [{ ...type, name: 'owner', uid }] };
  await create(cluster, partsPath(namespace, 'configmaps'), 'part', { metadata });
  return made;
};

/** What is deleted, and with which policies. */
const PLANS = {
  deployment: [deployment, 'Background', 'Foreground', 'Orphan'],
  'replica-set': [partOf(deployment, 'replicasets'), 'Background'],
  pod: [partOf(deployment, 'pods'), 'Background'],
  'claims-deleted': [statefulSet('Delete'), 'Background', 'Foreground'],
  'claims-retained': [statefulSet('Retain'), 'Background', 'Orphan'],
  job: [made('jobs', job, ['pods', 2]), 'Background', 'Foreground'],
  'cron-job': [cronJob, 'Background', 'Orphan'],
  definition: [definition, 'Background'],
} as const;

/** A workload in a namespace of its own, and how its target is to be deleted. */
export interface Workload extends Target {
  readonly namespace: string;
  readonly policy: 'Background' | 'Foreground' | 'Orphan';
}

/** Makes all of them. */
export async function makeWorkloads(cluster: RealCluster): Promise<Workload[]> {
  const all = Object.entries(PLANS).flatMap(([plan, [build, ...policies]]) =>
    policies.map(async (policy): Promise<Workload> => {
      const namespace = `${plan}-${policy.toLowerCase()}`;
      await ensureNamespace(cluster, namespace);
      return { namespace, policy, ...(await build(cluster, namespace)) };
    }),
  );
  return Promise.all(all);
}
