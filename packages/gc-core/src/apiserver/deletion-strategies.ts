import { type ApiResource, groupResource, groupResources } from '../meta/api-resource.ts';
import type { DeleteOptions } from '../meta/propagation-policy.ts';
import type { ReleaseProfile } from '../meta/releases.ts';

/** The meaning of a DELETE without policy for a kind (API-18, API-19, API-10). */
export type DefaultDeletion = 'delete-dependents' | 'orphan-dependents' | 'unsupported';

/** How a kind is deleted. */
export interface DeletionStrategy {
  readonly defaultDeletion: DefaultDeletion;
  /** Whether `foregroundDeletion` means anything to the server (API-14, API-17). */
  readonly hasForeground: boolean;
  /** Whether objects of the kind are deleted with a grace period (API-32). */
  readonly graceful: boolean;
  /** A DELETE that removes answers with the object instead of a Status (API-45). */
  readonly returnsDeletedObject: boolean;
  /** Warning of a DELETE that leaves the policy to the server (API-76). */
  readonly warningWithoutPolicy?: string;
}

/** Kinds that never wait for dependents, by group, version and resource of the request (API-10, API-75). */
const UNSUPPORTED: ReadonlySet<string> = new Set([
  '/v1/events',
  'events.k8s.io/v1/events',
  'events.k8s.io/v1beta1/events',
]);

const JOB_WARNING =
  'child pods are preserved by default when jobs are deleted; ' +
  'set propagationPolicy=Background to remove them or ' +
  'set propagationPolicy=Orphan to suppress this warning';

const GRACEFUL: ReadonlySet<string> = new Set(['/pods']);

/** The kinds whose published API says that DELETE returns the object, and Namespaces, which do it all the same. */
const RETURNED: ReadonlySet<string> = groupResources({
  '':
    'namespaces persistentvolumeclaims persistentvolumes pods podtemplates ' +
    'resourcequotas serviceaccounts services',
  'resource.k8s.io': 'deviceclasses resourceclaims resourceclaimtemplates resourceslices',
  'storage.k8s.io': 'csidrivers csinodes storageclasses volumeattachments volumeattributesclasses',
});

/** How objects are deleted when the request goes to this resource in this version (API-75, API-76). */
export function deletionStrategyFor(
  resource: ApiResource,
  release: ReleaseProfile,
): DeletionStrategy {
  let known = STRATEGIES.get(resource);
  if (known?.release !== release) {
    known = { release, strategy: strategyOf(resource, release) };
    STRATEGIES.set(resource, known);
  }
  return known.strategy;
}

/** Asked for with every DELETE. */
const STRATEGIES = new WeakMap<
  ApiResource,
  { readonly release: ReleaseProfile; readonly strategy: DeletionStrategy }
>();

function strategyOf(resource: ApiResource, release: ReleaseProfile): DeletionStrategy {
  const versioned = `${resource.group}/${resource.version}/${resource.resource}`;
  const key = groupResource(resource);
  const isWarned = release.warnsOfPreservedPods && versioned === 'batch/v1/jobs';
  return {
    defaultDeletion: defaultDeletionOf(versioned, release),
    hasForeground: release.hasPropagationPolicies,
    graceful: GRACEFUL.has(key),
    returnsDeletedObject: RETURNED.has(key),
    ...(isWarned ? { warningWithoutPolicy: JOB_WARNING } : {}),
  };
}

function defaultDeletionOf(versioned: string, release: ReleaseProfile): DefaultDeletion {
  if (UNSUPPORTED.has(versioned)) return 'unsupported';
  return release.orphansByDefault.has(versioned) ? 'orphan-dependents' : 'delete-dependents';
}

/** Warnings of a DELETE with these options (API-76). */
export function deletionWarnings(
  strategy: DeletionStrategy,
  { propagationPolicy, orphanDependents }: DeleteOptions,
): readonly string[] {
  const isPolicyGiven = propagationPolicy !== undefined || orphanDependents !== undefined;
  const warning = strategy.warningWithoutPolicy;
  return isPolicyGiven || warning === undefined ? [] : [warning];
}
