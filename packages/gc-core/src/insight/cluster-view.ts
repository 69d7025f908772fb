import { isProtectedNamespace } from '../apiserver/namespace-deletion.ts';
import type { GraphNode } from '../graph/graph-node.ts';
import type { ApiResource } from '../meta/api-resource.ts';
import type { StatusReason } from '../meta/api-status-error.ts';
import type { ObjectMeta } from '../meta/object-meta.ts';
import {
  type ObjectReference,
  type OwnerReference,
  parseApiVersion,
  type Uid,
} from '../meta/object-reference.ts';
import type { ReleaseProfile } from '../meta/releases.ts';
import { isDefinition, isNamespace } from '../meta/well-known-kinds.ts';
import { isUnread, type KindHealth } from '../wire/frames.ts';
import type { DeletionFacts } from './deletion-facts.ts';

/** An object that answers to a name. */
export interface NamedObject {
  readonly uid: Uid;
  readonly identity: ObjectReference;
  readonly meta: ObjectMeta | undefined;
}

/** Answers the collector's questions: a graph, and how reliable it is. */
export interface ClusterView {
  /** The release whose collector decides. */
  readonly release: ReleaseProfile;
  get(uid: Uid): GraphNode | undefined;
  /** The object that a GET of the name finds; the namespace is empty for cluster-scoped resources. */
  byName(resource: ApiResource, namespace: string, name: string): NamedObject | undefined;
  /** With what the API server fails to answer a GET of the name now; left out where this is never known. */
  failure?(resource: ApiResource, namespace: string, name: string): StatusReason | undefined;
  /**
   * Whether `byName` is known to find the object under its own name, without a look; left out where that is never known. A view that wraps
   * another one and finds other objects must not pass this function on.
   */
  bearsItsName?(node: GraphNode, resource: ApiResource): boolean;
  /** The REST mapping of a kind; `unserved`: the server does not know it; `unknown`: its group could not be discovered. */
  mapping(apiVersion: string, kind: string): ApiResource | 'unserved' | 'unknown';
  /** Whether every object of the resource is known, in this namespace or everywhere: listed, and in sync. */
  isRead(resource: ApiResource, namespace?: string): boolean;
  /**
   * Kinds that are not read whole, as `<Kind>.<group>`; with `owner` also those that are not known to be as new as its last
   * change: dependents of it may be hidden in them.
   */
  unreadKinds(owner?: Uid): readonly string[];
  /**
   * Whether what is known of the resource is as new as the references of `dependent`. An owner is created before it is
   * referred to, so what is not found then does not exist; kinds are observed independently of each other, so before that
   * its creation may be on the way.
   */
  provesAbsence(resource: ApiResource, dependent: Uid): boolean;
  /** Whether the collector has a reason to look at the object now. */
  isQueued(uid: Uid): boolean;
  /** The latest answer to a GET of an unwatched kind (KM-06); `undefined` where it was not sent, or not allowed. */
  asked?(resource: ApiResource, namespace: string, name: string): ObjectMeta | 'absent' | undefined;
  /** The health of the resource's kind; absent if unknown. */
  kindHealth?(resource: ApiResource): KindHealth | undefined;
  /** The same of every kind, and of group versions that could not be discovered; left out where all is read. */
  readonly kinds?: readonly KindHealth[];
  /**
   * Objects that block the owner, of kinds that are no longer served, and that the collector alone remembers (MO-13): they
   * are in no graph. Left out where none are known.
   */
  leftBehind?(owner: Uid): Iterable<GraphNode>;
  /** The objects left in a Namespace, or of the kind of a definition. */
  contentOf(container: ObjectReference): Iterable<GraphNode>;
  /** The owner as it was when it was seen to be deleted before this dependent of it; left out where that is not remembered. */
  removed?(owner: Uid, dependent: Uid): ObjectReference | undefined;
  /** Whether the collector's absent-owner cache holds the identity; left out where the cache cannot be seen. */
  isKnownAbsent?(identity: ObjectReference): boolean;
  /** Facts about deletions beside the graph; absent if there are none. */
  deletionFacts?(): DeletionFacts;
  /** The words that aim kubectl at this cluster, as in `ClusterInfo`; absent if unknown. */
  readonly kubectl?: readonly string[] | undefined;
}

