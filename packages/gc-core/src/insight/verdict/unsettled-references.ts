import type { GraphNode } from '../../graph/graph-node.ts';
import type { Coordinates, Uid } from '../../meta/object-reference.ts';
import { KeyedUids } from './keyed-uids.ts';

/**
 * Objects with a reference that the object of its uid does not answer under the referred name. Their verdict can change
 * when somebody else takes or leaves that name, which the edges of the graph, drawn by uid, do not tell.
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
