import type { ApiResource } from './api-resource.ts';
import type { Release } from './releases.ts';
import {
  API_SERVICES,
  APPS,
  AUTOSCALERS,
  accessReviews,
  BUDGETS,
  CERTIFICATES,
  CORE,
  DEFINITIONS,
  EVENTS,
  resourceGroup as group,
  LEASES,
  PRIORITIES,
  RBAC,
  type ResourceRow,
  rulesReviews,
  SELF_SUBJECT_REVIEWS,
  tokenReviews,
  UNWATCHED_CORE,
  WEBHOOKS,
} from './resource-rows.ts';

const FLOW_CONTROL: readonly ResourceRow[] = [
  ['flowschemas', 'FlowSchema', 'cluster'],
  ['prioritylevelconfigurations', 'PriorityLevelConfiguration', 'cluster'],
];
const INGRESSES: readonly ResourceRow[] = [['ingresses', 'Ingress', 'ns', 'ing']];

/** The kinds that Kubernetes 1.36 serves by default. */
const RESOURCES_1_36: readonly ApiResource[] = [
  ...group('', 'v1', CORE),
  ...UNWATCHED_CORE,
  ...group('apps', 'v1', APPS),
  ...tokenReviews('v1'),
  ...SELF_SUBJECT_REVIEWS,
  ...accessReviews('v1'),
  ...rulesReviews('v1'),
  ...group('autoscaling', 'v2', AUTOSCALERS),
  ...group('autoscaling', 'v1', AUTOSCALERS),
  ...group('batch', 'v1', [
    ['cronjobs', 'CronJob', 'ns', 'cj'],
    ['jobs', 'Job', 'ns'],
  ]),
  ...group('admissionregistration.k8s.io', 'v1', [
    ['mutatingadmissionpolicies', 'MutatingAdmissionPolicy', 'cluster'],
    ['mutatingadmissionpolicybindings', 'MutatingAdmissionPolicyBinding', 'cluster'],
    ['mutatingwebhookconfigurations', 'MutatingWebhookConfiguration', 'cluster'],
    ['validatingadmissionpolicies', 'ValidatingAdmissionPolicy', 'cluster'],
    ['validatingadmissionpolicybindings', 'ValidatingAdmissionPolicyBinding', 'cluster'],
    ['validatingwebhookconfigurations', 'ValidatingWebhookConfiguration', 'cluster'],
  ]),
  ...group('apiextensions.k8s.io', 'v1', DEFINITIONS),
  ...group('apiregistration.k8s.io', 'v1', API_SERVICES),
  ...group('certificates.k8s.io', 'v1', CERTIFICATES),
  ...group('coordination.k8s.io', 'v1', LEASES),
  ...group('discovery.k8s.io', 'v1', [['endpointslices', 'EndpointSlice', 'ns']]),
  ...group('events.k8s.io', 'v1', EVENTS),
  ...group('flowcontrol.apiserver.k8s.io', 'v1', FLOW_CONTROL),
  ...group('networking.k8s.io', 'v1', [
    ['ingressclasses', 'IngressClass', 'cluster'],
    ['ingresses', 'Ingress', 'ns', 'ing'],
    ['ipaddresses', 'IPAddress', 'cluster', 'ip'],
    ['networkpolicies', 'NetworkPolicy', 'ns', 'netpol'],
    ['servicecidrs', 'ServiceCIDR', 'cluster'],
  ]),
  ...group('node.k8s.io', 'v1', [['runtimeclasses', 'RuntimeClass', 'cluster']]),
  ...group('policy', 'v1', BUDGETS),
  ...group('rbac.authorization.k8s.io', 'v1', RBAC),
  ...group('resource.k8s.io', 'v1', [
    ['deviceclasses', 'DeviceClass', 'cluster'],
    ['resourceclaims', 'ResourceClaim', 'ns'],
    ['resourceclaimtemplates', 'ResourceClaimTemplate', 'ns'],
    ['resourceslices', 'ResourceSlice', 'cluster'],
  ]),
  ...group('scheduling.k8s.io', 'v1', PRIORITIES),
  ...group('storage.k8s.io', 'v1', [
    ['csidrivers', 'CSIDriver', 'cluster'],
    ['csinodes', 'CSINode', 'cluster'],
    ['csistoragecapacities', 'CSIStorageCapacity', 'ns'],
    ['storageclasses', 'StorageClass', 'cluster', 'sc'],
    ['volumeattachments', 'VolumeAttachment', 'cluster'],
    ['volumeattributesclasses', 'VolumeAttributesClass', 'cluster', 'vac'],
  ]),
];

