import { ApiServer, type RequestTarget } from '../../apiserver/api-server.ts';
import type { GraphNode } from '../../graph/graph-node.ts';
import { type ApiResource, apiVersionOf } from '../../meta/api-resource.ts';
import { guardOf } from '../../meta/guards.ts';
import type { ApiObject, Millis } from '../../meta/object-meta.ts';
import type { Uid } from '../../meta/object-reference.ts';
import { ResourceTable } from '../../meta/resource-table.ts';
import { isContainer } from '../../meta/well-known-kinds.ts';
import type { RememberedObject } from '../../simulation/long-running.ts';
import { monitorIdentity } from '../../simulation/monitor-identity.ts';
import type { ClusterView, PlayableView } from '../cluster-view.ts';
import type { DeletionFacts } from '../deletion-facts.ts';
import { copyOf, guessedResource } from '../fork/fork-objects.ts';

/** An object of the fork as it is before the deletion. */
export interface ForkedObject extends RememberedObject {
  /** Where requests about it go. */
  readonly target: RequestTarget;
  readonly node: GraphNode;
}

/** A copy of the objects that the deletion can reach; each simulation begins with it. */
export interface ForkedWorld {
  readonly view: ClusterView;
  readonly facts: DeletionFacts;
  /** The resources of all objects. */
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
  /** The objects that a controller of Kubernetes guards. */
  readonly guarded: readonly ForkedObject[];
  /** Whether what is known of the resource is not all there is. */
  readonly isUnread: (resource: ApiResource) => boolean;
}

/**
 * Copies what a deletion of the targets can reach. Throws `ForkTooLargeError` beyond `limit` objects. Yields now and then once the objects are
 * copied, with their number: the cluster may change meanwhile.
 */
export function* forkWorldStepwise(
  targets: readonly GraphNode[],
  view: PlayableView,
  limit?: number,
): Generator<number, ForkedWorld> {
  const facts = view.deletionFacts();
  const { nodes, objects: unstored, resources, unserved } = copyOf(targets, view, limit);
  const unknown = unknownOwners(nodes, view);
  const table = new ResourceTable([...unknown.values(), ...resources]);
  // The fork leaves out kinds that are read later, so a copy of the view keeps its kinds as they are.
  const asCopied: ClusterView = { ...view };
  const unread = new Set(
    table.resources.filter((each) => unknown.has(kindKey(each)) || !view.isRead(each)).map(kindKey),
  );
  const remembered = nodes.map(({ uid, deletingDependents }) => {
    return [uid, { deletingDependents, isQueued: view.isQueued(uid) }] as const;
  });
  yield nodes.length;
  // API timestamps have whole seconds: from one on, every grace period ends on time.
  const now = Math.floor(facts.now / 1000) * 1000;
  const server = new ApiServer({ release: view.release, table, now: () => now });
  server.put(unstored);
  const objects = [...server.all()];
  yield nodes.length;
  const storedOf = new Map(objects.map((object) => [object.metadata.uid, object]));
  const rememberedOf = new Map(remembered);
  const byUid = new Map<Uid, ForkedObject>();
  for (const node of new Set([...targets, ...nodes])) {
    const object = storedOf.get(node.uid);
    const resource = object && table.preferredFor(object.apiVersion, object.kind);
    const known = rememberedOf.get(node.uid);
    if (!resource || !known) continue;
    const identity = monitorIdentity(resource, object.metadata);
    const { namespace, name } = identity;
    const target = { resource, namespace, name };
    const { deletingDependents, isQueued } = known;
    byUid.set(node.uid, { object, target, identity, node, deletingDependents, isQueued });
  }
  const all = [...byUid.values()];
  const containers = all.filter(({ identity }) => isContainer(identity));
  return {
    view: asCopied,
    facts,
    table,
    served:
      unserved.length === 0
        ? table
        : new ResourceTable(table.resources.filter((each) => !unserved.includes(each))),
    now,
    targets: targets.map(({ uid }) => uid),
    objects,
    byUid,
    containers: new Map(
      containers.map((each) => [`${each.identity.kind} ${each.identity.name}`, each]),
    ),
    guarded: all.filter(({ object }) => guardOf(object) !== undefined),
    isUnread: (resource) => unread.has(kindKey(resource)),
  };
}

/** Kinds of owners whose group was not discovered: served, so that they are asked for, without an answer. */
function unknownOwners(
  nodes: readonly GraphNode[],
  view: ClusterView,
): ReadonlyMap<string, ApiResource> {
  const owners = nodes.flatMap((node) => node.owners);
  const unknown = owners.filter(({ apiVersion, kind }) => {
    return view.mapping(apiVersion, kind) === 'unknown';
  });
  // In no namespace: a dependent anywhere may have such an owner.
  const resources = unknown.map((reference) => guessedResource(reference, false));
  return new Map(resources.map((each) => [kindKey(each), each]));
}

function kindKey(resource: ApiResource): string {
  return `${apiVersionOf(resource)}/${resource.kind}`;
}
