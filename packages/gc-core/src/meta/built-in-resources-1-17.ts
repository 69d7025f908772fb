import type { ApiResource } from './api-resource.ts';
import {
  API_SERVICES,
  APPS,
  AUTOSCALERS,
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
  WEBHOOKS,
} from './resource-rows.ts';

const INGRESSES: readonly ResourceRow[] = [['ingresses', 'Ingress', 'ns', 'ing']];
const STORAGE: readonly ResourceRow[] = [
  ['csinodes', 'CSINode', 'cluster'],
  ['storageclasses', 'StorageClass', 'cluster', 'sc'],
  ['volumeattachments', 'VolumeAttachment', 'cluster'],
];

/** The deletable, listable and watchable kinds that Kubernetes 1.17 serves by default: of the apps only `apps/v1`. */
export const RESOURCES_1_17: readonly ApiResource[] = [
  ...group('', 'v1', CORE),
  ...group('apps', 'v1', APPS),
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
  ...group('storage.k8s.io', 'v1', STORAGE),
  ...group('storage.k8s.io', 'v1beta1', [['csidrivers', 'CSIDriver', 'cluster'], ...STORAGE]),
];
