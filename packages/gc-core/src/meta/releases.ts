import { groupResources } from './api-resource.ts';
import type { Millis } from './object-meta.ts';

/** A Kubernetes release whose behaviour is mirrored. */
export type Release = 'v1.4' | 'v1.13' | 'v1.17' | 'v1.28' | 'v1.36';

/**
 * Differences between releases, as data: each switch is read where its rule is applied, no release is ever compared.
 * "since" and "until" name the Kubernetes release that brought or last had the behaviour.
 */
export interface ReleaseProfile {
  readonly release: Release;
  /** How the collector is built: one Propagator without policies (PG rules, until 1.5) or a graph builder (GB, AD; since 1.6). */
  readonly generation: 'propagator' | 'graph-builder';
  /** Entries of the absent-owner cache (AC-01, PG-19): 100 in 1.4, 500 since 1.5. */
  readonly absentOwnerCacheSize: number;
  /** The cache key of an absent owner (AC-02, AC-05, AC-06): its uid until 1.19, its whole identity since 1.20. */
  readonly absentOwnerCacheKey: 'uid' | 'identity';
  /**
   * Whether owners are compared with what references say of them (GB-03, GB-05..07, GB-27..31, GB-42b..c, AL, EV), since
   * 1.20. Before, any event of a uid marks its node observed in place, and a virtual delete removes whatever the uid stands for:
   * no virtual item is ever out of date (AD-W2, AD-W3).
   */
  readonly comparesIdentities: boolean;
  /** Whether a namespaced kind without namespace is never asked for (AD-05, CL-04, AD-W8), since 1.20. Before, the request is a 404. */
  readonly leavesNamespacedOwnersOfClusterScopedAlone: boolean;
  /** Whether a finalizer that comes after the deletionTimestamp starts an orphan or foreground deletion (GB-35, GB-36), since 1.16. */
  readonly lateFinalizerStartsDeletion: boolean;
  /** How a worker takes its finalizer away: PUT of the whole object until 1.15 (FR-09), a merge patch since 1.16 (FR-06). */
  readonly finalizerRemoval: 'put' | 'merge-patch';
  /** Whether a GET and a PATCH are answered with metadata alone (HT-04), since 1.16. Before, with whole objects. */
  readonly asksForMetadataAlone: boolean;
  /** Whether a DELETE also carries the classified resourceVersion (DE-04, DE-05), after 1.33. */
  readonly deletesByResourceVersion: boolean;
  /** Whether a 404 on DELETE is a virtual delete (DE-06), since 1.36. Before, the item is tried again (DE-03). */
  readonly missingOnDeleteIsGone: boolean;
  /** Order of the keys in the patch that removes references (PA-02): the uid last until 1.13. */
  readonly referencePatchOrder: 'uid-first' | 'uid-last';
  /** Whether the patch that un-blocks references says `creationTimestamp: null` (PA-05), until 1.28. */
  readonly unblockPatchHasCreationTimestamp: boolean;
  /** Resources without a monitor, as `group/resource` (MO-03: both groups of Events since 1.20; PG-03). */
  readonly ignoredResources: ReadonlySet<string>;
  /** Resources, as `group/version/resource` of the request, whose DELETE without policy orphans dependents (API-18, API-75). */
  readonly orphansByDefault: ReadonlySet<string>;
  /** Whether there are propagation policies and a foreground deletion at all (API-13..15, API-17), since 1.6. */
  readonly hasPropagationPolicies: boolean;
  /** Whether references that are equal in every field are stored once, with a warning (DM-12), since 1.20. */
  readonly storesEqualReferencesOnce: boolean;
  /**
   * Whether a resourceVersion precondition follows the update that a DELETE makes before it removes (API-06), since 1.17. Before,
   * the removal is a conflict with that update, which stays.
   */
  readonly preconditionFollowsOwnUpdate: boolean;
  /** Whether the DELETE of a Job without policy warns that its Pods stay (API-76), since 1.22. */
  readonly warnsOfPreservedPods: boolean;
  /** Whether unknown fields cause a warning, or a refusal on request (VA-14), since 1.25. */
  readonly validatesFields: boolean;
  /** How the collector's metrics are called: three latencies until 1.5, a prefix per queue until 1.13, then a label. */
  readonly metrics: 'latencies' | 'prefixed' | 'labelled';
  /** Whether the first DELETE of a Namespace swaps the collector's finalizers (NS-17), since 1.15. */
  readonly namespaceObeysPolicy: boolean;
  /** Whether the DELETE of a Namespace may be repeated (NS-02), since 1.17. Before, a second one is a conflict. */
  readonly repeatsNamespaceDeletion: boolean;
  /** Whether a Namespace that is being deleted has conditions (NS-12), since 1.16. */
  readonly namespaceHasConditions: boolean;
  /** How long workers wait at the start for all kinds to be synced (MO-18), since 1.32. Before, until they are. */
  readonly initialSyncLimit?: Millis;
  /** Requests a second of a collector with default flags (CF-05): twice the flag since 1.20. */
  readonly requestsPerSecond: number;
  /** Whether a namespace's Pods go before all else in it (NS-07), since 1.33. */
  readonly deletesPodsOfNamespaceFirst: boolean;
  /** The answer to unreadable delete options (API-31): a server error, and since some release after 1.28 a bad request. */
  readonly unreadableOptions: 'server-error' | 'bad-request';
  /** The answer to a PUT with the uid of a missing object (VA-09): a conflict, and since some release after 1.28 not found. */
  readonly uidOfMissingObject: 'conflict' | 'not-found';
  /** The form of Service names (VA-12): labels that begin with a letter, and since some release after 1.28 any labels. */
  readonly serviceNames: 'rfc-1035-label' | 'rfc-1123-label';
  /** Resources, as `group/resource`, whose updates check `generateName` as a create does (VA-12): fewer in 1.36 than in 1.28. */
  readonly checksGeneratedNamesOfUpdates: ReadonlySet<string>;
  /** Whether Pods have a generation (API-35), since some release after 1.28. */
  readonly podsHaveGeneration: boolean;
  /** Whether a grace period that is shortened to the past ends now (API-53), since some release after 1.28. Before, it has ended then. */
  readonly shortenedGraceEndsNow: boolean;
}

