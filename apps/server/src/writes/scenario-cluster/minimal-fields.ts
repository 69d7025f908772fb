import type { Manifest } from '@gcscope/gc-core';
import { type Fields, fieldsOf } from '../../cluster/answers/decode-meta.ts';
import type { Workload } from './workloads.ts';

/** Objects with this label belong to a run; its value is the run's id. */
export const RUN_LABEL = 'gcscope.dev/run';
/** Objects with this label are not part of the scenario, but its objects need them. */
export const SET_UP_LABEL = 'gcscope.dev/set-up';

/** A name that nothing has, so that controllers and schedulers find nothing. */
const NOBODY = 'gcscope-nobody';
const IMAGE = 'registry.k8s.io/pause:3.10';

type Filled = (manifest: Manifest, workload: Workload) => Fields;

const POD: Fields = {
  containers: [{ name: 'main', image: IMAGE }],
  schedulerName: NOBODY,
  automountServiceAccountToken: false,
};

/** A template from which no Pod can be created: its priority class does not exist, which is checked only then. */
function template(labels: Workload['selected'], more: Fields = {}): Fields {
  return { metadata: { labels }, spec: { ...POD, priorityClassName: NOBODY, ...more } };
}

function scaled(more: Fields): Filled {
  return (_, { selected, replicas }) => ({
    ...more,
    replicas,
    selector: { matchLabels: selected },
    template: template(selected),
  });
}

const JOB_POD: Fields = template({}, { restartPolicy: 'Never' });

const ROLE_REF: Fields = {
  apiGroup: 'rbac.authorization.k8s.io',
  kind: 'ClusterRole',
  name: NOBODY,
};

/** The least `spec` that an API server takes, by group and kind; controllers make nothing of it. */
const SPECS: ReadonlyMap<string, Filled> = new Map(
  Object.entries<Filled>({
    '/Pod': () => POD,
    '/ReplicationController': (_, { selected, replicas }) => ({
      replicas,
      selector: selected,
      template: template(selected),
    }),
    'apps/Deployment': scaled({ paused: true, strategy: { type: 'Recreate' } }),
    'apps/ReplicaSet': scaled({}),
    'apps/StatefulSet': scaled({ serviceName: NOBODY, updateStrategy: { type: 'OnDelete' } }),
    'apps/DaemonSet': (_, { selected }) => ({
      selector: { matchLabels: selected },
      updateStrategy: { type: 'OnDelete' },
      template: template(selected, { nodeSelector: { [NOBODY]: 'true' } }),
    }),
    // A suspended Job ends its Pods, unless another controller manages it.
    'batch/Job': () => ({ suspend: true, managedBy: 'gcscope.dev/nobody', template: JOB_POD }),
    'batch/CronJob': () => ({
      suspend: true,
      schedule: '0 0 1 1 *',
      jobTemplate: { spec: { template: JOB_POD } },
    }),
    '/Service': () => ({ ports: [{ port: 80 }] }),
    '/PersistentVolumeClaim': () => ({
      accessModes: ['ReadWriteOnce'],
      storageClassName: NOBODY,
      resources: { requests: { storage: '1Mi' } },
    }),
    '/PersistentVolume': () => ({
      accessModes: ['ReadWriteOnce'],
      capacity: { storage: '1Mi' },
      hostPath: { path: '/nonexistent' },
      storageClassName: NOBODY,
      persistentVolumeReclaimPolicy: 'Retain',
    }),
    'networking.k8s.io/Ingress': () => ({
      defaultBackend: { service: { name: NOBODY, port: { number: 80 } } },
    }),
    'networking.k8s.io/NetworkPolicy': (_, { selected }) => ({
      podSelector: { matchLabels: selected },
    }),
    'policy/PodDisruptionBudget': (_, { selected }) => ({
      minAvailable: 0,
      selector: { matchLabels: selected },
    }),
    'autoscaling/HorizontalPodAutoscaler': () => ({
      maxReplicas: 1,
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: NOBODY },
    }),
    '/LimitRange': () => ({ limits: [] }),
  }),
);

/** The same of kinds that keep it elsewhere than in `spec`. */
const FIELDS: ReadonlyMap<string, Filled> = new Map(
  Object.entries<Filled>({
    '/PodTemplate': (_, { selected }) => ({ template: template(selected) }),
    '/Event': ({ metadata }) => ({ involvedObject: { namespace: metadata.namespace ?? '' } }),
    'events.k8s.io/Event': ({ metadata }) => ({
      eventTime: '2026-01-01T00:00:00.000000Z',
      type: 'Normal',
      reason: 'Scenario',
      action: 'Scenario',
      reportingController: 'gcscope.dev/scenario',
      reportingInstance: NOBODY,
      regarding: { namespace: metadata.namespace ?? '' },
    }),
    'rbac.authorization.k8s.io/RoleBinding': () => ({ roleRef: ROLE_REF }),
    'rbac.authorization.k8s.io/ClusterRoleBinding': () => ({ roleRef: ROLE_REF }),
    'storage.k8s.io/StorageClass': () => ({ provisioner: 'gcscope.dev/nobody' }),
    'scheduling.k8s.io/PriorityClass': () => ({ value: 0 }),
    'discovery.k8s.io/EndpointSlice': () => ({ addressType: 'IPv4', endpoints: [] }),
    'apps/ControllerRevision': () => ({ revision: 1 }),
  }),
);

/**
 * The manifest with what an API server demands beside its metadata; what it says itself goes before. A kind that is not
 * known here is left as it is.
 */
export function withMinimalFields(group: string, manifest: Manifest, workload: Workload): Manifest {
  const key = `${group}/${manifest.kind}`;
  const spec = { ...SPECS.get(key)?.(manifest, workload), ...fieldsOf(manifest.spec) };
  return {
    ...FIELDS.get(key)?.(manifest, workload),
    ...manifest,
    ...(Object.keys(spec).length > 0 ? { spec } : {}),
  };
}
