import type { GraphNode } from '../../graph/graph-node.ts';
import type { OwnerReference, Uid } from '../../meta/object-reference.ts';
import type { ClusterView } from '../cluster-view.ts';
import { isProtected } from '../container-kinds.ts';
import { decide, deletes } from '../verdict/decide.ts';

/**
 * What becomes of an object when the collector looks at it: it is deleted (AD-17); it is deleted once the objects are gone that are
 * about to go; that cannot be told; or it stays.
 */
export type ReferenceFate = 'goes' | 'vanishes' | 'unknown' | 'stays';

/** Objects that are about to go. */
export interface Vanishing {
  readonly size: number;
  has(uid: Uid): boolean;
}

/** The fate of an object, also with other references than it has. */
export function fateOf(
  node: GraphNode,
  view: ClusterView,
  vanishing: Vanishing,
  references: readonly OwnerReference[] = node.references,
): ReferenceFate {
  const seen = references === node.references ? view : withReferences(view, node, references);
  const now = decide(node, seen);
  if (!now.isSure) return 'unknown';
  if (deletes(now)) return 'goes';
  if (vanishing.size === 0 || !references.some(({ uid }) => vanishing.has(uid))) return 'stays';
  if (!deletes(decide(node, without(seen, vanishing, node)))) return 'stays';
  return now.unread.length > 0 ? 'unknown' : 'vanishes';
}

/**
 * Objects that go with their owners: each is kept by nothing but objects that the collector deletes. Maps them, and the
 * objects in `going`, to the object in `going` that starts it.
 */
export function vanishingWith(
  going: readonly GraphNode[],
  view: ClusterView,
): ReadonlyMap<Uid, GraphNode> {
  const origin = new Map<Uid, GraphNode>(going.map((node) => [node.uid, node]));
  const pending = [...going];
  for (let owner = pending.pop(); owner; owner = pending.pop()) {
    const start = origin.get(owner.uid) ?? owner;
    for (const node of owner.dependents) {
      if (node.beingDeleted || origin.has(node.uid) || isProtected(node.identity)) continue;
      if (fateOf(node, view, origin) !== 'vanishes') continue;
      origin.set(node.uid, start);
      pending.push(node);
    }
  }
  return origin;
}

/** The fates of objects as they are, each found out once. */
export class Fates {
  readonly #view: ClusterView;
  readonly #vanishing: Vanishing;
  readonly #known = new Map<GraphNode, ReferenceFate>();

  constructor(view: ClusterView, vanishing: Vanishing) {
    this.#view = view;
    this.#vanishing = vanishing;
  }

  of(node: GraphNode): ReferenceFate {
    const known = this.#known.get(node);
    if (known) return known;
    const fate = fateOf(node, this.#view, this.#vanishing);
    this.#known.set(node, fate);
    return fate;
  }
}

function withReferences(
  view: ClusterView,
  { uid }: GraphNode,
  ownerReferences: readonly OwnerReference[],
): ClusterView {
  return {
    ...view,
    byName: (resource, namespace, name) => {
      const found = view.byName(resource, namespace, name);
      if (found?.uid !== uid) return found;
      const { identity, meta } = found;
      return { uid, identity, meta: { name, uid, ...meta, ownerReferences } };
    },
  };
}

/** The cluster once these are gone, and the object is looked at. */
function without(view: ClusterView, gone: Vanishing, except: GraphNode): ClusterView {
  return {
    ...view,
    byName: (resource, namespace, name) => {
      const found = view.byName(resource, namespace, name);
      const isGone = found && found.uid !== except.uid && gone.has(found.uid);
      return isGone ? undefined : found;
    },
    provesAbsence: () => true,
  };
}
