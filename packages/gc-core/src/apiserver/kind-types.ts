import { type ApiResource, groupResource, groupResources } from '../meta/api-resource.ts';
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
import { WITH_STATUS } from './spec-and-status.ts';

/** The fields of a kind beside its coordinates and metadata. */
type Content = Readonly<Record<string, JsonType>>;

/** What a desired state holds is not modelled: it is kept as it came. */
const spec: Content = { spec: openStruct() };
const specAndStatus: Content = { ...spec, status: openStruct() };
const named = (names: string): Content =>
  Object.fromEntries(names.split(' ').map((name) => [name, OPAQUE]));
const rules: Content = { rules: listOf(OPAQUE) };
const binding: Content = { subjects: listOf(OPAQUE), roleRef: openStruct() };

const WITH_SPEC: ReadonlySet<string> = groupResources({
  '': 'limitranges',
  'admissionregistration.k8s.io':
    'mutatingadmissionpolicies mutatingadmissionpolicybindings ' +
    'validatingadmissionpolicybindings',
  'coordination.k8s.io': 'leases',
  'networking.k8s.io': 'ingressclasses ipaddresses networkpolicies',
  'resource.k8s.io': 'deviceclasses resourceclaimtemplates resourceslices',
  'storage.k8s.io': 'csidrivers csinodes',
});
/** Of the group `extensions` 1.36 has no kind any more. */
const WITH_SPEC_AND_STATUS: readonly string[] = [
  ...[...WITH_STATUS].filter((key) => !key.startsWith('extensions/')),
  'admissionregistration.k8s.io/validatingadmissionpolicies',
];

/** By `group/resource`. Fields that other releases do not have are few; kinds that 1.36 does not have keep everything. */
const CONTENT: ReadonlyMap<string, Content> = new Map<string, Content>([
  ...[...WITH_SPEC].map((key) => [key, spec] as const),
  ...WITH_SPEC_AND_STATUS.map((key) => [key, specAndStatus] as const),
  ...Object.entries({
    '/configmaps': { immutable: BOOL, data: mapTo(STRING), binaryData: mapTo(BYTES) },
    '/secrets': { immutable: BOOL, data: mapTo(BYTES), stringData: mapTo(STRING), type: STRING },
    '/namespaces': {
      spec: struct({ finalizers: listOf(STRING) }),
      status: struct({ phase: STRING, conditions: listOf(OPAQUE) }),
    },
    '/pods': {
      spec: openStruct({ terminationGracePeriodSeconds: INT64, nodeName: STRING }),
      status: openStruct({ phase: STRING }),
    },
    '/endpoints': named('subsets'),
    '/events': named(
      'involvedObject reason message source firstTimestamp lastTimestamp count type eventTime series ' +
        'action related reportingComponent reportingInstance',
    ),
    '/podtemplates': named('template'),
    '/serviceaccounts': named('secrets imagePullSecrets automountServiceAccountToken'),
    'admissionregistration.k8s.io/mutatingwebhookconfigurations': named('webhooks'),
    'admissionregistration.k8s.io/validatingwebhookconfigurations': named('webhooks'),
    'apps/controllerrevisions': named('data revision'),
    'discovery.k8s.io/endpointslices': named('addressType endpoints ports'),
    'events.k8s.io/events': named(
      'eventTime series reportingController reportingInstance action reason regarding related note type ' +
        'deprecatedSource deprecatedCount deprecatedFirstTimestamp deprecatedLastTimestamp',
    ),
    'node.k8s.io/runtimeclasses': named('handler overhead scheduling'),
    'rbac.authorization.k8s.io/clusterrolebindings': binding,
    'rbac.authorization.k8s.io/clusterroles': { ...rules, aggregationRule: OPAQUE },
    'rbac.authorization.k8s.io/rolebindings': binding,
    'rbac.authorization.k8s.io/roles': rules,
    'scheduling.k8s.io/priorityclasses': named('value globalDefault description preemptionPolicy'),
    'storage.k8s.io/storageclasses': named(
      'provisioner parameters reclaimPolicy mountOptions allowVolumeExpansion volumeBindingMode ' +
        'allowedTopologies',
    ),
    'storage.k8s.io/csistoragecapacities': named(
      'nodeTopology storageClassName capacity maximumVolumeSize',
    ),
    'storage.k8s.io/volumeattributesclasses': named('driverName parameters'),
  }),
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
