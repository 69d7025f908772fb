import type { GraphNode, Records } from '@gcscope/gc-core';
import type { NodeRecord, ObjectReference, Uid } from '@gcscope/gc-core/wire';
import { putLast } from '../base/last-used.ts';

/** Owners remembered: more with dependents of their own seldom go before these are judged. */
const MOST = 50_000;

/** An owner as it was when it was removed. */
interface RemovedOwner {
  readonly identity: ObjectReference;
  /** The objects that named it at its removal: a later reference names an owner that does not exist. */
  readonly dependents: ReadonlySet<Uid>;
}

/** Owners that were seen to be deleted: a cascade makes no reference wrong that was right. */
export class RemovedOwners {
  readonly #owners = new Map<Uid, RemovedOwner>();
  /** Objects that lost one of several owners: they may look as before, yet the collector must remove a reference. */
  readonly #bereft = new Set<Uid>();

  /** The owner as it was, if it was removed while it had this dependent. */
  get(owner: Uid, dependent: Uid): ObjectReference | undefined {
    const removed = this.#owners.get(owner);
    return removed?.dependents.has(dependent) ? removed.identity : undefined;
  }

  /** Notes a node that leaves the graph, as long as its dependents are known. */
  note({ uid, identity, virtual, dependents }: GraphNode): void {
    if (virtual || dependents.size === 0) return;
    const uids = new Set([...dependents].map((each) => each.uid));
    putLast(this.#owners, uid, { identity, dependents: uids }, MOST);
    for (const each of dependents) if (each.owners.length > 1) this.#bereft.add(each.uid);
  }

  /** The objects that lost one of several owners since the last call, as far as they are still there. */
  takeBereft(records: Records): readonly NodeRecord[] {
    const bereft = [...this.#bereft].flatMap((uid) => records.get(uid) ?? []);
    this.#bereft.clear();
    return bereft;
  }
}
