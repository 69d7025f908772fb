import { type Graph, type GraphNode, type ObjectMeta, sameIdentity } from '@gcscope/gc-core';
import type { ObjectReference, Uid } from '@gcscope/gc-core/wire';
import type { KindObjects } from '../cluster/reflect/kind-objects.ts';
import type { NameIndex } from './name-index.ts';

/** The objects of one resource as the graph has them: what is observed reaches it as a change, and is held once. */
export class GraphObjects implements KindObjects {
  readonly #graph: Graph;
  readonly #names: NameIndex;
  readonly #key: string;

  /** `key`: group and resource. */
  constructor(graph: Graph, names: NameIndex, key: string) {
    this.#graph = graph;
    this.#names = names;
    this.#key = key;
  }

  get size(): number {
    return this.#names.count(this.#key);
  }

  uidOf(namespace: string, name: string): Uid | undefined {
    return this.#names.get(this.#key, namespace, name);
  }

  get(uid: Uid): ObjectMeta | undefined {
    return this.#node(uid)?.meta;
  }

  versionOf(uid: Uid): string | undefined {
    return this.#node(uid)?.resourceVersion;
  }

  versionAs(identity: ObjectReference): string | undefined {
    const node = this.#graph.get(identity.uid);
    return node && !node.virtual && sameIdentity(node, identity) ? node.resourceVersion : undefined;
  }

  uids(): Iterable<Uid> {
    return this.#names.ofResource(this.#key);
  }

  take(): void {}

  /** An object that is served in two groups is one node, and of both kinds. */
  #node(uid: Uid): GraphNode | undefined {
    const node = this.#graph.get(uid);
    const isKnown = node && !node.virtual && this.uidOf(node.namespace, node.name) === uid;
    return isKnown ? node : undefined;
  }
}
