import type { Graph } from '../graph/graph.ts';
import type { GraphChange } from '../graph/graph-change.ts';
import type { GraphNode } from '../graph/graph-node.ts';
import type { ReferenceCache } from '../graph/reference-cache.ts';
import { startsDeletionWith } from '../graph/start-of-deletion.ts';
import { ORPHAN_FINALIZER } from '../meta/finalizers.ts';
import { invariant } from '../meta/invariant.ts';
import type { NoteSink } from '../meta/note.ts';
import type { ObjectMeta } from '../meta/object-meta.ts';
import {
  type ObjectReference,
  type OwnerReference,
  ownerIdentity,
} from '../meta/object-reference.ts';

/** The parts that the Propagator uses. */
export interface PropagatorOptions {
  readonly graph: Graph;
  /** The uids of owners known not to exist (PG-19). */
  readonly absentOwners: ReferenceCache;
  readonly enqueueDirty: (node: GraphNode) => void;
  readonly enqueueOrphan: (node: GraphNode) => void;
  readonly note: NoteSink;
  readonly order: (nodes: GraphNode[]) => GraphNode[];
}

const NO_OWNERS: readonly OwnerReference[] = [];

/** The one writer of the graph until 1.5: events become nodes and entries of the dirty and orphan queues (PG-06..18). */
export class Propagator {
  readonly #options: PropagatorOptions;

  constructor(options: PropagatorOptions) {
    this.#options = options;
  }

  /** Processes one event; returns whether its latency is observed: not where it was ignored (PG-14, PG-18). */
  processEvent(change: GraphChange): boolean {
    const known = this.#options.graph.get(change.identity.uid);
    if (change.type === 'DELETED') return this.#processDelete(known, change.identity);
    const { meta } = change;
    invariant(meta, 'a change other than a deletion carries metadata');
    if (!known) {
      this.#enqueueOrphaning(this.#insert(change.identity, meta), change);
      return true;
    }
    this.#enqueueOrphaning(known, change);
    return this.#update(known, meta);
  }

  /** An unknown uid becomes a node and is linked to its owners (PG-10). */
  #insert(identity: ObjectReference, meta: ObjectMeta): GraphNode {
    const { graph } = this.#options;
    const node = graph.createNode(identity, false);
    node.owners = meta.ownerReferences ?? NO_OWNERS;
    graph.set(node);
    graph.see(node, meta);
    this.#options.note({ rule: 'PG-10', subject: identity });
    this.#addDependentToOwners(node, node.owners);
    return node;
  }

  /** PG-11: an owner that is not there comes in with the dependent's namespace and is checked; nothing is compared. */
  #addDependentToOwners(dependent: GraphNode, references: readonly OwnerReference[]): void {
    const { graph, enqueueDirty, note } = this.#options;
    for (const reference of references) {
      const known = graph.get(reference.uid);
      if (known) {
        known.addDependent(dependent);
        continue;
      }
      const identity = ownerIdentity(reference, dependent.identity.namespace);
      const owner = graph.createNode(identity, false);
      owner.addDependent(dependent);
      graph.set(owner);
      note({ rule: 'PG-11', subject: identity, other: dependent.identity });
      enqueueDirty(owner);
    }
  }

  /** PG-12: a finalizer that comes after the deletionTimestamp has no effect. */
  #enqueueOrphaning(node: GraphNode, { meta, oldMeta }: GraphChange): void {
    if (!meta || !startsDeletionWith(ORPHAN_FINALIZER, meta, oldMeta, false)) return;
    this.#options.note({ rule: 'PG-12', subject: node.identity });
    this.#options.enqueueOrphan(node);
  }

  /** PG-13..16: references are compared by uid only, and stored only if one came or went. */
  #update(node: GraphNode, meta: ObjectMeta): boolean {
    const { graph, note } = this.#options;
    const owners = meta.ownerReferences ?? NO_OWNERS;
    const added = without(owners, node.owners);
    const removed = without(node.owners, owners);
    const hasChanged = added.length + removed.length > 0;
    if (hasChanged) node.owners = owners;
    graph.see(node, meta);
    if (!hasChanged) {
      note({ rule: 'PG-14', subject: node.identity });
      return false;
    }
    note({ rule: 'PG-15', subject: node.identity });
    this.#addDependentToOwners(node, added);
    for (const { uid } of removed) graph.get(uid)?.deleteDependent(node);
    return true;
  }

  /** PG-17, PG-18: the uid alone decides, also for a virtual delete of what was observed meanwhile. */
  #processDelete(node: GraphNode | undefined, identity: ObjectReference): boolean {
    const { graph, absentOwners, enqueueDirty, note, order } = this.#options;
    if (!node) {
      note({ rule: 'PG-18', subject: identity });
      return false;
    }
    note({ rule: 'PG-17', subject: identity });
    graph.delete(node);
    for (const { uid } of node.owners) graph.get(uid)?.deleteDependent(node);
    if (node.dependents.size > 0) absentOwners.add(identity);
    for (const dependent of order([...node.dependents])) {
      note({ rule: 'PG-17', subject: identity, other: dependent.identity });
      enqueueDirty(dependent);
    }
    return true;
  }
}

/** The references of `list` whose uid is not in `other`. */
function without(
  list: readonly OwnerReference[],
  other: readonly OwnerReference[],
): OwnerReference[] {
  const uids = new Set(other.map(({ uid }) => uid));
  return list.filter(({ uid }) => !uids.has(uid));
}
