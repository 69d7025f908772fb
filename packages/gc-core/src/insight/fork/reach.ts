import type { GraphNode } from '../../graph/graph-node.ts';
import { type ApiResource, groupResource } from '../../meta/api-resource.ts';
import type { OwnerReference } from '../../meta/object-reference.ts';
import type { NamespaceStatus } from '../../wire/terminating.ts';
import { type ClusterView, isBeingDeleted, isNeverSeen } from '../cluster-view.ts';
import { isContainer } from '../container-kinds.ts';

/** A cluster that a part can be copied from. */
export interface ForkSource {
  readonly view: ClusterView;
  /** What the cluster serves, preferred versions first. */
  readonly resources: readonly ApiResource[];
  /** Spec and status of Namespaces that are being deleted, by name, as far as they could be read. */
  readonly namespaces?: ReadonlyMap<string, NamespaceStatus>;
}

/** The deletion reaches more objects than may be copied. */
export class ForkTooLargeError extends Error {
  override readonly name = 'ForkTooLargeError';
}

/**
 * What a deletion of the objects can reach: their dependents all the way down, the other dependents of owners that wait for
 * theirs, the content of Namespaces and of kinds that go, and every owner of these. Throws `ForkTooLargeError`.
 */
export function reach(
  targets: readonly GraphNode[],
  view: ClusterView,
  limit: number = Number.POSITIVE_INFINITY,
): Set<GraphNode> {
  const places = new Places(view);
  const below = new Set<GraphNode>();
  const all = new Set<GraphNode>();
  const pending: { readonly node: GraphNode; readonly down: boolean }[] = [];
  const enter = (node: GraphNode | undefined, down: boolean): void => {
    if (!node || (down ? below : all).has(node) || isNeverSeen(node, view)) return;
    if (down) below.add(node);
    all.add(node);
    if (all.size > limit) throw new ForkTooLargeError();
    pending.push({ node, down });
  };
  for (const target of targets) enter(target, true);
  for (let next = pending.pop(); next; next = pending.pop()) {
    for (const each of goingWith(next.node, next.down, places, view)) enter(each, true);
    for (const owner of ownersOf(next.node, places, view)) enter(owner, false);
  }
  return all;
}

/** What goes if the object does, or with it; an owner that waits for its dependents goes when the last of them goes. */
function* goingWith(
  node: GraphNode,
  down: boolean,
  places: Places,
  view: ClusterView,
): Iterable<GraphNode | undefined> {
  if (down || node.deletingDependents) yield* node.dependents;
  if (down && view.leftBehind) yield* view.leftBehind(node.uid);
  // A Namespace's content goes with it (NS-08), the objects of a kind with its definition (FN-04), whoever owns them.
  if (isContainer(node) && (down || isBeingDeleted(node, view)))
    yield* view.contentOf(node.identity);
  if (down) yield places.goingContainerOf(node);
}

function* ownersOf(
  node: GraphNode,
  places: Places,
  view: ClusterView,
): Iterable<GraphNode | undefined> {
  for (const reference of node.owners) {
    const owner = view.get(reference.uid);
    yield owner;
    if (!isNamedBy(owner, reference, node)) yield places.named(reference, node);
  }
}

/** Whether the owner answers to the name in the reference, too. */
function isNamedBy(
  owner: GraphNode | undefined,
  { apiVersion, kind, name }: OwnerReference,
  { namespace }: GraphNode,
): boolean {
  if (!owner || owner.name !== name || owner.kind !== kind) return false;
  return owner.apiVersion === apiVersion && (owner.namespace || namespace) === namespace;
}

/** Looks up objects by their places: names, Namespaces and kinds. */
class Places {
  readonly #view: ClusterView;
  readonly #going = new Map<string, GraphNode | undefined>();

  constructor(view: ClusterView) {
    this.#view = view;
  }

  /** What answers to the reference's name now, which may be another object than the one that was meant. */
  named({ apiVersion, kind, name }: OwnerReference, dependent: GraphNode): GraphNode | undefined {
    return this.#find(apiVersion, kind, dependent.namespace, name);
  }

  /** The Namespace or definition that is being deleted and waits for the object. */
  goingContainerOf({ apiVersion, kind, namespace }: GraphNode): GraphNode | undefined {
    const view = this.#view;
    const key = `${apiVersion}/${kind} ${namespace}`;
    if (!this.#going.has(key)) {
      const inNamespace = namespace && this.#find('v1', 'Namespace', '', namespace);
      const definition = definitionOf(view.mapping(apiVersion, kind));
      const ofKind =
        definition &&
        this.#find('apiextensions.k8s.io/v1', 'CustomResourceDefinition', '', definition);
      const found = [inNamespace, ofKind].find((each) => each && isBeingDeleted(each, view));
      this.#going.set(key, found || undefined);
    }
    return this.#going.get(key);
  }

  #find(apiVersion: string, kind: string, place: string, name: string): GraphNode | undefined {
    const resource = this.#view.mapping(apiVersion, kind);
    if (typeof resource === 'string') return undefined;
    const found = this.#view.byName(resource, resource.namespaced ? place : '', name);
    return found && this.#view.get(found.uid);
  }
}

/** A definition is named `<plural>.<group>`; built-in kinds have none. */
function definitionOf(mapping: ReturnType<ClusterView['mapping']>): string | undefined {
  if (typeof mapping === 'string' || !mapping.custom) return undefined;
  return groupResource(mapping).split('/').reverse().join('.');
}
