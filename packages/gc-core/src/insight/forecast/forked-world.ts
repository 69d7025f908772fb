import { ApiServer, type RequestTarget } from '../../apiserver/api-server.ts';
import type { GraphNode } from '../../graph/graph-node.ts';
import { type ApiResource, apiVersionOf } from '../../meta/api-resource.ts';
import type { ApiObject, Millis } from '../../meta/object-meta.ts';
import type { ObjectReference, Uid } from '../../meta/object-reference.ts';
import { ResourceTable } from '../../meta/resource-table.ts';
import { monitorIdentity } from '../../simulation/monitor-identity.ts';
import type { ClusterView } from '../cluster-view.ts';
import { isContainer } from '../container-kinds.ts';
import type { ForecastFacts } from '../deletion-facts.ts';
import { asObjects, guessedResource, inOrderOfAge, unservedKinds } from '../fork/fork-objects.ts';
import { reach } from '../fork/reach.ts';
import { memoize } from '../memoize.ts';
import { failureOf, undiscoveredVersions } from '../namespace-status.ts';
import { guardOf } from './built-in-actors.ts';

/** An object of the fork as it is before the deletion. */
export interface ForkedObject {
  readonly object: ApiObject;
  readonly resource: ApiResource;
  /** Where requests about it go. */
  readonly target: RequestTarget;
  readonly identity: ObjectReference;
  /** As the graph has it, which remembers what no field says any more (DM-06). */
  readonly node: GraphNode;
  readonly deletingDependents: boolean;
  readonly isQueued: boolean;
}

/** What the deletion can reach, copied once: each simulation begins with it. */
export interface ForkedWorld {
  readonly view: ClusterView;
  readonly facts: ForecastFacts;
  /** Of all kinds that the objects are of. */
  readonly table: ResourceTable;
  /** Without those that are served no more, of which the collector remembers objects (MO-13). */
  readonly served: ResourceTable;
  readonly now: Millis;
  readonly targets: readonly Uid[];
  /** As an API server stores them. */
  readonly objects: readonly ApiObject[];
  /** The targets first. */
  readonly byUid: ReadonlyMap<Uid, ForkedObject>;
  /** Namespaces and definitions, as `<kind> <name>`. */
  readonly containers: ReadonlyMap<string, ForkedObject>;
  /** What a controller of Kubernetes guards. */
  readonly guarded: readonly ForkedObject[];
  /** Whether what is known of the resource is not all there is. */
  readonly isUnread: (resource: ApiResource) => boolean;
}

/** Copies what a deletion of the targets can reach. Throws `ForkTooLargeError` beyond `limit` objects. */
export function forkWorld(
  targets: readonly GraphNode[],
  view: ClusterView,
  facts: ForecastFacts,
  limit?: number,
): ForkedWorld {
  const source = { ...facts, view };
  const seen = inOrderOfAge(reach(targets, view, limit));
  const nodes = seen.map(({ node }) => node);
  const { objects, resources, gone } = asObjects(seen, source);
  const unknown = unknownOwners(nodes, view);
  const table = new ResourceTable([...unknown.values(), ...resources]);
  const unserved = unservedKinds(gone, targets);
  const now = Math.floor(facts.now / 1000) * 1000;
  const server = new ApiServer({ release: view.release, table, now: () => now });
  server.put(objects);
  const byUid = new Map<Uid, ForkedObject>();
  const stored = [...server.all()];
  const storedOf = new Map(stored.map((object) => [object.metadata.uid, object]));
  for (const node of new Set([...targets, ...nodes])) {
    const object = storedOf.get(node.uid);
    const resource = object && table.preferredFor(object.apiVersion, object.kind);
    if (!resource) continue;
    const identity = monitorIdentity(resource, object.metadata);
    const { namespace, name } = identity;
    const target = { resource, namespace, name };
    const { deletingDependents } = node;
    const isQueued = view.isQueued(node.uid);
    byUid.set(node.uid, { object, resource, target, identity, node, deletingDependents, isQueued });
  }
  const all = [...byUid.values()];
  const containers = all.filter(({ identity }) => isContainer(identity));
  return {
    view,
    facts,
    table,
    served:
      unserved.length === 0
        ? table
        : new ResourceTable(table.resources.filter((each) => !unserved.includes(each))),
    // API timestamps have whole seconds: from one on, every grace period ends on time.
    now,
    targets: targets.map(({ uid }) => uid),
    objects: stored,
    byUid,
    containers: new Map(
      containers.map((each) => [`${each.identity.kind} ${each.identity.name}`, each]),
    ),
    guarded: all.filter(({ object }) => guardOf(object) !== undefined),
    isUnread: memoize(
      (resource) =>
        unknown.has(`${apiVersionOf(resource)}/${resource.kind}`) || !view.isRead(resource),
    ),
  };
}

/** Group versions that the namespace controller cannot discover in a pass over the Namespace (NS-06). */
export function undiscoveredIn(namespace: string, { view, facts }: ForkedWorld): string[] {
  const versions = undiscoveredVersions(view.kinds).map((each) => `${each.group}/${each.version}`);
  const status = facts.namespaces?.get(namespace);
  if (!status) return versions;
  const failure = failureOf(status, 'NamespaceDeletionDiscoveryFailure');
  if (failure === undefined) return [];
  return versions.length > 0 ? versions : [failure];
}

/** Kinds of owners whose group was not discovered: served, so that they are asked for, and nobody can answer. */
function unknownOwners(
  nodes: readonly GraphNode[],
  view: ClusterView,
): ReadonlyMap<string, ApiResource> {
  const unknown = new Map<string, ApiResource>();
  for (const node of nodes) {
    for (const reference of node.owners) {
      const { apiVersion, kind } = reference;
      if (view.mapping(apiVersion, kind) !== 'unknown') continue;
      // In no namespace: a dependent anywhere may have such an owner.
      unknown.set(`${apiVersion}/${kind}`, guessedResource(reference, false));
    }
  }
  return unknown;
}
