import type { ApiResource } from './api-resource.ts';
import {
  AUTOSCALERS,
  accessReviews,
  CORE,
  resourceGroup as group,
  tokenReviews,
  UNWATCHED_CORE,
} from './resource-rows.ts';

/**
 * The kinds that Kubernetes 1.4 serves by default: Deployments and ReplicaSets only in `extensions/v1beta1`.
 * Unlike the real one, `extensions` has its own storage here, for Jobs and autoscalers too.
 */
export const RESOURCES_1_4: readonly ApiResource[] = [
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
