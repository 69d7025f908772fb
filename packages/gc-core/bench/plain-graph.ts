import type { GraphChange } from '../src/graph/graph-change.ts';
import type { ObjectMeta } from '../src/meta/object-meta.ts';
import type { ObjectReference, OwnerReference } from '../src/meta/object-reference.ts';

const NONE: readonly never[] = [];

/** A node as one would write it: a field for each thing known of the object. */
class PlainNode {
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  resourceVersion: string | undefined;
  creationTimestamp: string | undefined;
  deletionTimestamp: string | undefined;
  deletionGracePeriodSeconds: number | undefined;
  owners: readonly OwnerReference[] = NONE;
  finalizers: readonly string[] = NONE;
  virtual = true;
  readonly dependents = new Set<PlainNode>();

  constructor({ apiVersion, kind, namespace, name, uid }: ObjectReference) {
    this.apiVersion = apiVersion;
    this.kind = kind;
    this.namespace = namespace;
    this.name = name;
    this.uid = uid;
  }
}

/**
 * The obvious graph, to measure against: an object per node, a Set of dependents, a Map from uid to node. It holds what
 * ours holds, but knows neither rules nor what changed since it was last asked.
 */
export class PlainGraph {
  readonly #nodes = new Map<string, PlainNode>();

  get size(): number {
    return this.#nodes.size;
  }

  process({ type, identity, meta }: GraphChange): void {
    const node = this.#nodes.get(identity.uid);
    if (type === 'DELETED') {
      if (!node) return;
      for (const { uid } of node.owners) this.#nodes.get(uid)?.dependents.delete(node);
      this.#nodes.delete(node.uid);
      return;
    }
    if (meta) this.#update(node ?? this.#add(identity), meta);
  }

  #update(node: PlainNode, meta: ObjectMeta): void {
    const before = node.owners;
    node.virtual = false;
    node.owners = meta.ownerReferences ?? NONE;
    node.finalizers = meta.finalizers ?? NONE;
    node.resourceVersion = meta.resourceVersion;
    node.creationTimestamp = meta.creationTimestamp;
    node.deletionTimestamp = meta.deletionTimestamp;
    node.deletionGracePeriodSeconds = meta.deletionGracePeriodSeconds;
    for (const { uid } of before) {
      if (!names(node.owners, uid)) this.#nodes.get(uid)?.dependents.delete(node);
    }
    for (const owner of node.owners) {
      if (names(before, owner.uid)) continue;
      const { namespace } = node;
      (this.#nodes.get(owner.uid) ?? this.#add({ ...owner, namespace })).dependents.add(node);
    }
  }

  #add(identity: ObjectReference): PlainNode {
    const node = new PlainNode(identity);
    this.#nodes.set(node.uid, node);
    return node;
  }
}

function names(references: readonly OwnerReference[], uid: string): boolean {
  for (const reference of references) if (reference.uid === uid) return true;
  return false;
}