/** The kinds that Kubernetes 1.28 serves by default. */
const RESOURCES_1_28: readonly ApiResource[] = [
  ...group('', 'v1', CORE),
  ...UNWATCHED_CORE,
  ...group('apps', 'v1', APPS),
  ...tokenReviews('v1'),
  ...SELF_SUBJECT_REVIEWS,
  ...accessReviews('v1'),
  ...rulesReviews('v1'),
  ...group('autoscaling', 'v2', AUTOSCALERS),
  ...group('autoscaling', 'v1', AUTOSCALERS),
  ...group('batch', 'v1', [
    ['cronjobs', 'CronJob', 'ns', 'cj'],
    ['jobs', 'Job', 'ns'],
  ]),
  ...group('admissionregistration.k8s.io', 'v1', WEBHOOKS),
  ...group('apiextensions.k8s.io', 'v1', DEFINITIONS),
  ...group('apiregistration.k8s.io', 'v1', API_SERVICES),
  ...group('certificates.k8s.io', 'v1', CERTIFICATES),
  ...group('coordination.k8s.io', 'v1', LEASES),
  ...group('discovery.k8s.io', 'v1', [['endpointslices', 'EndpointSlice', 'ns']]),
  ...group('events.k8s.io', 'v1', EVENTS),
  ...group('flowcontrol.apiserver.k8s.io', 'v1beta3', FLOW_CONTROL),
  ...group('flowcontrol.apiserver.k8s.io', 'v1beta2', FLOW_CONTROL),
  ...group('networking.k8s.io', 'v1', [
    ['ingressclasses', 'IngressClass', 'cluster'],
    ['ingresses', 'Ingress', 'ns', 'ing'],
    ['networkpolicies', 'NetworkPolicy', 'ns', 'netpol'],
  ]),
  ...group('node.k8s.io', 'v1', [['runtimeclasses', 'RuntimeClass', 'cluster']]),
  ...group('policy', 'v1', BUDGETS),
  ...group('rbac.authorization.k8s.io', 'v1', RBAC),
  ...group('scheduling.k8s.io', 'v1', PRIORITIES),
  ...group('storage.k8s.io', 'v1', [
    ['csidrivers', 'CSIDriver', 'cluster'],
    ['csinodes', 'CSINode', 'cluster'],
    ['csistoragecapacities', 'CSIStorageCapacity', 'ns'],
    ['storageclasses', 'StorageClass', 'cluster', 'sc'],
    ['volumeattachments', 'VolumeAttachment', 'cluster'],
  ]),
];

const STORAGE_1_17: readonly ResourceRow[] = [
  ['csinodes', 'CSINode', 'cluster'],
  ['storageclasses', 'StorageClass', 'cluster', 'sc'],
  ['volumeattachments', 'VolumeAttachment', 'cluster'],
];

