import type { ApiResource } from './api-resource.ts';
import { parseApiVersion } from './object-reference.ts';
import type { Release } from './releases.ts';
import { RESOURCE_ROWS } from './resource-rows.ts';

const ORDER: readonly Release[] = ['v1.4', 'v1.13', 'v1.17', 'v1.28', 'v1.36'];

/** The core group, the same in every release. */
const CORE =
  'configmaps endpoints events limitranges namespaces nodes persistentvolumeclaims ' +
  'persistentvolumes pods podtemplates replicationcontrollers resourcequotas secrets ' +
  'serviceaccounts services bindings componentstatuses';
const APPS = 'controllerrevisions daemonsets deployments replicasets statefulsets';
const ACCESS_REVIEWS = 'localsubjectaccessreviews selfsubjectaccessreviews subjectaccessreviews';
const FLOW_CONTROL = 'flowschemas prioritylevelconfigurations';
const RBAC = 'clusterrolebindings clusterroles rolebindings roles';

/** Resources that the releases between two serve by default; without the second, all later releases. */
type Served = readonly [apiVersion: string, resources: string, since: Release, until?: Release];

/**
 * The first version of a group's resource is the preferred one. Unlike the real one, `extensions` has its own storage here:
 * what is created there is not seen in `apps`, `autoscaling` or `batch`.
 */
const SERVED: readonly Served[] = [
  ['v1', CORE, 'v1.4'],
  ['apps/v1', APPS, 'v1.13'],
  ['apps/v1beta2', APPS, 'v1.13', 'v1.13'],
  ['apps/v1beta1', 'controllerrevisions deployments statefulsets', 'v1.13', 'v1.13'],
  ['apps/v1alpha1', 'petsets', 'v1.4', 'v1.4'],
  ['authentication.k8s.io/v1', 'tokenreviews', 'v1.13'],
  ['authentication.k8s.io/v1', 'selfsubjectreviews', 'v1.28'],
  ['authentication.k8s.io/v1beta1', 'tokenreviews', 'v1.4', 'v1.17'],
  ['authorization.k8s.io/v1', ACCESS_REVIEWS, 'v1.13'],
  ['authorization.k8s.io/v1', 'selfsubjectrulesreviews', 'v1.13'],
  ['authorization.k8s.io/v1beta1', ACCESS_REVIEWS, 'v1.4', 'v1.17'],
  ['authorization.k8s.io/v1beta1', 'selfsubjectrulesreviews', 'v1.13', 'v1.17'],
  ['autoscaling/v2', 'horizontalpodautoscalers', 'v1.28'],
  ['autoscaling/v1', 'horizontalpodautoscalers', 'v1.4'],
  ['autoscaling/v2beta1', 'horizontalpodautoscalers', 'v1.13', 'v1.17'],
  ['autoscaling/v2beta2', 'horizontalpodautoscalers', 'v1.13', 'v1.17'],
  ['batch/v1', 'cronjobs', 'v1.28'],
  ['batch/v1', 'jobs', 'v1.4'],
  ['batch/v1beta1', 'cronjobs', 'v1.13', 'v1.17'],
  [
    'admissionregistration.k8s.io/v1',
    'mutatingadmissionpolicies mutatingadmissionpolicybindings',
    'v1.36',
  ],
  ['admissionregistration.k8s.io/v1', 'mutatingwebhookconfigurations', 'v1.17'],
  [
    'admissionregistration.k8s.io/v1',
    'validatingadmissionpolicies validatingadmissionpolicybindings',
    'v1.36',
  ],
  ['admissionregistration.k8s.io/v1', 'validatingwebhookconfigurations', 'v1.17'],
  ['admissionregistration.k8s.io/v1beta1', 'mutatingwebhookconfigurations', 'v1.13', 'v1.17'],
  ['admissionregistration.k8s.io/v1beta1', 'validatingwebhookconfigurations', 'v1.13', 'v1.17'],
  ['apiextensions.k8s.io/v1', 'customresourcedefinitions', 'v1.17'],
  ['apiextensions.k8s.io/v1beta1', 'customresourcedefinitions', 'v1.13', 'v1.17'],
  ['apiregistration.k8s.io/v1', 'apiservices', 'v1.13'],
  ['apiregistration.k8s.io/v1beta1', 'apiservices', 'v1.13', 'v1.17'],
  ['certificates.k8s.io/v1', 'certificatesigningrequests', 'v1.28'],
  ['certificates.k8s.io/v1beta1', 'certificatesigningrequests', 'v1.13', 'v1.17'],
  ['coordination.k8s.io/v1', 'leases', 'v1.17'],
  ['coordination.k8s.io/v1beta1', 'leases', 'v1.13', 'v1.17'],
  ['discovery.k8s.io/v1', 'endpointslices', 'v1.28'],
  ['discovery.k8s.io/v1beta1', 'endpointslices', 'v1.17', 'v1.17'],
  ['events.k8s.io/v1', 'events', 'v1.28'],
  ['events.k8s.io/v1beta1', 'events', 'v1.13', 'v1.17'],
  ['extensions/v1beta1', 'daemonsets deployments', 'v1.4', 'v1.13'],
  ['extensions/v1beta1', 'horizontalpodautoscalers', 'v1.4', 'v1.4'],
  ['extensions/v1beta1', 'ingresses', 'v1.4', 'v1.17'],
  ['extensions/v1beta1', 'jobs', 'v1.4', 'v1.4'],
  ['extensions/v1beta1', 'networkpolicies', 'v1.4', 'v1.13'],
  ['extensions/v1beta1', 'podsecuritypolicies', 'v1.13', 'v1.13'],
  ['extensions/v1beta1', 'replicasets', 'v1.4', 'v1.13'],
  ['extensions/v1beta1', 'thirdpartyresources', 'v1.4', 'v1.4'],
  ['flowcontrol.apiserver.k8s.io/v1', FLOW_CONTROL, 'v1.36'],
  ['flowcontrol.apiserver.k8s.io/v1beta3', FLOW_CONTROL, 'v1.28', 'v1.28'],
  ['flowcontrol.apiserver.k8s.io/v1beta2', FLOW_CONTROL, 'v1.28', 'v1.28'],
  ['networking.k8s.io/v1', 'ingressclasses ingresses', 'v1.28'],
  ['networking.k8s.io/v1', 'ipaddresses', 'v1.36'],
  ['networking.k8s.io/v1', 'networkpolicies', 'v1.13'],
  ['networking.k8s.io/v1', 'servicecidrs', 'v1.36'],
  ['networking.k8s.io/v1beta1', 'ingresses', 'v1.17', 'v1.17'],
  ['node.k8s.io/v1', 'runtimeclasses', 'v1.28'],
  ['node.k8s.io/v1beta1', 'runtimeclasses', 'v1.17', 'v1.17'],
  ['policy/v1', 'poddisruptionbudgets', 'v1.28'],
  ['policy/v1beta1', 'poddisruptionbudgets podsecuritypolicies', 'v1.13', 'v1.17'],
  ['policy/v1alpha1', 'poddisruptionbudgets', 'v1.4', 'v1.4'],
  ['rbac.authorization.k8s.io/v1', RBAC, 'v1.13'],
  ['rbac.authorization.k8s.io/v1beta1', RBAC, 'v1.13', 'v1.17'],
  ['resource.k8s.io/v1', 'deviceclasses resourceclaims resourceclaimtemplates', 'v1.36'],
  ['resource.k8s.io/v1', 'resourceslices', 'v1.36'],
  ['scheduling.k8s.io/v1', 'priorityclasses', 'v1.17'],
  ['scheduling.k8s.io/v1beta1', 'priorityclasses', 'v1.13', 'v1.17'],
  ['storage.k8s.io/v1', 'csidrivers', 'v1.28'],
  ['storage.k8s.io/v1', 'csinodes', 'v1.17'],
  ['storage.k8s.io/v1', 'csistoragecapacities', 'v1.28'],
  ['storage.k8s.io/v1', 'storageclasses volumeattachments', 'v1.13'],
  ['storage.k8s.io/v1', 'volumeattributesclasses', 'v1.36'],
  ['storage.k8s.io/v1beta1', 'csidrivers csinodes', 'v1.17', 'v1.17'],
  ['storage.k8s.io/v1beta1', 'storageclasses', 'v1.4', 'v1.17'],
  ['storage.k8s.io/v1beta1', 'volumeattachments', 'v1.13', 'v1.17'],
];

