import { type ApiResource, groupResource, groupResources } from '../meta/api-resource.ts';
import type { ApiObject, ObjectMeta } from '../meta/object-meta.ts';
import type { ReleaseProfile } from '../meta/releases.ts';
import { sameJson } from './json-value.ts';
import { NAMESPACES } from './namespaces.ts';

/** Kinds whose desired state is numbered by `metadata.generation`, beside all custom resources and, in newer releases, Pods. */
const WITH_GENERATION: ReadonlySet<string> = groupResources({
  '': 'podtemplates replicationcontrollers',
  'admissionregistration.k8s.io':
    'mutatingadmissionpolicies mutatingadmissionpolicybindings ' +
    'mutatingwebhookconfigurations validatingadmissionpolicies ' +
    'validatingadmissionpolicybindings validatingwebhookconfigurations',
  'apiextensions.k8s.io': 'customresourcedefinitions',
  apps: 'daemonsets deployments replicasets statefulsets',
  batch: 'cronjobs jobs',
  'discovery.k8s.io': 'endpointslices',
  extensions: 'daemonsets deployments ingresses jobs networkpolicies replicasets',
  'flowcontrol.apiserver.k8s.io': 'flowschemas prioritylevelconfigurations',
  'networking.k8s.io': 'ingressclasses ingresses networkpolicies',
  policy: 'poddisruptionbudgets',
  'resource.k8s.io': 'resourceslices',
  'scheduling.k8s.io': 'priorityclasses',
});

/** Built-in kinds whose status is written through `/status` only. */
const WITH_STATUS: ReadonlySet<string> = groupResources({
  '':
    'namespaces nodes persistentvolumeclaims persistentvolumes pods ' +
    'replicationcontrollers resourcequotas services',
  'apiextensions.k8s.io': 'customresourcedefinitions',
  'apiregistration.k8s.io': 'apiservices',
  apps: 'daemonsets deployments replicasets statefulsets',
  autoscaling: 'horizontalpodautoscalers',
  batch: 'cronjobs jobs',
  'certificates.k8s.io': 'certificatesigningrequests',
  extensions: 'daemonsets deployments ingresses jobs replicasets',
  'flowcontrol.apiserver.k8s.io': 'flowschemas prioritylevelconfigurations',
  'networking.k8s.io': 'ingresses servicecidrs',
  policy: 'poddisruptionbudgets',
  'resource.k8s.io': 'resourceclaims',
  'storage.k8s.io': 'volumeattachments',
});

/** Whether objects of the kind have a generation: ConfigMaps, Secrets and Namespaces, for example, never have one. */
export function hasGeneration(
  resource: ApiResource,
  { podsHaveGeneration }: Pick<ReleaseProfile, 'podsHaveGeneration'>,
): boolean {
  const key = groupResource(resource);
  return (
    resource.custom === true || WITH_GENERATION.has(key) || (podsHaveGeneration && key === '/pods')
  );
}

/** Whether the kind's status is left alone by an update of the object itself. */
export function protectsStatus(resource: ApiResource): boolean {
  return WITH_STATUS.has(groupResource(resource));
}

/** Whether the resource has the subresource; a custom resource takes its status both ways, its definition is not looked at. */
export function servesSubresource(resource: ApiResource, subresource: string | undefined): boolean {
  if (subresource === undefined) return true;
  if (subresource === 'status') return resource.custom === true || protectsStatus(resource);
  return subresource === 'finalize' && groupResource(resource) === NAMESPACES;
}

/** Kinds whose status is written without their metadata. */
const STATUS_ALONE: ReadonlySet<string> = groupResources({
  'apiregistration.k8s.io': 'apiservices',
  'flowcontrol.apiserver.k8s.io': 'flowschemas prioritylevelconfigurations',
  'networking.k8s.io': 'servicecidrs',
  'resource.k8s.io': 'resourceclaims',
  'storage.k8s.io': 'volumeattachments',
});

/** The parts of the metadata that kinds keep all the same. */
const KEPT_BY_STATUS: ReadonlyMap<string, readonly (keyof ObjectMeta)[]> = new Map([
  ['/pods', ['ownerReferences', 'deletionTimestamp']],
  ['apps/deployments', ['labels']],
]);

/** The metadata of an object after an update of its status that carried `sent` (API-66). */
export function metadataAfterStatus(
  resource: ApiResource,
  stored: ObjectMeta,
  sent: ObjectMeta,
): ObjectMeta {
  const key = groupResource(resource);
  if (resource.custom === true || STATUS_ALONE.has(key)) return stored;
  const kept = KEPT_BY_STATUS.get(key) ?? [];
  return { ...sent, ...Object.fromEntries(kept.map((part) => [part, stored[part]])) };
}

/** The part of the metadata that belongs to the desired state of a kind (API-67). */
const DESIRED_METADATA: ReadonlyMap<string, keyof ObjectMeta> = new Map([
  ['apps/deployments', 'annotations'],
  ['discovery.k8s.io/endpointslices', 'labels'],
  ['extensions/deployments', 'annotations'],
]);

/** Whether two states of an object want the same, whatever their status and nearly all of their metadata. */
export function sameDesiredState(resource: ApiResource, a: ApiObject, b: ApiObject): boolean {
  const part = DESIRED_METADATA.get(groupResource(resource));
  const desired = ({ metadata, status: _status, ...rest }: ApiObject): unknown => [
    rest,
    part && metadata[part],
  ];
  return sameJson(desired(a), desired(b));
}
