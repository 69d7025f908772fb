import type { GraphNode, Records } from '@gcscope/gc-core';
import type { NodeRecord, ObjectReference, Uid } from '@gcscope/gc-core/wire';
import { putLast } from '../base/last-used.ts';

/** Removed objects remembered: more seldom go before their dependents are judged. */
const MOST = 50_000;

/** Owners that were seen to be deleted: a cascade makes no reference wrong that was right. */
export class RemovedOwners {
  readonly #identities = new Map<Uid, ObjectReference>();
  /** What lost one of several owners: it may look as before, and yet the collector is to remove a reference. */
  readonly #bereft = new Set<Uid>();

  /** The owner as it was, if it is remembered. */
  get(uid: Uid): ObjectReference | undefined {
    return this.#identities.get(uid);
  }

  /** Notes a node that leaves the graph. Its dependents may come later: watches of two kinds have no order. */
  note({ uid, identity, virtual, dependents }: GraphNode): void {
    if (virtual) return;
    putLast(this.#identities, uid, identity, MOST);
    for (const each of dependents) if (each.owners.length > 1) this.#bereft.add(each.uid);
  }

  /** The objects that lost one of several owners since the last call, as far as they are still there. */
  takeBereft(records: Records): readonly NodeRecord[] {
    const bereft = [...this.#bereft].flatMap((uid) => records.get(uid) ?? []);
    this.#bereft.clear();
    return bereft;
  }
}