/** Kinds without all verbs: some are created but never stored (KM-05), others can be read but not watched (KM-06). */
const VERBS: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ...`bindings selfsubjectreviews selfsubjectrulesreviews tokenreviews ${ACCESS_REVIEWS}`
    .split(' ')
    .map((resource) => [resource, ['create']] as const),
  ['componentstatuses', ['get', 'list']],
]);

/** Had no short name in 1.4. */
const NAMED_LATER: ReadonlySet<string> = new Set(['poddisruptionbudgets', 'storageclasses']);

function resourceOf(apiVersion: string, name: string, release: Release): ApiResource {
  const row = RESOURCE_ROWS.get(name);
  if (!row) throw new Error(`${name} has no row`);
  const [resource, kind, scope, ...shortNames] = row;
  const hasShortNames = shortNames.length > 0 && !(release === 'v1.4' && NAMED_LATER.has(resource));
  const verbs = VERBS.get(resource);
  return {
    ...parseApiVersion(apiVersion),
    resource,
    kind,
    namespaced: scope === 'ns',
    ...(hasShortNames ? { shortNames } : {}),
    ...(verbs ? { verbs } : {}),
  };
}

function servedBy(release: Release): readonly ApiResource[] {
  const at = ORDER.indexOf(release);
  return SERVED.filter(
    ([, , since, until]) =>
      ORDER.indexOf(since) <= at && (until === undefined || at <= ORDER.indexOf(until)),
  ).flatMap(([apiVersion, resources]) =>
    resources.split(' ').map((name) => resourceOf(apiVersion, name, release)),
  );
}

/** The resources of each release. */
export const RESOURCES_BY_RELEASE: Readonly<Record<Release, readonly ApiResource[]>> = {
  'v1.4': servedBy('v1.4'),
  'v1.13': servedBy('v1.13'),
  'v1.17': servedBy('v1.17'),
  'v1.28': servedBy('v1.28'),
  'v1.36': servedBy('v1.36'),
};

const BUILT_IN_GROUPS: ReadonlySet<string> = new Set([
  ...Object.values(RESOURCES_BY_RELEASE).flatMap((all) => all.map(({ group }) => group)),
  // Groups of other API servers: no CustomResourceDefinition makes them.
  ...['metrics.k8s.io', 'custom.metrics.k8s.io', 'external.metrics.k8s.io'],
]);

/** Whether Kubernetes itself serves the group; the kinds of all others are custom resources, which discovery does not tell. */
export function isBuiltInGroup(group: string): boolean {
  return BUILT_IN_GROUPS.has(group);
}
