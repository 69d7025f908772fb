import { describeAnswer } from '../api-client.ts';
import { waitFor } from '../wait-for.ts';
import type { Land, Made } from './land.ts';

export const DEPLOYMENT = ['apps/v1', 'Deployment'] as const;
export const REPLICA_SET = ['apps/v1', 'ReplicaSet'] as const;
const STATEFUL_SET = ['apps/v1', 'StatefulSet'] as const;
const DAEMON_SET = ['apps/v1', 'DaemonSet'] as const;
const JOB = ['batch/v1', 'Job'] as const;
const CRON_JOB = ['batch/v1', 'CronJob'] as const;
export const POD = ['v1', 'Pod'] as const;
const SERVICE = ['v1', 'Service'] as const;
export const ENDPOINT_SLICE = ['discovery.k8s.io/v1', 'EndpointSlice'] as const;
const CLAIM = ['v1', 'PersistentVolumeClaim'] as const;
const VOLUME = ['v1', 'PersistentVolume'] as const;
export const SERVICE_ACCOUNT = ['v1', 'ServiceAccount'] as const;

const LABELS = { app: 'web' };
const containers = [{ name: 'main', image: 'registry.k8s.io/pause:3.10' }];
const template = { metadata: { labels: LABELS }, spec: { containers } };
const selector = { matchLabels: LABELS };
const claim = {
  accessModes: ['ReadWriteOnce'],
  resources: { requests: { storage: '1Gi' } },
  storageClassName: '',
};

/** A Deployment with one ReplicaSet. */
export async function firstRevision(land: Land): Promise<Made> {
  const spec = { replicas: 2, selector, template };
  const made = await land.create(DEPLOYMENT, 'web', { spec });
  await land.has(REPLICA_SET, 1);
  await land.has(POD, 2);
  return made;
}

/** A Deployment with an old ReplicaSet beside the present one. Its Pods get no node, so no rollout ends. */
export async function deployment(land: Land): Promise<Made> {
  const made = await firstRevision(land);
  const annotations = { revision: 'second' };
  const answer = await land.cluster.request('PATCH', made.path, {
    spec: { template: { metadata: { annotations } } },
  });
  if (answer.code !== 200) throw new Error(`${made.path}: ${describeAnswer(answer)}`);
  await land.has(REPLICA_SET, 2);
  return made;
}

/** A StatefulSet with a claim for each Pod. */
export async function statefulSet(land: Land, whenDeleted: 'Delete' | 'Retain'): Promise<Made> {
  const made = await land.create(STATEFUL_SET, 'db', {
    spec: {
      replicas: 2,
      podManagementPolicy: 'Parallel',
      serviceName: 'db',
      selector,
      template,
      volumeClaimTemplates: [{ metadata: { name: 'data' }, spec: claim }],
      persistentVolumeClaimRetentionPolicy: { whenDeleted, whenScaled: 'Retain' },
    },
  });
  await land.has(POD, 2);
  await land.has(CLAIM, 2);
  return made;
}

/** A DaemonSet; needs a Node for its Pod. */
export async function daemonSet(land: Land): Promise<Made> {
  const made = await land.create(DAEMON_SET, 'agent', { spec: { selector, template } });
  await land.has(POD, 1);
  return made;
}

const job = {
  template: { spec: { containers, restartPolicy: 'Never' } },
  parallelism: 2,
  completions: 2,
};

/** A Job whose Pods keep the finalizer that counts them. */
export async function jobWithPods(land: Land): Promise<Made> {
  const made = await land.create(JOB, 'once', { spec: job });
  await land.has(POD, 2);
  return made;
}

/** A CronJob with a Job that was started by hand. */
export async function cronJob(land: Land): Promise<Made> {
  const made = await land.create(CRON_JOB, 'nightly', {
    spec: { schedule: '0 0 1 1 *', suspend: true, jobTemplate: { spec: job } },
  });
  const ownerReferences = [{ ...made.reference, controller: true }];
  await land.create(JOB, 'nightly-by-hand', { spec: job }, { ownerReferences });
  await land.has(POD, 2);
  return made;
}

/** A Service with Endpoints and an EndpointSlice. */
export async function service(land: Land): Promise<Made> {
  const spec = { selector: LABELS, ports: [{ port: 80 }] };
  const made = await land.create(SERVICE, 'web', { spec });
  await land.has(ENDPOINT_SLICE, 1);
  return made;
}

/** A claim that is bound to a volume of its own. */
export async function boundClaim(
  land: Land,
): Promise<{ readonly claim: Made; readonly volume: Made }> {
  const name = `${land.namespace}-data`;
  const volume = await land.create(VOLUME, name, {
    spec: {
      capacity: { storage: '1Gi' },
      accessModes: claim.accessModes,
      hostPath: { path: '/nowhere' },
      // No claim of a StatefulSet may take it.
      claimRef: { apiVersion: 'v1', kind: CLAIM[1], namespace: land.namespace, name: 'data' },
      persistentVolumeReclaimPolicy: 'Retain',
    },
  });
  const made = await land.create(CLAIM, 'data', { spec: { ...claim, volumeName: name } });
  await waitFor(`${made.path} to be bound`, async () => {
    const { body } = await land.cluster.request('GET', made.path);
    const { status } = body as { readonly status?: { readonly phase?: string } };
    return status?.phase === 'Bound' ? true : undefined;
  });
  return { claim: made, volume };
}

/** A Node without a kubelet: DaemonSets make Pods for it, which never run. */
export async function emptyNode(land: Land): Promise<void> {
  await land.create(['v1', 'Node'], 'empty', { spec: { unschedulable: true } });
}
