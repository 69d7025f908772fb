import type { Manifest } from '@gcscope/gc-core';
import { type Fields, fieldsOf } from '../cluster/decode-meta.ts';

/** What carries this label belongs to a run; its value is the run's id. */
export const RUN_LABEL = 'gcscope.dev/run';
/** What carries it is no object of the scenario but what its objects need. */
export const SET_UP_LABEL = 'gcscope.dev/set-up';

/** Nobody has it: what controllers and schedulers look for is never found. */
const NOBODY = 'gcscope-nobody';
const IMAGE = 'registry.k8s.io/pause:3.10';

type Filled = (manifest: Manifest, labels: Readonly<Record<string, string>>) => Fields;

const POD: Fields = {
  containers: [{ name: 'main', image: IMAGE }],
  schedulerName: NOBODY,
  automountServiceAccountToken: false,
};

function template(labels: Readonly<Record<string, string>>, more: Fields = {}): Fields {
  return { metadata: { labels }, spec: { ...POD, ...more } };
}

function selecting(more: Fields = {}): Filled {
  return (_, labels) => ({
    ...more,
    selector: { matchLabels: labels },
    template: template(labels),
  });
}

const ROLE_REF: Fields = {
  apiGroup: 'rbac.authorization.k8s.io',
  kind: 'ClusterRole',
  name: NOBODY,
};

/** The least `spec` that an API server takes, by group and kind; controllers make nothing of it. */
const SPECS: ReadonlyMap<string, Filled> = new Map<string, Filled>([
  ['/Pod', () => POD],
  ['/PodTemplate', () => ({})],
  [
    '/ReplicationController',
    (_, labels) => ({ replicas: 0, selector: labels, template: template(labels) }),
  ],
  ['apps/Deployment', selecting({ replicas: 0, paused: true })],
  ['apps/ReplicaSet', selecting({ replicas: 0 })],
  ['apps/StatefulSet', selecting({ replicas: 0, serviceName: NOBODY })],
  [
    'apps/DaemonSet',
    (_, labels) => ({
      selector: { matchLabels: labels },
      template: template(labels, { nodeSelector: { [NOBODY]: 'true' } }),
    }),
  ],
  ['batch/Job', () => ({ suspend: true, template: template({}, { restartPolicy: 'Never' }) })],
  [
    'batch/CronJob',
    () => ({
      suspend: true,
      schedule: '0 0 1 1 *',
      jobTemplate: { spec: { template: template({}, { restartPolicy: 'Never' }) } },
    }),
  ],
  ['/Service', () => ({ ports: [{ port: 80 }] })],
  [
    '/PersistentVolumeClaim',
    () => ({
      accessModes: ['ReadWriteOnce'],
      storageClassName: NOBODY,
      resources: { requests: { storage: '1Mi' } },
    }),
  ],
  [
    '/PersistentVolume',
    () => ({
      accessModes: ['ReadWriteOnce'],
      capacity: { storage: '1Mi' },
      hostPath: { path: '/nonexistent' },
      storageClassName: NOBODY,
      persistentVolumeReclaimPolicy: 'Retain',
    }),
  ],
  [
    'networking.k8s.io/Ingress',
    () => ({ defaultBackend: { service: { name: NOBODY, port: { number: 80 } } } }),
  ],
  ['networking.k8s.io/NetworkPolicy', (_, labels) => ({ podSelector: { matchLabels: labels } })],
  [
    'policy/PodDisruptionBudget',
    (_, labels) => ({ minAvailable: 0, selector: { matchLabels: labels } }),
  ],
  [
    'autoscaling/HorizontalPodAutoscaler',
    () => ({
      maxReplicas: 1,
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: NOBODY },
    }),
  ],
  ['/LimitRange', () => ({ limits: [] })],
]);

/** The same of kinds that keep it elsewhere than in `spec`. */
const FIELDS: ReadonlyMap<string, Filled> = new Map<string, Filled>([
  ['/PodTemplate', (_, labels) => ({ template: template(labels) })],
  ['/Event', ({ metadata }) => ({ involvedObject: { namespace: metadata.namespace ?? '' } })],
  [
    'events.k8s.io/Event',
    ({ metadata }) => ({
      eventTime: '2026-01-01T00:00:00.000000Z',
      type: 'Normal',
      reason: 'Scenario',
      action: 'Scenario',
      reportingController: 'gcscope.dev/scenario',
      reportingInstance: NOBODY,
      regarding: { namespace: metadata.namespace ?? '' },
    }),
  ],
  ['rbac.authorization.k8s.io/RoleBinding', () => ({ roleRef: ROLE_REF })],
  ['rbac.authorization.k8s.io/ClusterRoleBinding', () => ({ roleRef: ROLE_REF })],
  ['storage.k8s.io/StorageClass', () => ({ provisioner: 'gcscope.dev/nobody' })],
  ['scheduling.k8s.io/PriorityClass', () => ({ value: 0 })],
  ['discovery.k8s.io/EndpointSlice', () => ({ addressType: 'IPv4', endpoints: [] })],
  ['apps/ControllerRevision', () => ({ revision: 1 })],
]);

/**
 * The manifest with what an API server demands beside its metadata; what it says itself goes before. `labels` select nothing
 * but what is made from its template. A kind that is not known here is left as it is.
 */
export function withMinimalFields(
  group: string,
  manifest: Manifest,
  labels: Readonly<Record<string, string>>,
): Manifest {
  const key = `${group}/${manifest.kind}`;
  const spec = { ...SPECS.get(key)?.(manifest, labels), ...fieldsOf(manifest.spec) };
  return {
    ...FIELDS.get(key)?.(manifest, labels),
    ...manifest,
    ...(Object.keys(spec).length > 0 ? { spec } : {}),
  };
}
