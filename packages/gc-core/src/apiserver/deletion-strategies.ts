import type { DeleteOptions } from '../meta/propagation-policy.ts';
import type { ApiResource } from '../meta/resource-table.ts';
import { groupResource } from '../meta/resource-table.ts';

/** What a DELETE without policy means for a kind (API-18, API-19, API-10). */
export type DefaultDeletion = 'delete-dependents' | 'orphan-dependents' | 'unsupported';

/** How a kind is deleted. */
export interface DeletionStrategy {
  readonly defaultDeletion: DefaultDeletion;
  /** Deleted with a grace period (API-32). */
  readonly graceful: boolean;
  /** A DELETE that removes answers with the object instead of a Status (API-45). */
  readonly returnsDeletedObject: boolean;
  /** Warning of a DELETE that leaves the policy to the server (API-76). */
  readonly warningWithoutPolicy?: string;
}

/** By group, version and resource of the request, not by kind alone (API-75). */
const DEFAULT_DELETION: ReadonlyMap<string, DefaultDeletion> = new Map([
  ['/v1/replicationcontrollers', 'orphan-dependents'],
  ['batch/v1/jobs', 'orphan-dependents'],
  ['/v1/events', 'unsupported'],
  ['events.k8s.io/v1/events', 'unsupported'],
]);

const WARNINGS: ReadonlyMap<string, string> = new Map([
  [
    'batch/v1/jobs',
    'child pods are preserved by default when jobs are deleted; ' +
      'set propagationPolicy=Background to remove them or ' +
      'set propagationPolicy=Orphan to suppress this warning',
  ],
]);

const GRACEFUL: ReadonlySet<string> = new Set(['/pods']);

/** The kinds whose published API says that DELETE returns the object. */
const RETURNED: ReadonlySet<string> = new Set([
  '/persistentvolumeclaims',
  '/persistentvolumes',
  '/pods',
  '/podtemplates',
  '/resourcequotas',
  '/serviceaccounts',
  '/services',
  'resource.k8s.io/deviceclasses',
  'resource.k8s.io/resourceclaims',
  'resource.k8s.io/resourceclaimtemplates',
  'resource.k8s.io/resourceslices',
  'storage.k8s.io/csidrivers',
  'storage.k8s.io/csinodes',
  'storage.k8s.io/storageclasses',
  'storage.k8s.io/volumeattachments',
  'storage.k8s.io/volumeattributesclasses',
]);

/** How objects are deleted when the request goes to this resource in this version (API-75, API-76). */
export function deletionStrategyFor(resource: ApiResource): DeletionStrategy {
  const versioned = `${resource.group}/${resource.version}/${resource.resource}`;
  const key = groupResource(resource);
  const warning = WARNINGS.get(versioned);
  return {
    defaultDeletion: DEFAULT_DELETION.get(versioned) ?? 'delete-dependents',
    graceful: GRACEFUL.has(key),
    returnsDeletedObject: RETURNED.has(key),
    ...(warning === undefined ? {} : { warningWithoutPolicy: warning }),
  };
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
