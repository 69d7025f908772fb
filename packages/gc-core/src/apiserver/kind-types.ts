import { type ApiResource, groupResource } from '../meta/api-resource.ts';
import {
  BOOL,
  BYTES,
  INT64,
  type JsonType,
  listOf,
  mapTo,
  OPAQUE,
  openStruct,
  STRING,
  type StructType,
  struct,
  text,
} from './json-types.ts';
import { OBJECT_META } from './meta-types.ts';

/** The fields of a kind beside its coordinates and metadata; `prefix` is `v1.Pod` of a Pod. */
type Content = (prefix: string) => Readonly<Record<string, JsonType>>;

/** What a desired state holds is not modelled: it is kept as it came. */
const spec: Content = (prefix) => ({ spec: openStruct(`${prefix}Spec`) });
const specAndStatus: Content = (prefix) => ({
  ...spec(prefix),
  status: openStruct(`${prefix}Status`),
});
const named =
  (...names: readonly string[]): Content =>
  () =>
    Object.fromEntries(names.map((name) => [name, OPAQUE]));

const rules = { rules: listOf({ form: 'opaque', name: 'v1.PolicyRule' }) } as const;
const binding: Content = () => ({
  subjects: listOf({ form: 'opaque', name: 'v1.Subject' }),
  roleRef: openStruct('v1.RoleRef'),
});

/** By `group/resource`. Fields that other releases do not have are few; kinds that 1.36 does not have keep everything. */
const CONTENT: ReadonlyMap<string, Content> = new Map<string, Content>([
  ['/configmaps', () => ({ immutable: BOOL, data: mapTo(STRING), binaryData: mapTo(BYTES) })],
  [
    '/secrets',
    () => ({
      immutable: BOOL,
      data: mapTo(BYTES),
      stringData: mapTo(STRING),
      type: text('v1.SecretType'),
    }),
  ],
  [
    '/namespaces',
    () => ({
      spec: struct('v1.NamespaceSpec', { finalizers: listOf(text('v1.FinalizerName')) }),
      status: struct('v1.NamespaceStatus', {
        phase: text('v1.NamespacePhase'),
        conditions: listOf({ form: 'opaque', name: 'v1.NamespaceCondition' }),
      }),
    }),
  ],
  [
    '/pods',
    () => ({
      spec: openStruct('v1.PodSpec', { terminationGracePeriodSeconds: INT64, nodeName: STRING }),
      status: openStruct('v1.PodStatus', { phase: text('v1.PodPhase') }),
    }),
  ],
  ['/endpoints', named('subsets')],
  [
    '/events',
    named(
      ...['involvedObject', 'reason', 'message', 'source', 'firstTimestamp', 'lastTimestamp'],
      ...['count', 'type', 'eventTime', 'series', 'action', 'related'],
      ...['reportingComponent', 'reportingInstance'],
    ),
  ],
  ['/limitranges', spec],
  ['/nodes', specAndStatus],
  ['/persistentvolumeclaims', specAndStatus],
  ['/persistentvolumes', specAndStatus],
  ['/podtemplates', named('template')],
  ['/replicationcontrollers', specAndStatus],
  ['/resourcequotas', specAndStatus],
  ['/serviceaccounts', named('secrets', 'imagePullSecrets', 'automountServiceAccountToken')],
  ['/services', specAndStatus],
  ['admissionregistration.k8s.io/mutatingadmissionpolicies', spec],
  ['admissionregistration.k8s.io/mutatingadmissionpolicybindings', spec],
  ['admissionregistration.k8s.io/mutatingwebhookconfigurations', named('webhooks')],
  ['admissionregistration.k8s.io/validatingadmissionpolicies', specAndStatus],
  ['admissionregistration.k8s.io/validatingadmissionpolicybindings', spec],
  ['admissionregistration.k8s.io/validatingwebhookconfigurations', named('webhooks')],
  ['apiextensions.k8s.io/customresourcedefinitions', specAndStatus],
  ['apiregistration.k8s.io/apiservices', specAndStatus],
  ['apps/controllerrevisions', named('data', 'revision')],
  ['apps/daemonsets', specAndStatus],
  ['apps/deployments', specAndStatus],
  ['apps/replicasets', specAndStatus],
  ['apps/statefulsets', specAndStatus],
  ['autoscaling/horizontalpodautoscalers', specAndStatus],
  ['batch/cronjobs', specAndStatus],
  ['batch/jobs', specAndStatus],
  ['certificates.k8s.io/certificatesigningrequests', specAndStatus],
  ['coordination.k8s.io/leases', spec],
  ['discovery.k8s.io/endpointslices', named('addressType', 'endpoints', 'ports')],
  [
    'events.k8s.io/events',
    named(
      ...['eventTime', 'series', 'reportingController', 'reportingInstance', 'action', 'reason'],
      ...['regarding', 'related', 'note', 'type', 'deprecatedSource', 'deprecatedCount'],
      ...['deprecatedFirstTimestamp', 'deprecatedLastTimestamp'],
    ),
  ],
  ['flowcontrol.apiserver.k8s.io/flowschemas', specAndStatus],
  ['flowcontrol.apiserver.k8s.io/prioritylevelconfigurations', specAndStatus],
  ['networking.k8s.io/ingressclasses', spec],
  ['networking.k8s.io/ingresses', specAndStatus],
  ['networking.k8s.io/ipaddresses', spec],
  ['networking.k8s.io/networkpolicies', spec],
  ['networking.k8s.io/servicecidrs', specAndStatus],
  ['node.k8s.io/runtimeclasses', named('handler', 'overhead', 'scheduling')],
  ['policy/poddisruptionbudgets', specAndStatus],
  ['rbac.authorization.k8s.io/clusterrolebindings', binding],
  ['rbac.authorization.k8s.io/clusterroles', () => ({ ...rules, aggregationRule: OPAQUE })],
  ['rbac.authorization.k8s.io/rolebindings', binding],
  ['rbac.authorization.k8s.io/roles', () => rules],
  ['resource.k8s.io/deviceclasses', spec],
  ['resource.k8s.io/resourceclaims', specAndStatus],
  ['resource.k8s.io/resourceclaimtemplates', spec],
  ['resource.k8s.io/resourceslices', spec],
  [
    'scheduling.k8s.io/priorityclasses',
    named('value', 'globalDefault', 'description', 'preemptionPolicy'),
  ],
  [
    'storage.k8s.io/storageclasses',
    named(
      ...['provisioner', 'parameters', 'reclaimPolicy', 'mountOptions'],
      ...['allowVolumeExpansion', 'volumeBindingMode', 'allowedTopologies'],
    ),
  ],
  ['storage.k8s.io/csidrivers', spec],
  ['storage.k8s.io/csinodes', spec],
  [
    'storage.k8s.io/csistoragecapacities',
    named('nodeTopology', 'storageClassName', 'capacity', 'maximumVolumeSize'),
  ],
  ['storage.k8s.io/volumeattachments', specAndStatus],
  ['storage.k8s.io/volumeattributesclasses', named('driverName', 'parameters')],
]);

/** The structure of a built-in kind, as far as it is known. */
export function kindType(resource: ApiResource): StructType {
  const name = `${resource.version}.${resource.kind}`;
  const content = CONTENT.get(groupResource(resource));
  const fields = {
    kind: STRING,
    apiVersion: STRING,
    metadata: OBJECT_META,
    ...(content ?? specAndStatus)(name),
  };
  return content ? struct(name, fields) : openStruct(name, fields);
}