/** The kinds that Kubernetes 1.17 serves by default: of the apps only `apps/v1`. */
const RESOURCES_1_17: readonly ApiResource[] = [
  ...group('', 'v1', CORE),
  ...UNWATCHED_CORE,
  ...group('apps', 'v1', APPS),
  ...tokenReviews('v1'),
  ...tokenReviews('v1beta1'),
  ...accessReviews('v1'),
  ...rulesReviews('v1'),
  ...accessReviews('v1beta1'),
  ...rulesReviews('v1beta1'),
  ...group('autoscaling', 'v1', AUTOSCALERS),
  ...group('autoscaling', 'v2beta1', AUTOSCALERS),
  ...group('autoscaling', 'v2beta2', AUTOSCALERS),
  ...group('batch', 'v1', [['jobs', 'Job', 'ns']]),
  ...group('batch', 'v1beta1', [['cronjobs', 'CronJob', 'ns', 'cj']]),
  ...group('admissionregistration.k8s.io', 'v1', WEBHOOKS),
  ...group('admissionregistration.k8s.io', 'v1beta1', WEBHOOKS),
  ...group('apiextensions.k8s.io', 'v1', DEFINITIONS),
  ...group('apiextensions.k8s.io', 'v1beta1', DEFINITIONS),
  ...group('apiregistration.k8s.io', 'v1', API_SERVICES),
  ...group('apiregistration.k8s.io', 'v1beta1', API_SERVICES),
  ...group('certificates.k8s.io', 'v1beta1', CERTIFICATES),
  ...group('coordination.k8s.io', 'v1', LEASES),
  ...group('coordination.k8s.io', 'v1beta1', LEASES),
  ...group('discovery.k8s.io', 'v1beta1', [['endpointslices', 'EndpointSlice', 'ns']]),
  ...group('events.k8s.io', 'v1beta1', EVENTS),
  ...group('extensions', 'v1beta1', INGRESSES),
  ...group('networking.k8s.io', 'v1', [['networkpolicies', 'NetworkPolicy', 'ns', 'netpol']]),
  ...group('networking.k8s.io', 'v1beta1', INGRESSES),
  ...group('node.k8s.io', 'v1beta1', [['runtimeclasses', 'RuntimeClass', 'cluster']]),
  ...group('policy', 'v1beta1', [
    ...BUDGETS,
    ['podsecuritypolicies', 'PodSecurityPolicy', 'cluster', 'psp'],
  ]),
  ...group('rbac.authorization.k8s.io', 'v1', RBAC),
  ...group('rbac.authorization.k8s.io', 'v1beta1', RBAC),
  ...group('scheduling.k8s.io', 'v1', PRIORITIES),
  ...group('scheduling.k8s.io', 'v1beta1', PRIORITIES),
  ...group('storage.k8s.io', 'v1', STORAGE_1_17),
  ...group('storage.k8s.io', 'v1beta1', [['csidrivers', 'CSIDriver', 'cluster'], ...STORAGE_1_17]),
];

const STORAGE_1_13: readonly ResourceRow[] = [
  ['storageclasses', 'StorageClass', 'cluster', 'sc'],
  ['volumeattachments', 'VolumeAttachment', 'cluster'],
];

/**
 * The kinds that Kubernetes 1.13 serves by default, the old versions of the apps among them.
 * Unlike the real one, `extensions` has its own storage here: what is created there is not seen in `apps`.
 */
