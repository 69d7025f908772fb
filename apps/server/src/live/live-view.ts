import {
  type ApiResource,
  type Graph,
  type GraphNode,
  groupResource,
  kindName,
  type PlayableView,
  type ReleaseProfile,
} from '@gcscope/gc-core';
import type { ObjectReference, Uid } from '@gcscope/gc-core/wire';
import type { AbsenceProofs } from './absence-proofs.ts';
import type { AskedOwners, AsksOwners } from './asked-owners.ts';
import type { HealthBook } from './cluster-health.ts';
import type { DeletionWatch } from './deletion-watch.ts';
import type { LeftBehind } from './left-behind.ts';
import type { NameIndex } from './name-index.ts';
import type { ServedKinds } from './served-kinds.ts';

/** The view that verdicts on a live cluster rest on. */
export type LiveView = PlayableView & AsksOwners;

interface Known {
  readonly graph: Graph;
  readonly names: NameIndex;
  readonly served: ServedKinds;
  readonly askedOwners: AskedOwners;
  readonly health: HealthBook;
  readonly proofs: AbsenceProofs;
  readonly deletions: DeletionWatch;
  readonly leftBehind: LeftBehind;
  readonly release: () => ReleaseProfile;
  readonly isQueued: (uid: Uid) => boolean;
  readonly removed: (owner: Uid, dependent: Uid) => ObjectReference | undefined;
  readonly kubectl: readonly string[] | undefined;
}

/** Answers the collector's questions from a live graph and from what is known of each kind. */
export function liveView(known: Known): LiveView {
  const { graph, served, askedOwners, health, proofs, deletions } = known;
  return {
    get release() {
      return known.release();
    },
    get kinds() {
      return health.kinds;
    },
    kubectl: known.kubectl,
    get: (uid) => graph.get(uid),
    byName: (resource, namespace, name) => byName(known, resource, namespace, name),
    bearsItsName: (node, resource) =>
      !node.virtual && known.names.areBorne(groupResource(resource)),
    mapping: (apiVersion, kind) => served.mapping(apiVersion, kind),
    isRead: (resource, namespace) => health.isRead(groupResource(resource), namespace),
    kindHealth: (resource) => health.of(groupResource(resource)),
    unreadKinds: (owner) => unreadKinds(known, owner),
    provesAbsence: (resource, uid) => {
      const node = graph.get(uid);
      return node !== undefined && proofs.proves(groupResource(resource), node);
    },
    isQueued: known.isQueued,
    removed: known.removed,
    asked: (resource, namespace, name) => askedOwners.lookup(resource, namespace, name),
    leftBehind: (owner) => known.leftBehind.of(owner),
    contentOf: (container) => contentOf(known, container),
    deletionFacts: () => deletions.facts(),
  };
}

function byName(
  { graph, names }: Known,
  resource: ApiResource,
  namespace: string,
  name: string,
): GraphNode | undefined {
  const uid = names.get(groupResource(resource), namespace, name);
  const node = uid === undefined ? undefined : graph.get(uid);
  return node?.virtual ? undefined : node;
}

function unreadKinds({ graph, health, proofs }: Known, owner: Uid | undefined): readonly string[] {
  const node = owner === undefined ? undefined : graph.get(owner);
  const unread = health.kinds.filter(
    (kind) =>
      // Owners and dependents of a namespaced object are in its namespace.
      !health.isRead(groupResource(kind), node?.namespace) ||
      (node && !proofs.isNewer(groupResource(kind), node)),
  );
  // A group that could not be discovered has a row for each version.
  return [...new Set(unread.map(kindName))];
}

/** The objects left in a Namespace, or of the kind of a definition, without a look at the rest of the graph. */
function* contentOf({ graph, names }: Known, container: ObjectReference): Generator<GraphNode> {
  for (const uid of names.leftIn(container)) {
    const node = graph.get(uid);
    if (node && !node.virtual) yield node;
  }
}
