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
  tokenReviews,
  UNWATCHED_CORE,
  WEBHOOKS,
} from './resource-rows.ts';

const STORAGE: readonly ResourceRow[] = [
  ['storageclasses', 'StorageClass', 'cluster', 'sc'],
  ['volumeattachments', 'VolumeAttachment', 'cluster'],
];

/**
 * The kinds that Kubernetes 1.13 serves by default, the old versions of the apps among them.
 * Unlike the real one, `extensions` has its own storage here: what is created there is not seen in `apps`.
 */
export const RESOURCES_1_13: readonly ApiResource[] = [
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
  ...group('storage.k8s.io', 'v1', STORAGE),
  ...group('storage.k8s.io', 'v1beta1', STORAGE),
];
