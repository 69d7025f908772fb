import type { ApiResource } from './resource-table.ts';

type Row = readonly [resource: string, kind: string, scope: 'ns' | 'cluster', ...short: string[]];

function group(name: string, version: string, rows: readonly Row[]): ApiResource[] {
  return rows.map(([resource, kind, scope, ...shortNames]) => ({
    group: name,
    version,
    resource,
    kind,
    namespaced: scope === 'ns',
    ...(shortNames.length > 0 ? { shortNames } : {}),
  }));
}

/** The deletable, listable and watchable kinds that Kubernetes 1.36 serves by default. */
export const BUILT_IN_RESOURCES: readonly ApiResource[] = [
  ...group('', 'v1', [
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
  ]),
  ...group('apps', 'v1', [
    ['controllerrevisions', 'ControllerRevision', 'ns'],
    ['daemonsets', 'DaemonSet', 'ns', 'ds'],
    ['deployments', 'Deployment', 'ns', 'deploy'],
    ['replicasets', 'ReplicaSet', 'ns', 'rs'],
    ['statefulsets', 'StatefulSet', 'ns', 'sts'],
  ]),
  ...group('autoscaling', 'v2', [
    ['horizontalpodautoscalers', 'HorizontalPodAutoscaler', 'ns', 'hpa'],
  ]),
  ...group('autoscaling', 'v1', [
    ['horizontalpodautoscalers', 'HorizontalPodAutoscaler', 'ns', 'hpa'],
  ]),
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
  ...group('apiextensions.k8s.io', 'v1', [
    ['customresourcedefinitions', 'CustomResourceDefinition', 'cluster', 'crd', 'crds'],
  ]),
  ...group('apiregistration.k8s.io', 'v1', [['apiservices', 'APIService', 'cluster']]),
  ...group('certificates.k8s.io', 'v1', [
    ['certificatesigningrequests', 'CertificateSigningRequest', 'cluster', 'csr'],
  ]),
  ...group('coordination.k8s.io', 'v1', [['leases', 'Lease', 'ns']]),
  ...group('discovery.k8s.io', 'v1', [['endpointslices', 'EndpointSlice', 'ns']]),
  ...group('events.k8s.io', 'v1', [['events', 'Event', 'ns', 'ev']]),
  ...group('flowcontrol.apiserver.k8s.io', 'v1', [
    ['flowschemas', 'FlowSchema', 'cluster'],
    ['prioritylevelconfigurations', 'PriorityLevelConfiguration', 'cluster'],
  ]),
  ...group('networking.k8s.io', 'v1', [
    ['ingressclasses', 'IngressClass', 'cluster'],
    ['ingresses', 'Ingress', 'ns', 'ing'],
    ['ipaddresses', 'IPAddress', 'cluster', 'ip'],
    ['networkpolicies', 'NetworkPolicy', 'ns', 'netpol'],
    ['servicecidrs', 'ServiceCIDR', 'cluster'],
  ]),
  ...group('node.k8s.io', 'v1', [['runtimeclasses', 'RuntimeClass', 'cluster']]),
  ...group('policy', 'v1', [['poddisruptionbudgets', 'PodDisruptionBudget', 'ns', 'pdb']]),
  ...group('rbac.authorization.k8s.io', 'v1', [
    ['clusterrolebindings', 'ClusterRoleBinding', 'cluster'],
    ['clusterroles', 'ClusterRole', 'cluster'],
    ['rolebindings', 'RoleBinding', 'ns'],
    ['roles', 'Role', 'ns'],
  ]),
  ...group('resource.k8s.io', 'v1', [
    ['deviceclasses', 'DeviceClass', 'cluster'],
    ['resourceclaims', 'ResourceClaim', 'ns'],
    ['resourceclaimtemplates', 'ResourceClaimTemplate', 'ns'],
    ['resourceslices', 'ResourceSlice', 'cluster'],
  ]),
  ...group('scheduling.k8s.io', 'v1', [['priorityclasses', 'PriorityClass', 'cluster', 'pc']]),
  ...group('storage.k8s.io', 'v1', [
    ['csidrivers', 'CSIDriver', 'cluster'],
    ['csinodes', 'CSINode', 'cluster'],
    ['csistoragecapacities', 'CSIStorageCapacity', 'ns'],
    ['storageclasses', 'StorageClass', 'cluster', 'sc'],
    ['volumeattachments', 'VolumeAttachment', 'cluster'],
    ['volumeattributesclasses', 'VolumeAttributesClass', 'cluster', 'vac'],
  ]),
];
