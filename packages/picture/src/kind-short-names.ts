import { visibleText } from '@gcscope/gc-core/wire';

/** Short names of Kubernetes' own kinds as `kubectl api-resources` lists them; without `no`, which reads as a word. */
export const SHORT_NAMES: ReadonlyMap<string, string> = new Map([
  ['CertificateSigningRequest', 'csr'],
  ['ConfigMap', 'cm'],
  ['CronJob', 'cj'],
  ['CustomResourceDefinition', 'crd'],
  ['DaemonSet', 'ds'],
  ['Deployment', 'deploy'],
  ['Endpoints', 'ep'],
  ['Event', 'ev'],
  ['HorizontalPodAutoscaler', 'hpa'],
  ['Ingress', 'ing'],
  ['LimitRange', 'limits'],
  ['Namespace', 'ns'],
  ['NetworkPolicy', 'netpol'],
  ['PersistentVolume', 'pv'],
  ['PersistentVolumeClaim', 'pvc'],
  ['Pod', 'po'],
  ['PodDisruptionBudget', 'pdb'],
  ['PriorityClass', 'pc'],
  ['ReplicaSet', 'rs'],
  ['ReplicationController', 'rc'],
  ['ResourceQuota', 'quota'],
  ['Service', 'svc'],
  ['ServiceAccount', 'sa'],
  ['StatefulSet', 'sts'],
  ['StorageClass', 'sc'],
]);

/** kubectl's short name of a kind: `pvc`; `undefined` if it has none. */
export function shortKind(kind: string): string | undefined {
  return SHORT_NAMES.get(kind);
}

/** A kind of at least so many letters more than its short name is said by that. */
const LEAST_SAVED = 2;

/** The name of a kind where each letter counts: `rs`, but `Pod`, for `po` saves nothing. */
export function briefKind(kind: string): string {
  const short = shortKind(kind);
  return short !== undefined && kind.length - short.length >= LEAST_SAVED
    ? short
    : visibleText(kind);
}