const RESOURCES_1_13: readonly ApiResource[] = [
  ...group('', 'v1', CORE),
  ...UNWATCHED_CORE,
  ...group('apps', 'v1', APPS),
  ...group('apps', 'v1beta2', APPS),
  ...group('apps', 'v1beta1', [
    ['controllerrevisions', 'ControllerRevision', 'ns'],
    ['deployments', 'Deployment', 'ns', 'deploy'],
    ['statefulsets', 'StatefulSet', 'ns', 'sts'],
  ]),
  ...tokenReviews('v1'),
  ...tokenReviews('v1beta1'),
  ...accessReviews('v1'),
  ...rulesReviews('v1'),
  ...accessReviews('v1beta1'),
  ...rulesReviews('v1beta1'),
  ...group('autoscaling', 'v1', AUTOSCALERS),
  ...group('autoscaling', 'v2beta1', AUTOSCALERS),
  ...group('autoscaling', 'v2beta2', AUTOSCALERS),
  ...group('batch', 'v1', [['jobs', 'Job', 'ns']]),
  ...group('batch', 'v1beta1', [['cronjobs', 'CronJob', 'ns', 'cj']]),
  ...group('admissionregistration.k8s.io', 'v1beta1', WEBHOOKS),
  ...group('apiextensions.k8s.io', 'v1beta1', DEFINITIONS),
  ...group('apiregistration.k8s.io', 'v1', API_SERVICES),
  ...group('apiregistration.k8s.io', 'v1beta1', API_SERVICES),
  ...group('certificates.k8s.io', 'v1beta1', CERTIFICATES),
  ...group('coordination.k8s.io', 'v1beta1', LEASES),
  ...group('events.k8s.io', 'v1beta1', EVENTS),
  ...group('extensions', 'v1beta1', [
    ['daemonsets', 'DaemonSet', 'ns', 'ds'],
    ['deployments', 'Deployment', 'ns', 'deploy'],
    ['ingresses', 'Ingress', 'ns', 'ing'],
    ['networkpolicies', 'NetworkPolicy', 'ns', 'netpol'],
    ['podsecuritypolicies', 'PodSecurityPolicy', 'cluster', 'psp'],
    ['replicasets', 'ReplicaSet', 'ns', 'rs'],
  ]),
  ...group('networking.k8s.io', 'v1', [['networkpolicies', 'NetworkPolicy', 'ns', 'netpol']]),
  ...group('policy', 'v1beta1', [
    ...BUDGETS,
    ['podsecuritypolicies', 'PodSecurityPolicy', 'cluster', 'psp'],
  ]),
  ...group('rbac.authorization.k8s.io', 'v1', RBAC),
  ...group('rbac.authorization.k8s.io', 'v1beta1', RBAC),
  ...group('scheduling.k8s.io', 'v1beta1', PRIORITIES),
  ...group('storage.k8s.io', 'v1', STORAGE_1_13),
  ...group('storage.k8s.io', 'v1beta1', STORAGE_1_13),
];

/**
 * The kinds that Kubernetes 1.4 serves by default: Deployments and ReplicaSets only in `extensions/v1beta1`.
 * Unlike the real one, `extensions` has its own storage here, for Jobs and autoscalers too.
 */
const RESOURCES_1_4: readonly ApiResource[] = [
  ...group('', 'v1', CORE),
  ...UNWATCHED_CORE,
  ...group('apps', 'v1alpha1', [['petsets', 'PetSet', 'ns']]),
  ...tokenReviews('v1beta1'),
  ...accessReviews('v1beta1'),
  ...group('autoscaling', 'v1', AUTOSCALERS),
  ...group('batch', 'v1', [['jobs', 'Job', 'ns']]),
  ...group('extensions', 'v1beta1', [
    ['daemonsets', 'DaemonSet', 'ns', 'ds'],
    ['deployments', 'Deployment', 'ns', 'deploy'],
    ...AUTOSCALERS,
    ['ingresses', 'Ingress', 'ns', 'ing'],
    ['jobs', 'Job', 'ns'],
    ['networkpolicies', 'NetworkPolicy', 'ns', 'netpol'],
    ['replicasets', 'ReplicaSet', 'ns', 'rs'],
    ['thirdpartyresources', 'ThirdPartyResource', 'cluster'],
  ]),
  ...group('policy', 'v1alpha1', [['poddisruptionbudgets', 'PodDisruptionBudget', 'ns']]),
  ...group('storage.k8s.io', 'v1beta1', [['storageclasses', 'StorageClass', 'cluster']]),
];

/** What each release serves; the first version of a group's resource is the preferred one. */
export const RESOURCES_BY_RELEASE: Readonly<Record<Release, readonly ApiResource[]>> = {
  'v1.4': RESOURCES_1_4,
  'v1.13': RESOURCES_1_13,
  'v1.17': RESOURCES_1_17,
  'v1.28': RESOURCES_1_28,
  'v1.36': RESOURCES_1_36,
};

const BUILT_IN_GROUPS: ReadonlySet<string> = new Set([
  ...Object.values(RESOURCES_BY_RELEASE).flatMap((all) => all.map(({ group }) => group)),
  // Of other API servers: no definition makes them.
  ...['metrics.k8s.io', 'custom.metrics.k8s.io', 'external.metrics.k8s.io'],
]);

/** Whether Kubernetes itself serves the group; the kinds of all others are custom resources, which discovery does not tell. */
export function isBuiltInGroup(group: string): boolean {
  return BUILT_IN_GROUPS.has(group);
}
