import type { ApiResource } from './api-resource.ts';
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

/** The kinds that Kubernetes 1.28 serves by default. */
export const RESOURCES_1_28: readonly ApiResource[] = [
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