const EVENTS = ['/events'];
const ORPHANED_IN_OLD_VERSIONS = [
  'extensions/v1beta1/daemonsets',
  'extensions/v1beta1/deployments',
  'extensions/v1beta1/replicasets',
  'apps/v1beta1/deployments',
  'apps/v1beta1/statefulsets',
  'apps/v1beta2/daemonsets',
  'apps/v1beta2/deployments',
  'apps/v1beta2/replicasets',
  'apps/v1beta2/statefulsets',
];
const ORPHANED = ['/v1/replicationcontrollers', 'batch/v1/jobs', 'batch/v1beta1/cronjobs'];

/** Kinds that look at the whole object when it is updated. */
const CHECKED_WHOLE: ReadonlySet<string> = groupResources({
  '':
    'configmaps endpoints limitranges namespaces nodes persistentvolumeclaims ' +
    'persistentvolumes pods secrets serviceaccounts',
  'admissionregistration.k8s.io':
    'mutatingadmissionpolicies mutatingadmissionpolicybindings ' +
    'mutatingwebhookconfigurations validatingadmissionpolicies ' +
    'validatingadmissionpolicybindings validatingwebhookconfigurations',
  'apiregistration.k8s.io': 'apiservices',
  apps: 'controllerrevisions',
  batch: 'jobs',
  'discovery.k8s.io': 'endpointslices',
  'flowcontrol.apiserver.k8s.io': 'flowschemas prioritylevelconfigurations',
  'networking.k8s.io': 'ingressclasses ingresses ipaddresses',
  'node.k8s.io': 'runtimeclasses',
  'resource.k8s.io': 'resourceclaims resourceclaimtemplates',
  'storage.k8s.io':
    'csinodes csistoragecapacities storageclasses ' + 'volumeattachments volumeattributesclasses',
});

const V1_36: ReleaseProfile = {
  release: 'v1.36',
  generation: 'graph-builder',
  absentOwnerCacheSize: 500,
  absentOwnerCacheKey: 'identity',
  comparesIdentities: true,
  leavesNamespacedOwnersOfClusterScopedAlone: true,
  lateFinalizerStartsDeletion: true,
  finalizerRemoval: 'merge-patch',
  asksForMetadataAlone: true,
  deletesByResourceVersion: true,
  missingOnDeleteIsGone: true,
  referencePatchOrder: 'uid-first',
  unblockPatchHasCreationTimestamp: false,
  ignoredResources: new Set([...EVENTS, 'events.k8s.io/events']),
  orphansByDefault: new Set(ORPHANED),
  hasPropagationPolicies: true,
  storesEqualReferencesOnce: true,
  preconditionFollowsOwnUpdate: true,
  warnsOfPreservedPods: true,
  validatesFields: true,
  metrics: 'labelled',
  namespaceObeysPolicy: true,
  repeatsNamespaceDeletion: true,
  namespaceHasConditions: true,
  initialSyncLimit: 30_000,
  requestsPerSecond: 40,
  deletesPodsOfNamespaceFirst: true,
  unreadableOptions: 'bad-request',
  uidOfMissingObject: 'not-found',
  serviceNames: 'rfc-1123-label',
  checksGeneratedNamesOfUpdates: CHECKED_WHOLE,
  podsHaveGeneration: true,
  shortenedGraceEndsNow: true,
};

