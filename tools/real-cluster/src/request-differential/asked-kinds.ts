/** A JSON object of a request. */
export type Json = Readonly<Record<string, unknown>>;

/** A kind that requests are about. */
export interface AskedKind {
  readonly kind: string;
  /** Served versions as `apiVersion`s; the first one is asked for what is stored. */
  readonly versions: readonly string[];
  readonly resource: string;
  readonly namespaced: boolean;
  /** Labels that a server gives it where it has none. */
  readonly labels?: Json;
  /** What objects hold beside their metadata; one of them is drawn. */
  readonly contents: readonly Json[];
  /** A merge patch of the content that a real server accepts whenever it comes. */
  readonly change: Json;
  /** Merge patches of the status; without one the kind has no such subresource, or it is not asked for. */
  readonly statuses: readonly Json[];
}

const CONTAINERS = [{ name: 'c', image: 'i' }];
const TEMPLATE = { metadata: { labels: { a: 'b' } }, spec: { containers: CONTAINERS } };
const SELECTED = { selector: { matchLabels: { a: 'b' } }, template: TEMPLATE };
const JOB_SPEC = {
  manualSelector: true,
  selector: SELECTED.selector,
  template: { ...TEMPLATE, spec: { ...TEMPLATE.spec, restartPolicy: 'Never' } },
};
const CONDITION = {
  type: 'example.com/ready',
  status: 'True',
  reason: 'Ready',
  message: '',
  lastTransitionTime: '2020-01-01T00:00:00Z',
};
const PLAIN = { versions: ['v1'], namespaced: true, statuses: [] };

export const ASKED_KINDS: readonly AskedKind[] = [
  {
    ...PLAIN,
    kind: 'ConfigMap',
    resource: 'configmaps',
    contents: [{}, { data: { k: 'v' } }],
    change: { data: { k: 'w' } },
  },
  {
    ...PLAIN,
    kind: 'Secret',
    resource: 'secrets',
    contents: [{ type: 'Opaque' }],
    change: { data: { k: 'dw==' } },
  },
  {
    ...PLAIN,
    kind: 'Pod',
    resource: 'pods',
    contents: [
      { spec: { containers: CONTAINERS } },
      { spec: { containers: CONTAINERS, nodeName: 'n' } },
      { spec: { containers: CONTAINERS, nodeName: 'n', terminationGracePeriodSeconds: 0 } },
      { spec: { containers: CONTAINERS, nodeName: 'n', terminationGracePeriodSeconds: 60 } },
      { spec: { containers: CONTAINERS, terminationGracePeriodSeconds: 60 } },
    ],
    change: { spec: { containers: [{ name: 'c', image: 'j' }] } },
    statuses: [{ phase: 'Failed' }, { phase: 'Succeeded' }, { phase: 'Running' }],
  },
  {
    ...PLAIN,
    kind: 'Deployment',
    versions: ['apps/v1'],
    resource: 'deployments',
    contents: [{ spec: SELECTED }],
    change: { spec: { replicas: 2 } },
    statuses: [{ observedGeneration: 1 }],
  },
  {
    ...PLAIN,
    kind: 'Job',
    labels: TEMPLATE.metadata.labels,
    versions: ['batch/v1'],
    resource: 'jobs',
    contents: [{ spec: JOB_SPEC }],
    change: { spec: { suspend: true } },
  },
  {
    ...PLAIN,
    kind: 'Service',
    resource: 'services',
    contents: [{ spec: { clusterIP: 'None', ports: [{ port: 80 }] } }],
    change: { spec: { publishNotReadyAddresses: true } },
    statuses: [{ conditions: [CONDITION] }],
  },
  {
    ...PLAIN,
    kind: 'ClusterRole',
    versions: ['rbac.authorization.k8s.io/v1'],
    resource: 'clusterroles',
    namespaced: false,
    contents: [{ rules: [] }],
    change: { rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }] },
  },
  {
    ...PLAIN,
    kind: 'Namespace',
    resource: 'namespaces',
    namespaced: false,
    contents: [{}],
    change: {},
  },
  {
    ...PLAIN,
    kind: 'HorizontalPodAutoscaler',
    versions: ['autoscaling/v2', 'autoscaling/v1'],
    resource: 'horizontalpodautoscalers',
    contents: [
      {
        spec: {
          scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'd' },
          maxReplicas: 3,
        },
      },
    ],
    change: { spec: { maxReplicas: 4 } },
    statuses: [{ desiredReplicas: 1, currentReplicas: 1, observedGeneration: 1 }],
  },
];
