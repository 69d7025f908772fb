import type { Graph } from '../../graph/graph.ts';
import type { GraphNode } from '../../graph/graph-node.ts';
import {
  type Coordinates,
  type ObjectReference,
  parseApiVersion,
  type Uid,
} from '../../meta/object-reference.ts';
import type { NodeRecord } from '../../wire/node-record.ts';
import { type ClusterView, isBeingDeleted } from '../cluster-view.ts';
import { isContainer, isNamespace } from '../container-kinds.ts';

/** Relations that the edges of the graph do not show. */
export interface BesidesEdges {
  readonly unsettled: UnsettledReferences;
  readonly containers: WaitingContainers;
}

/**
 * Every uid whose summary can be another one because the `touched` nodes changed: they themselves, what refers to them
 * by uid or by name, their owners, and above all these the owners that wait for their dependents, and the Namespaces and
 * definitions that wait for what is left in them.
 */
export function affectedBy(
  touched: Iterable<Uid>,
  graph: Graph,
  last: ReadonlyMap<Uid, NodeRecord>,
  { unsettled, containers }: BesidesEdges,
): Set<Uid> {
  const affected = new Set<Uid>();
  for (const uid of touched) {
    const node = graph.get(uid);
    for (const each of besides(node, last.get(uid), unsettled)) affected.add(each);
    affected.add(uid);
  }
  // The set grows while it is walked: a blocker is passed along the chain of those that wait.
  for (const uid of affected) {
    for (const each of waitingFor(uid, graph, containers)) affected.add(each);
    const before = last.get(uid);
    if (before) for (const each of containers.around(before)) affected.add(each);
  }
  return affected;
}

/** Owners that wait for the object, and what it may be left in. */
function* waitingFor(uid: Uid, graph: Graph, containers: WaitingContainers): Generator<Uid> {
  const node = graph.get(uid);
  if (!node) return;
  for (const owner of node.owners) {
    if (graph.get(owner.uid)?.deletingDependents) yield owner.uid;
  }
  yield* containers.around(node);
}

/** Dependents and owners of the node as it is, and as it last was. */
function* besides(
  node: GraphNode | undefined,
  last: NodeRecord | undefined,
  unsettled: UnsettledReferences,
): Generator<Uid> {
  for (const dependent of node?.dependents ?? []) yield dependent.uid;
  for (const named of [node?.identity, last]) if (named) yield* unsettled.meaning(named);
  // Whether an owner still has dependents decides how it is deleted (AD-15).
  for (const { uid } of [...(node?.owners ?? []), ...(last?.owners ?? [])]) yield uid;
}

/**
 * Objects with a reference whose uid no object has under the name of the reference. Their verdict can change when
 * another object takes or leaves that name. The edges of the graph do not show this, because they follow uids.
 */
export class UnsettledReferences {
  readonly #byName = new KeyedUids();

  /** Notes the references of the node as they are now; `owner` gives the node of a uid. */
  update(node: GraphNode, owner: (uid: Uid) => GraphNode | undefined): void {
    const names = node.owners
      .filter((reference) => {
        const found = owner(reference.uid);
        if (!found || found.virtual) return true;
        const { namespace } = found.identity;
        return (
          found.identity.name !== reference.name ||
          found.identity.kind !== reference.kind ||
          (namespace !== '' && namespace !== node.identity.namespace)
        );
      })
      .map(nameKey);
    this.#byName.set(node.uid, names);
  }

  forget(uid: Uid): void {
    this.#byName.set(uid, []);
  }

  /** Objects that may mean an object of this kind and name. */
  meaning(named: Pick<Coordinates, 'kind' | 'name'>): Iterable<Uid> {
    return this.#byName.of(nameKey(named));
  }
}

function nameKey({ kind, name }: Pick<Coordinates, 'kind' | 'name'>): string {
  return JSON.stringify([kind, name]);
}

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

  /** The containers that may wait for the object: its Namespace, and definitions of its group. */
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

/** Uids found by keys: a uid may have several, a key may find several. */
class KeyedUids {
  readonly #uids = new Map<string, Set<Uid>>();
  readonly #keysOf = new Map<Uid, readonly string[]>();

  /** Replaces the keys that find the uid. */
  set(uid: Uid, keys: readonly string[]): void {
    for (const key of this.#keysOf.get(uid) ?? []) {
      const uids = this.#uids.get(key);
      uids?.delete(uid);
      if (uids?.size === 0) this.#uids.delete(key);
    }
    if (keys.length === 0) {
      this.#keysOf.delete(uid);
      return;
    }
    this.#keysOf.set(uid, keys);
    for (const key of keys) {
      const uids = this.#uids.get(key);
      if (uids) uids.add(uid);
      else this.#uids.set(key, new Set([uid]));
    }
  }

  /** The uids that the key finds. */
  of(key: string): Iterable<Uid> {
    return this.#uids.get(key) ?? [];
  }

  /** Whether no key finds anything. */
  get isEmpty(): boolean {
    return this.#uids.size === 0;
  }
}