const { initialSyncLimit: _, ...V1_31 } = V1_36;

const V1_28: ReleaseProfile = {
  ...V1_31,
  release: 'v1.28',
  deletesByResourceVersion: false,
  missingOnDeleteIsGone: false,
  unblockPatchHasCreationTimestamp: true,
  deletesPodsOfNamespaceFirst: false,
  unreadableOptions: 'server-error',
  uidOfMissingObject: 'conflict',
  serviceNames: 'rfc-1035-label',
  checksGeneratedNamesOfUpdates: new Set([
    ...CHECKED_WHOLE,
    '/replicationcontrollers',
    '/services',
    'apps/daemonsets',
    'apps/replicasets',
    'networking.k8s.io/networkpolicies',
  ]),
  podsHaveGeneration: false,
  shortenedGraceEndsNow: false,
};

/*
 * No API server of this release or an older one has been asked: how refusals are worded, what names may be, whether Pods have a
 * generation, what a shortened grace and unreadable options do is assumed to be as in 1.28.
 */
const V1_17: ReleaseProfile = {
  ...V1_28,
  release: 'v1.17',
  absentOwnerCacheKey: 'uid',
  comparesIdentities: false,
  leavesNamespacedOwnersOfClusterScopedAlone: false,
  ignoredResources: new Set(EVENTS),
  orphansByDefault: new Set([...ORPHANED, ...ORPHANED_IN_OLD_VERSIONS]),
  storesEqualReferencesOnce: false,
  warnsOfPreservedPods: false,
  validatesFields: false,
  requestsPerSecond: 20,
};

const V1_13: ReleaseProfile = {
  ...V1_17,
  release: 'v1.13',
  lateFinalizerStartsDeletion: false,
  finalizerRemoval: 'put',
  asksForMetadataAlone: false,
  referencePatchOrder: 'uid-last',
  preconditionFollowsOwnUpdate: false,
  metrics: 'prefixed',
  namespaceObeysPolicy: false,
  repeatsNamespaceDeletion: false,
  namespaceHasConditions: false,
};

const V1_4: ReleaseProfile = {
  ...V1_13,
  release: 'v1.4',
  generation: 'propagator',
  absentOwnerCacheSize: 100,
  ignoredResources: new Set([
    ...EVENTS,
    '/bindings',
    '/componentstatuses',
    'extensions/replicationcontrollers',
    'authentication.k8s.io/tokenreviews',
    'authorization.k8s.io/subjectaccessreviews',
  ]),
  orphansByDefault: new Set(['/v1/replicationcontrollers', 'extensions/v1beta1/replicasets']),
  hasPropagationPolicies: false,
  metrics: 'latencies',
};

/** The profiles by release, oldest first. */
export const RELEASES: Readonly<Record<Release, ReleaseProfile>> = {
  'v1.4': V1_4,
  'v1.13': V1_13,
  'v1.17': V1_17,
  'v1.28': V1_28,
  'v1.36': V1_36,
};

/** The release that is meant when none is named. */
export const DEFAULT_RELEASE: Release = 'v1.36';

/** The last minor version of Kubernetes 1 that each older profile stands for; what is later is like the newest. */
const LAST_MINOR: readonly (readonly [Release, number])[] = [
  ['v1.4', 5],
  ['v1.13', 15],
  ['v1.17', 19],
  ['v1.28', 33],
];

/**
 * The profile whose collector is most like that of a server which says this of itself (`v1.31.4-eks-1234`,
 * `v1.36.0+k3s1`); `undefined` for what is no version.
 */
export function nearestRelease(version: string): Release | undefined {
  const found = /^v?(\d+)\.(\d+)/.exec(version);
  if (!found) return undefined;
  const [major, minor] = [Number(found[1]), Number(found[2])];
  if (major > 1) return DEFAULT_RELEASE;
  if (major < 1) return 'v1.4';
  return LAST_MINOR.find(([, last]) => minor <= last)?.[0] ?? DEFAULT_RELEASE;
}