/** A view from which a part of the cluster can be copied and played. */
export interface PlayableView extends ClusterView {
  deletionFacts(): DeletionFacts & Required<Pick<DeletionFacts, 'now' | 'resources'>>;
}

/** A kind as messages name it: `Secret`, `Widget.example.com`. */
export function kindName(resource: Pick<ApiResource, 'group' | 'kind'>): string {
  return resource.group === '' ? resource.kind : `${resource.kind}.${resource.group}`;
}

type Typed = Pick<OwnerReference, 'apiVersion' | 'kind'>;

/** The resource of a kind; `undefined` where it is not served, or not known to be. */
export function resourceOf(
  { apiVersion, kind }: Typed,
  view: Pick<ClusterView, 'mapping'>,
): ApiResource | undefined {
  const mapping = view.mapping(apiVersion, kind);
  return typeof mapping === 'string' ? undefined : mapping;
}

/** The object with the name, seen from the namespace. */
export function named(
  reference: Typed & Pick<OwnerReference, 'name'>,
  namespace: string,
  view: ClusterView,
): NamedObject | undefined {
  const resource = resourceOf(reference, view);
  return resource && view.byName(resource, resource.namespaced ? namespace : '', reference.name);
}

/** A node that stands for a reference only; until 1.5 nodes do not say so themselves (PG-06). */
export function isNeverSeen(node: GraphNode, { release }: ClusterView): boolean {
  return node.virtual || (release.generation === 'propagator' && node.meta === undefined);
}

/** The observed object with the uid. */
export function observed(uid: Uid, view: ClusterView): GraphNode | undefined {
  const node = view.get(uid);
  return node && !isNeverSeen(node, view) ? node : undefined;
}

/** Whether the object is being deleted; until 1.5 nodes do not note it (PG-06). */
export function isBeingDeleted(
  node: GraphNode,
  { release }: Pick<ClusterView, 'release'>,
): boolean {
  if (release.generation === 'graph-builder') return node.beingDeleted;
  return node.meta?.deletionTimestamp !== undefined;
}

/** The `nodes` in the Namespace, or of the kind that the definition defines. */
export function* contentAmong(
  nodes: Iterable<GraphNode>,
  container: ObjectReference,
  view: Pick<ClusterView, 'mapping'>,
): Generator<GraphNode> {
  for (const node of nodes) {
    const isIn = isNamespace(container)
      ? node.namespace === container.name
      : isDefinedBy(container, node, view);
    if (isIn && !node.virtual) yield node;
  }
}

/**
 * Kinds whose objects may be in the Namespace, or that the definition defines, and that cannot be read whole: as `<Kind>.<group>`. A
 * definition that is newer than the last discovery stands for its kind by its own name.
 */
export function unreadContent(
  container: ObjectReference,
  { kinds }: Pick<ClusterView, 'kinds'>,
): string[] {
  if (!kinds) return [];
  if (isNamespace(container))
    return namesOf(kinds.filter((kind) => kind.namespaced && isUnread(kind, container.name)));
  if (!isDefinition(container)) return [];
  const defined = kinds.filter(({ resource, group }) => `${resource}.${group}` === container.name);
  return defined.length === 0
    ? [container.name]
    : namesOf(defined.filter((kind) => isUnread(kind)));
}

/** Kinds that cannot be read whole, and may have dependents of an owner in this namespace: as `<Kind>.<group>`. */
export function unreadDependents(
  namespace: string,
  { kinds = [] }: Pick<ClusterView, 'kinds'>,
): string[] {
  // Dependents of a cluster-scoped owner are in any namespace.
  return namesOf(kinds.filter((kind) => isUnread(kind, namespace === '' ? undefined : namespace)));
}

/** A group that could not be discovered has a row for each version. */
function namesOf(kinds: readonly KindHealth[]): string[] {
  return [...new Set(kinds.map(kindName))];
}

function isDefinedBy(
  { name }: ObjectReference,
  node: GraphNode,
  view: Pick<ClusterView, 'mapping'>,
): boolean {
  const { group } = parseApiVersion(node.apiVersion);
  return name.endsWith(`.${group}`) && name === `${resourceOf(node, view)?.resource}.${group}`;
}

/** Whether it is a Namespace that cannot be deleted (NS-03). */
export function isProtected(object: ObjectReference): boolean {
  return isNamespace(object) && isProtectedNamespace(object.name);
}
