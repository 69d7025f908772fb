import type { GraphNode } from '../graph/graph-node.ts';
import { parseApiVersion } from '../meta/object-reference.ts';
import type { KindHealth } from '../wire/frames.ts';
import type { NamespaceCondition, NamespaceStatus } from '../wire/terminating.ts';

/** The error of the namespace controller for a Namespace that it cannot finish (NS-12). */
export type NamespaceFailure =
  | 'NamespaceDeletionDiscoveryFailure'
  | 'NamespaceDeletionContentFailure';

/**
 * Whether the namespace controller is done with a Namespace that is being deleted: `spec.finalizers` is empty (NS-05). Where that could
 * not be read it is taken to be done if nothing is left and another finalizer holds it; without any it would be gone (NS-01).
 */
export function isFinalized(
  { finalizers }: GraphNode,
  isEmpty: boolean,
  status: NamespaceStatus | undefined,
): boolean {
  return status ? status.finalizers.length === 0 : isEmpty && finalizers.length > 0;
}

/** The error that its controller reports; `undefined` if there is none. */
export function failureOf(
  status: NamespaceStatus | undefined,
  failure: NamespaceFailure,
): string | undefined {
  return saidIn(status, (each) => each.type === failure && each.status === 'True');
}

function saidIn(
  status: NamespaceStatus | undefined,
  isMeant: (condition: NamespaceCondition) => boolean,
): string | undefined {
  const found = status?.conditions.find(isMeant);
  return found && (found.message || found.reason || '');
}

/** Group versions that the namespace controller could not discover, by what it says: `metrics.k8s.io/v1beta1`. Each once. */
export function undiscoveredIn(status: NamespaceStatus | undefined): string[] {
  const message = failureOf(status, 'NamespaceDeletionDiscoveryFailure') ?? '';
  const found = message.match(/\b[a-z0-9][a-z0-9.-]*\/v\d+(?:(?:alpha|beta)\d+)?\b/g) ?? [];
  return [...new Set(found)];
}

/** The remaining content that its controller has found. */
export function remainingIn(status: NamespaceStatus | undefined): string[] {
  return ['NamespaceContentRemaining', 'NamespaceFinalizersRemaining'].flatMap(
    (type) => saidIn(status, (each) => each.type === type && each.status === 'True') ?? [],
  );
}

/** Why the API server cannot delete the objects of a CustomResourceDefinition that is being deleted; `undefined` if it can (FN-04). */
export function definitionFailureOf(status: NamespaceStatus | undefined): string | undefined {
  return saidIn(status, ({ type, reason }) => {
    return type === 'Terminating' && reason === 'InstanceDeletionFailed';
  });
}

/** Why an APIService is unavailable, as the API server says; `undefined` if it is available. */
export function unavailabilityOf(status: NamespaceStatus | undefined): string | undefined {
  return saidIn(status, (each) => each.type === 'Available' && each.status === 'False');
}

/** The name of the APIService of a group version. */
export function apiServiceName(apiVersion: string): string {
  const { group, version } = parseApiVersion(apiVersion);
  return `${version}.${group}`;
}

/** Finalizers in `spec.finalizers` that are not the namespace controller's: some distributions put their own there. */
export function otherSpecFinalizers(status: NamespaceStatus | undefined): string[] {
  return (status?.finalizers ?? []).filter((each) => each !== 'kubernetes');
}

/** Group versions that could not be discovered: the namespace controller will not find out what is in them either (NS-06). */
export function undiscoveredVersions(kinds: readonly KindHealth[] = []): KindHealth[] {
  return kinds.filter(({ version, resource, state }) => {
    return resource === '*' && version !== '*' && state !== 'synced';
  });
}
