import type { GraphChange } from '../src/graph/graph-change.ts';
import type { ObjectMeta } from '../src/meta/object-meta.ts';

interface PlainNode {
  readonly uid: string;
  meta: ObjectMeta | undefined;
  readonly dependents: Set<string>;
}

/** The obvious way, to measure against: an object per node with a Set of dependents' uids, references diffed through Maps. */
export class PlainGraph {
  readonly nodes = new Map<string, PlainNode>();

  process({ type, identity, meta }: GraphChange): void {
    const { uid } = identity;
    const node = this.nodes.get(uid);
    if (type === 'DELETED') {
      for (const owner of node?.meta?.ownerReferences ?? []) {
        this.nodes.get(owner.uid)?.dependents.delete(uid);
      }
      this.nodes.delete(uid);
      return;
    }
    const known = node ?? this.#add(uid);
    const before = new Map((known.meta?.ownerReferences ?? []).map((each) => [each.uid, each]));
    const after = new Map((meta?.ownerReferences ?? []).map((each) => [each.uid, each]));
    for (const owner of before.keys()) {
      if (!after.has(owner)) this.nodes.get(owner)?.dependents.delete(uid);
    }
    for (const owner of after.keys()) {
      if (!before.has(owner)) (this.nodes.get(owner) ?? this.#add(owner)).dependents.add(uid);
    }
    known.meta = meta;
  }

  #add(uid: string): PlainNode {
    const node: PlainNode = { uid, meta: undefined, dependents: new Set() };
    this.nodes.set(uid, node);
    return node;
  }
}
