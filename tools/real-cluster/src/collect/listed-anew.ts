import { WorldRequests } from '../differential/requests.ts';
import type { World, WorldAction } from '../differential/world.ts';
import { collectionPath } from '../objects.ts';

/** A dependent and its owner, by number, that a list brings in this order though the owner is older. */
interface Pair {
  readonly dependent: number;
  readonly owner: number;
}

/**
 * What may be otherwise where a watch begins anew with a list, which is in the order of namespaces and names: a dependent may
 * come before its owner of the same kind if both came since the collector looked last. Then the owner is read once (GB-25),
 * and if it is not found in the dependent's namespace, there is no Event about it (GB-42a).
 */
export class ListedAnew {
  readonly #requests: WorldRequests;
  readonly #pairs: readonly Pair[];

  constructor(world: World) {
    this.#requests = new WorldRequests(world, 'w');
    this.#pairs = world.rounds.flatMap((round) => this.#pairsIn(round));
  }

  /** Whether such an owner may be read so. */
  mayRead(read: string): boolean {
    return this.#pairs.some(({ dependent, owner }) => {
      const { kind, name, namespace } = this.#requests.addressOf(owner);
      return [namespace, this.#requests.addressOf(dependent).namespace].some(
        (each) => read === `get ${collectionPath(kind, each)}/${name}`,
      );
    });
  }

  /** Whether such an Event may be missing. */
  mayLack(warning: string): boolean {
    return this.#pairs.some(({ dependent, owner }) => {
      const { kind, namespace, name } = this.#requests.addressOf(dependent);
      const isAbout = warning.startsWith(`${kind.kind} ${namespace}/${name}: `);
      return isAbout && warning.includes(`, uid: ${owner}]`);
    });
  }

  #pairsIn(round: readonly WorldAction[]): Pair[] {
    const created = new Set(round.flatMap(({ type, object }) => (type === 'create' ? object : [])));
    return round.flatMap((action) => {
      if (action.type !== 'references' || !created.has(action.object)) return [];
      const { object: dependent } = action;
      const owners = action.references.map(({ owner }) => owner);
      return owners
        .filter((owner) => created.has(owner) && this.#isListedFirst(dependent, owner))
        .map((owner) => ({ dependent, owner }));
    });
  }

  #isListedFirst(dependent: number, owner: number): boolean {
    const [one, other] = [dependent, owner].map((each) => this.#requests.addressOf(each));
    if (!one || one.kind !== other?.kind) return false;
    return `${one.namespace}/${one.name}` < `${other.namespace}/${other.name}`;
  }
}
