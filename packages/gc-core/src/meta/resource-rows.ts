import type { ApiResource } from './api-resource.ts';

/** One resource of a group: plural, kind, scope and short names. */
export type ResourceRow = readonly [
  resource: string,
  kind: string,
  scope: 'ns' | 'cluster',
  ...short: string[],
];

/** The rows of a group in one version; without `verbs` everything can be done with them. */
export function resourceGroup(
  name: string,
  version: string,
  rows: readonly ResourceRow[],
  verbs?: readonly string[],
): ApiResource[] {
  return rows.map(([resource, kind, scope, ...shortNames]) => ({
    group: name,
    version,
    resource,
    kind,
    namespaced: scope === 'ns',
    ...(shortNames.length > 0 ? { shortNames } : {}),
    ...(verbs ? { verbs } : {}),
  }));
}

/** Kinds that are created and never stored (KM-05). */
function createOnly(
  name: string,
  version: string,
  rows: readonly ResourceRow[],
): readonly ApiResource[] {
  return resourceGroup(name, version, rows, ['create']);
}

/** The kinds of `v1` that are served but not watched, in every release (KM-05, KM-06). */
export const UNWATCHED_CORE: readonly ApiResource[] = [
  ...createOnly('', 'v1', [['bindings', 'Binding', 'ns']]),
  ...resourceGroup(
    '',
    'v1',
    [['componentstatuses', 'ComponentStatus', 'cluster', 'cs']],
    ['get', 'list'],
  ),
];

/** The reviews of tokens in `authentication.k8s.io`. */
export function tokenReviews(version: string): readonly ApiResource[] {
  return createOnly('authentication.k8s.io', version, [['tokenreviews', 'TokenReview', 'cluster']]);
}

/** The review that tells a user who they are; since 1.28 in `v1`. */
export const SELF_SUBJECT_REVIEWS: readonly ApiResource[] = createOnly(
  'authentication.k8s.io',
  'v1',
  [['selfsubjectreviews', 'SelfSubjectReview', 'cluster']],
);

/** The access reviews of `authorization.k8s.io`. */
export function accessReviews(version: string): readonly ApiResource[] {
  return createOnly('authorization.k8s.io', version, [
    ['localsubjectaccessreviews', 'LocalSubjectAccessReview', 'ns'],
    ['selfsubjectaccessreviews', 'SelfSubjectAccessReview', 'cluster'],
    ['subjectaccessreviews', 'SubjectAccessReview', 'cluster'],
  ]);
}

/** The review that lists what a user may do; since 1.8. */
export function rulesReviews(version: string): readonly ApiResource[] {
  return createOnly('authorization.k8s.io', version, [
    ['selfsubjectrulesreviews', 'SelfSubjectRulesReview', 'cluster'],
  ]);
}

/** The core group, the same in every release. */
export const CORE: readonly ResourceRow[] = [
  ['configmaps', 'ConfigMap', 'ns', 'cm'],
  ['endpoints', 'Endpoints', 'ns', 'ep'],
  ['events', 'Event', 'ns', 'ev'],
  ['limitranges', 'LimitRange', 'ns', 'limits'],
  ['namespaces', 'Namespace', 'cluster', 'ns'],
  ['nodes', 'Node', 'cluster', 'no'],
  ['persistentvolumeclaims', 'PersistentVolumeClaim', 'ns', 'pvc'],
  ['persistentvolumes', 'PersistentVolume', 'cluster', 'pv'],
  ['pods', 'Pod', 'ns', 'po'],
  ['podtemplates', 'PodTemplate', 'ns'],
  ['replicationcontrollers', 'ReplicationController', 'ns', 'rc'],
  ['resourcequotas', 'ResourceQuota', 'ns', 'quota'],
  ['secrets', 'Secret', 'ns'],
  ['serviceaccounts', 'ServiceAccount', 'ns', 'sa'],
  ['services', 'Service', 'ns', 'svc'],
];

/** The kinds of `apps/v1`. */
export const APPS: readonly ResourceRow[] = [
  ['controllerrevisions', 'ControllerRevision', 'ns'],
  ['daemonsets', 'DaemonSet', 'ns', 'ds'],
  ['deployments', 'Deployment', 'ns', 'deploy'],
  ['replicasets', 'ReplicaSet', 'ns', 'rs'],
  ['statefulsets', 'StatefulSet', 'ns', 'sts'],
];

/** The kinds of `rbac.authorization.k8s.io`. */
export const RBAC: readonly ResourceRow[] = [
  ['clusterrolebindings', 'ClusterRoleBinding', 'cluster'],
  ['clusterroles', 'ClusterRole', 'cluster'],
  ['rolebindings', 'RoleBinding', 'ns'],
  ['roles', 'Role', 'ns'],
];

/** The one kind of `autoscaling`. */
export const AUTOSCALERS: readonly ResourceRow[] = [
  ['horizontalpodautoscalers', 'HorizontalPodAutoscaler', 'ns', 'hpa'],
];

/** The webhooks of `admissionregistration.k8s.io`. */
export const WEBHOOKS: readonly ResourceRow[] = [
  ['mutatingwebhookconfigurations', 'MutatingWebhookConfiguration', 'cluster'],
  ['validatingwebhookconfigurations', 'ValidatingWebhookConfiguration', 'cluster'],
];

/** Custom resource definitions. */
export const DEFINITIONS: readonly ResourceRow[] = [
  ['customresourcedefinitions', 'CustomResourceDefinition', 'cluster', 'crd', 'crds'],
];

/** Aggregated APIs. */
export const API_SERVICES: readonly ResourceRow[] = [['apiservices', 'APIService', 'cluster']];

/** Certificate requests. */
export const CERTIFICATES: readonly ResourceRow[] = [
  ['certificatesigningrequests', 'CertificateSigningRequest', 'cluster', 'csr'],
];

/** Leases of leader election. */
export const LEASES: readonly ResourceRow[] = [['leases', 'Lease', 'ns']];

/** Events of `events.k8s.io`. */
export const EVENTS: readonly ResourceRow[] = [['events', 'Event', 'ns', 'ev']];

/** Disruption budgets. */
export const BUDGETS: readonly ResourceRow[] = [
  ['poddisruptionbudgets', 'PodDisruptionBudget', 'ns', 'pdb'],
];

/** Priority classes. */
export const PRIORITIES: readonly ResourceRow[] = [
  ['priorityclasses', 'PriorityClass', 'cluster', 'pc'],
];
