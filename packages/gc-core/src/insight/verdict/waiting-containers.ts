import type { GraphNode } from '../../graph/graph-node.ts';
import { type ObjectReference, parseApiVersion, type Uid } from '../../meta/object-reference.ts';
import { type ClusterView, isBeingDeleted } from '../cluster-view.ts';
import { isContainer, isNamespace } from '../container-kinds.ts';
import { KeyedUids } from './keyed-uids.ts';

/** Namespaces and definitions in deletion: their verdict can change with every object that is left in them. */
export class WaitingContainers {
  readonly #uids = new KeyedUids();

  /** Notes the node as it is now. */
  update(node: GraphNode, view: ClusterView): void {
    const isWaiting = isContainer(node) && isBeingDeleted(node, view);
    this.#uids.set(node.uid, isWaiting ? [keyOf(node)] : []);
  }

  forget(uid: Uid): void {
    this.#uids.set(uid, []);
  }

  /** Those in which the object may be left: the Namespace that it is in, definitions of its group. */
  *around({
    namespace,
    apiVersion,
  }: Pick<ObjectReference, 'namespace' | 'apiVersion'>): Generator<Uid> {
    if (this.#uids.isEmpty) return;
    yield* this.#uids.of(`namespace ${namespace}`);
    yield* this.#uids.of(`group ${parseApiVersion(apiVersion).group}`);
  }
}

function keyOf(container: ObjectReference): string {
  const { name } = container;
  // A definition is named after plural and group.
  return isNamespace(container)
    ? `namespace ${name}`
    : `group ${name.slice(name.indexOf('.') + 1)}`;
}
