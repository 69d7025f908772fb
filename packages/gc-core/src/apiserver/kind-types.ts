import { type ApiResource, groupResource } from '../meta/api-resource.ts';
import {
  BOOL,
  BYTES,
  INT64,
  type JsonType,
  listOf,
  mapTo,
  OBJECT_META,
  OPAQUE,
  openStruct,
  STRING,
  type StructType,
  struct,
} from './json-types.ts';
import { type Misfitted, readTyped } from './read-typed.ts';

/** The fields of a kind beside its coordinates and metadata. */
type Content = Readonly<Record<string, JsonType>>;

/** What a desired state holds is not modelled: it is kept as it came. */
const spec: Content = { spec: openStruct() };
const specAndStatus: Content = { ...spec, status: openStruct() };
const named = (...names: readonly string[]): Content =>
  Object.fromEntries(names.map((name) => [name, OPAQUE]));
const rules: Content = { rules: listOf(OPAQUE) };
const binding: Content = { subjects: listOf(OPAQUE), roleRef: openStruct() };

/** By `group/resource`. Fields that other releases do not have are few; kinds that 1.36 does not have keep everything. */
const CONTENT: ReadonlyMap<string, Content> = new Map<string, Content>([
  ['/configmaps', { immutable: BOOL, data: mapTo(STRING), binaryData: mapTo(BYTES) }],
  [
    '/secrets',
    {
      immutable: BOOL,
      data: mapTo(BYTES),
      stringData: mapTo(STRING),
      type: STRING,
    },
  ],
  [
    '/namespaces',
    {
      spec: struct({ finalizers: listOf(STRING) }),
      status: struct({
        phase: STRING,
        conditions: listOf(OPAQUE),
      }),
    },
  ],
  [
    '/pods',
    {
      spec: openStruct({ terminationGracePeriodSeconds: INT64, nodeName: STRING }),
      status: openStruct({ phase: STRING }),
    },
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
  ['rbac.authorization.k8s.io/clusterroles', { ...rules, aggregationRule: OPAQUE }],
  ['rbac.authorization.k8s.io/rolebindings', binding],
  ['rbac.authorization.k8s.io/roles', rules],
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

const COORDINATES: Content = { kind: STRING, apiVersion: STRING, metadata: OBJECT_META };
const KNOWN: ReadonlyMap<string, StructType> = new Map(
  [...CONTENT].map(([key, content]) => [key, struct({ ...COORDINATES, ...content })]),
);
const UNKNOWN: StructType = openStruct({ ...COORDINATES, ...specAndStatus });

/** The structure of a built-in kind, as far as it is known. */
export function kindType(resource: ApiResource): StructType {
  return KNOWN.get(groupResource(resource)) ?? UNKNOWN;
}

/** The first field of a built-in kind, beside its metadata, that has the wrong type, or `undefined`; custom kinds have no types. */
export function contentFault(resource: ApiResource, manifest: object): Misfitted | undefined {
  if (resource.custom === true) return undefined;
  const read = readTyped(kindType(resource), { ...manifest, metadata: undefined });
  return read.ok ? undefined : read;
}
