import type { ObjectMeta } from '../meta/object-meta.ts';
import type { ObjectReference, OwnerReference, Uid } from '../meta/object-reference.ts';
import type { GraphDelta } from '../wire/graph-delta.ts';
import type { NodeRecord } from '../wire/node-record.ts';
import { GraphNode } from './graph-node.ts';
import { diffOwnerReferences, type OwnerReferencesDiff } from './owner-references-diff.ts';
import { ObjectStore } from './store/object-store.ts';

const NO_OWNERS: readonly OwnerReference[] = [];

/** The map uid → node (DM-11) and the list of what changed since it was last asked. One writer: the graph builder. */
export class Graph {
  readonly #store = new ObjectStore<GraphNode>();

  get size(): number {
    return this.#store.size;
  }

  get(uid: Uid): GraphNode | undefined {
    return this.#store.get(uid);
  }

  nodes(): IterableIterator<GraphNode> {
    return this.#store.values();
  }

  /** A node for the identity that shares what it can with those of the graph. It is not put in yet. */
  createNode(identity: ObjectReference, virtual: boolean): GraphNode {
    return new GraphNode(identity, virtual, this.#store.scopeOf(identity));
  }

  /** Puts the node under its uid, in place of another one if there is one. */
  set(node: GraphNode): void {
    this.#store.put(node);
  }

  /** The other nodes that stand for owners of a node. */
  ownersOf(node: GraphNode): GraphNode[] {
    return this.#store.ownersOf(node).filter((each) => each !== node);
  }

  /** The node leaves, if it is there. That changes what is shown of its dependents: their reference is dangling now (GB-44). */
  delete(node: GraphNode): void {
    if (!this.#store.remove(node)) return;
    for (const dependent of node.dependents) this.touch(dependent);
  }

  /** The object of a virtual node was seen (DM-07). */
  observe(node: GraphNode): void {
    node.virtual = false;
    this.touch(node);
  }

  /**
   * Marks the node as changed for a reason that the graph does not know. The delta is read from the nodes afterwards, so nothing can be
   * missed.
   */
  touch(node: GraphNode): void {
    this.#store.touch(node);
  }

  /** Takes over an observed object; returns in what its owners differ from those that the graph had (GB-12). */
  update(node: GraphNode, meta: ObjectMeta): OwnerReferencesDiff | undefined {
    const { ownerReferences = NO_OWNERS } = meta;
    const refreshed = this.refresh(node, meta);
    const diff = diffOwnerReferences(refreshed ?? node.owners, ownerReferences);
    if (refreshed) return diff;
    if (diff) node.owners = ownerReferences;
    this.see(node, meta);
    return diff;
  }

  /** Takes over an update that the store recognises without looking at the node; returns the owners that the node had. */
  refresh(node: GraphNode, meta: ObjectMeta): readonly OwnerReference[] | undefined {
    const before = this.#store.refresh(node, meta);
    if (before) this.touch(node);
    return before;
  }

  /**
   * Takes over an update that shows nothing new, only a later resourceVersion or generation. The node does not count as changed. False:
   * the update shows something new, and nothing was taken over.
   */
  takeHeartbeat(node: GraphNode, meta: ObjectMeta): boolean {
    return !this.#store.differs(node, meta) && this.#store.refresh(node, meta) !== undefined;
  }

  /** Takes over what was seen of the object of a node that is in the graph, beside its owners. */
  see(node: GraphNode, meta: ObjectMeta): void {
    this.#store.see(node, meta);
  }

  /** Uids changed since the last take, each once; taking forgets them. Cost: proportional to their number. */
  takeTouched(): Uid[] {
    return this.#store.takeTouched();
  }

  /** Takes the uids that changed since the last take and that no node has now; it forgets all. */
  takeGone(): Uid[] {
    return this.#store.takeGone();
  }

  /** Takes the nodes that changed since the last take, as they are now. */
  takeDelta(): GraphDelta {
    const upserts: NodeRecord[] = [];
    const removes: Uid[] = [];
    for (const uid of this.takeTouched()) {
      const node = this.get(uid);
      if (node) upserts.push(node.toRecord());
      else removes.push(uid);
    }
    return { upserts, removes };
  }
}
