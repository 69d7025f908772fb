import type { GraphNode, Records } from '@gcscope/gc-core';
import type { GraphDelta, NodeRecord, ObjectReference, Uid } from '@gcscope/gc-core/wire';
import { putLast } from '../base/last-used.ts';

/** Owners remembered: more with dependents of their own seldom go in one cascade. */
const MOST = 10_000;

/** Owners that were seen to be deleted: a cascade makes no reference wrong that was right. */
export class RemovedOwners {
  readonly #identities = new Map<Uid, ObjectReference>();
  /** What lost one of several owners since the last delta. */
  readonly #bereft = new Set<Uid>();

  /** The owner as it was, if it is remembered. */
  get(uid: Uid): ObjectReference | undefined {
    return this.#identities.get(uid);
  }

  /** Notes a node that leaves the graph, as long as its dependents are known. */
  note({ uid, identity, virtual, dependents }: GraphNode): void {
    if (virtual || dependents.size === 0) return;
    putLast(this.#identities, uid, identity, MOST);
    for (const each of dependents) if (each.owners.length > 1) this.#bereft.add(each.uid);
  }

  /**
   * The delta with what lost one of several owners: it may look as before, and yet the collector is to remove a reference. The
   * former records get them, too.
   */
  addBereft(delta: GraphDelta, before: Map<Uid, NodeRecord>, records: Records): GraphDelta {
    if (this.#bereft.size === 0) return delta;
    const told = new Set(delta.upserts.map(({ uid }) => uid));
    const alike = [...this.#bereft].flatMap((uid) =>
      told.has(uid) ? [] : (records.get(uid) ?? []),
    );
    this.#bereft.clear();
    for (const record of alike) before.set(record.uid, record);
    return { ...delta, upserts: [...delta.upserts, ...alike] };
  }
}
