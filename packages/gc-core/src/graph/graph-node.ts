import type { ObjectMeta } from '../meta/object-meta.ts';
import {
  isBlocking,
  type ObjectReference,
  type OwnerReference,
  type Uid,
} from '../meta/object-reference.ts';
import type { NodeRecord } from '../wire/node-record.ts';

const NO_OWNERS: readonly OwnerReference[] = [];
const NO_DEPENDENTS: ReadonlySet<GraphNode> = new Set();

/**
 * A node of the collector's graph (upstream: `node`). Only the graph builder writes to it.
 * Flags go one way: `virtual` true → false, the other two false → true (DM-05..07).
 */
export class GraphNode {
  readonly identity: ObjectReference;
  /** As last seen, order and duplicates kept (DM-04); empty while virtual (DM-08). */
  owners: readonly OwnerReference[] = NO_OWNERS;
  virtual: boolean;
  /** Seen with a deletionTimestamp (DM-05). */
  beingDeleted = false;
  /** Seen with a deletionTimestamp and the foreground finalizer (DM-06). */
  deletingDependents = false;
  /** What was last seen of the object; absent while virtual. Shown, never decided on. */
  meta: ObjectMeta | undefined;
  /** The graph's mark: whether it changed since somebody asked what changed, or is no part of the graph any more. */
  mark: 'clean' | 'touched' | 'left' = 'clean';
  #dependents: Set<GraphNode> | undefined;

  constructor(identity: ObjectReference, virtual: boolean) {
    this.identity = identity;
    this.virtual = virtual;
  }

  get uid(): Uid {
    return this.identity.uid;
  }

  /** Nodes that name this uid in a reference; a set without order (DM-04). */
  get dependents(): ReadonlySet<GraphNode> {
    return this.#dependents ?? NO_DEPENDENTS;
  }

  addDependent(dependent: GraphNode): void {
    // Most nodes are leaves: the set is made with the first dependent.
    this.#dependents ??= new Set();
    this.#dependents.add(dependent);
  }

  deleteDependent(dependent: GraphNode): void {
    this.#dependents?.delete(dependent);
  }

  /** Dependents with a blocking reference to this uid; only the uid is compared, one listed per such reference (DM-10). */
  blockingDependents(): GraphNode[] {
    const blocking: GraphNode[] = [];
    for (const dependent of this.dependents) {
      for (const reference of dependent.owners) {
        if (reference.uid === this.uid && isBlocking(reference)) blocking.push(dependent);
      }
    }
    return blocking;
  }

  /** A copy under another identity: a different queue key, the same dependents and owners (DM-09). */
  cloneAs(identity: ObjectReference): GraphNode {
    const clone = new GraphNode(identity, this.virtual);
    clone.owners = this.owners;
    clone.beingDeleted = this.beingDeleted;
    clone.deletingDependents = this.deletingDependents;
    clone.meta = this.meta;
    if (this.#dependents) clone.#dependents = new Set(this.#dependents);
    return clone;
  }

  /** The node as it travels. */
  toRecord(): NodeRecord {
    const { identity, meta } = this;
    return {
      uid: identity.uid,
      apiVersion: identity.apiVersion,
      kind: identity.kind,
      namespace: identity.namespace,
      name: identity.name,
      owners: this.owners,
      finalizers: meta?.finalizers ?? [],
      ...(meta?.resourceVersion === undefined ? {} : { resourceVersion: meta.resourceVersion }),
      ...(meta?.creationTimestamp === undefined
        ? {}
        : { creationTimestamp: meta.creationTimestamp }),
      ...(meta?.deletionTimestamp === undefined
        ? {}
        : { deletionTimestamp: meta.deletionTimestamp }),
      ...(meta?.deletionGracePeriodSeconds === undefined
        ? {}
        : { deletionGracePeriodSeconds: meta.deletionGracePeriodSeconds }),
      virtual: this.virtual,
      beingDeleted: this.beingDeleted,
      deletingDependents: this.deletingDependents,
    };
  }
}
