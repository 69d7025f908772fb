import type { ObjectMeta } from '../meta/object-meta.ts';
import type { ObjectReference, OwnerReference, Uid } from '../meta/object-reference.ts';
import type { GraphDelta } from '../wire/graph-delta.ts';
import type { NodeRecord } from '../wire/node-record.ts';
import type { GraphChange } from './graph-change.ts';
import { GraphNode } from './graph-node.ts';
import {
  clearTouched,
  flagsAt,
  isDeleted,
  isWritten,
  lastSeenOf,
  markLeft,
  markTouched,
  REFERENCE,
  ROW,
  refreshRow,
  writeRow,
} from './last-seen.ts';
import { NodeRows } from './node-rows.ts';
import { NodeTable } from './node-table.ts';
import {
  diffOwnerReferences,
  type OwnerReferencesDiff,
  sameOwners,
} from './owner-references-diff.ts';
import { ReadAhead } from './read-ahead.ts';
import { Scopes } from './scopes.ts';
import { flagsOf, type SharedReferences } from './shared-references.ts';
import { SharedValues } from './shared-values.ts';
import { readUid, words } from './uid-words.ts';

/** The map uid → node (DM-11) and the list of what changed since it was last asked. One writer: the graph builder. */
export class Graph {
  readonly #table = new NodeTable();
  readonly #scopes = new Scopes();
  readonly #values = new SharedValues((uid) => this.get(uid));
  readonly #references: SharedReferences = this.#values.references;
  #rows = new NodeRows(this.#table.rows, this.#values);
  readonly #readAhead = new ReadAhead(this.#table, this.#references);
  /** Positions of nodes changed since the last take, each once, and their uids; some have left since. */
  #touched: number[] = [];
  readonly #touchedUids: Uid[] = [];
  /** Uids that nodes left since the last take. */
  readonly #left: Uid[] = [];

  get size(): number {
    return this.#table.size;
  }

  get(uid: Uid): GraphNode | undefined {
    return this.#table.get(uid);
  }

  nodes(): IterableIterator<GraphNode> {
    return this.#table.values();
  }

  /** A node for the identity that shares what it can with those of the graph. It is not put in yet. */
  createNode(identity: ObjectReference, virtual: boolean): GraphNode {
    return new GraphNode(identity, virtual, this.#scopes.share(identity));
  }

  /** Equal references that share what they can with others of the graph. */
  shareOwners(owners: readonly OwnerReference[]): readonly OwnerReference[] {
    const reference = owners.length === 1 ? owners[0] : undefined;
    const number = this.#referenceNumber(reference);
    return reference && number > 0
      ? this.#references.list(number, flagsOf(reference))
      : this.#values.owners(owners);
  }

  /** Puts the node under its uid, in place of another one if there is one. */
  set(node: GraphNode): void {
    node.takeOut();
    const position = this.#table.find(node.uid);
    this.#table.at(position)?.takeOut();
    if (position >= 0) this.#table.replace(position, node);
    else if (this.#table.isFull) this.#rebuild();
    node.enter(this.#rows, position < 0 ? this.#table.append(node) : position);
    this.touch(node);
  }

  /** The other nodes that stand for owners of a node. */
  ownersOf(node: GraphNode): GraphNode[] {
    const { rows } = this.#table;
    const at = node.position * ROW;
    const number = isWritten(rows, at) ? (rows[at + REFERENCE] ?? 0) : -1;
    if (number === 0) return [];
    if (number > 0) {
      const owner = this.#ownerNumbered(number);
      return owner && owner !== node ? [owner] : [];
    }
    return node.owners.flatMap(({ uid }) => this.get(uid) ?? []).filter((each) => each !== node);
  }

  /** The node for what references with this number name: the row of a reference is near, its texts are not. */
  #ownerNumbered(number: number): GraphNode | undefined {
    // Who left leaves a gap, which nobody else fills until all move.
    const known = this.#table.at(this.#references.ownerPosition(number));
    if (known) return known;
    this.#references.readUidOf(number);
    const position = this.#table.findRead();
    if (position === -2) return this.get(this.#references.uid(number));
    this.#references.setOwnerPosition(number, position);
    return this.#table.at(position);
  }

  /** The node leaves, if it is there; `uid` is its own, the text that is nearest. */
  delete(node: GraphNode, uid: Uid): void {
    // By its place: to look for the text of its uid reads memory that nothing else does.
    const { position } = node;
    if (this.#table.at(position) !== node) return;
    node.leave();
    markLeft(this.#table.rows, position * ROW);
    this.#table.delete(position, uid);
    this.#left.push(uid);
  }

  /** Every mutation of a node says so here; the delta is read from the nodes afterwards, so nothing can be missed. */
  touch(node: GraphNode): void {
    if (node.position >= 0) this.#touch(node.position, node.uid);
  }

  #touch(position: number, uid: Uid): void {
    if (!markTouched(this.#table.rows, position * ROW)) return;
    this.#touched.push(position);
    this.#touchedUids.push(uid);
  }

  /** A node of the graph has these owners from now on; returns in what they differ from the former ones (GB-12). */
  changeOwners(
    node: GraphNode,
    owners: readonly OwnerReference[],
  ): OwnerReferencesDiff | undefined {
    const diff = diffOwnerReferences(node.owners, owners);
    if (diff) node.owners = this.shareOwners(owners);
    return diff;
  }

  /** Takes over what was seen of the object of a node that is in the graph, beside its owners. */
  see(node: GraphNode, meta: ObjectMeta): void {
    if (this.#writeRow(node, meta)) {
      node.pack(isDeleted(meta) ? lastSeenOf(meta) : undefined);
    } else {
      node.owners = this.shareOwners(node.owners);
      const { ownerReferences = [] } = meta;
      const isSame = sameOwners(ownerReferences, node.owners);
      const seen = lastSeenOf(meta);
      node.see(
        this.#values.shareFinalizers(meta.finalizers),
        isSame ? seen : { ...seen, references: ownerReferences },
      );
    }
    this.touch(node);
  }

  /** False for a node or an object out of the ordinary. */
  #writeRow(node: GraphNode, meta: ObjectMeta): boolean {
    if (node.virtual) return false;
    const { rows } = this.#table;
    const at = node.position * ROW;
    const finalizers = this.#values.finalizersNumber(meta.finalizers);
    if (isWritten(rows, at)) {
      const reference = rows[at + REFERENCE] ?? 0;
      return writeRow(rows, at, meta, reference, flagsAt(rows, at), finalizers);
    }
    const { owners } = node;
    if (owners.length > 1) return false;
    const [reference] = owners;
    const flags = reference ? flagsOf(reference) : 0;
    return writeRow(rows, at, meta, this.#referenceNumber(reference), flags, finalizers);
  }

  /** Number of what a reference names, 0 for none; -1 if it has none, because it is out of the ordinary or disputed. */
  #referenceNumber(reference: OwnerReference | undefined): number {
    if (!reference) return 0;
    const known = this.#references.find(reference);
    if (known > 0 || !readUid(reference.uid)) return known;
    return this.#references.add(this.#values.owner(reference));
  }

  /**
   * Takes over an update of an object whose owners stay the same; returns the flags that its reference had (`flagsOf`), 0
   * without a reference. May be -1, and nothing happens, all the same: almost every update is told from the row of an
   * ordinary object alone, without a look at the node. `ahead`: index among the changes that were read ahead, or -1.
   */
  refresh(uid: Uid, meta: ObjectMeta, ahead = -1): number {
    const known = this.#readAhead.position(ahead);
    const position = known < 0 ? this.#table.find(uid) : known;
    if (position < 0) return -1;
    const deleted = isDeleted(meta);
    if (deleted && !this.#table.at(position)?.hasDeletion(meta)) return -1;
    const { rows } = this.#table;
    const owner = ahead < 0 ? words : this.#readAhead.words;
    const ownerAt = ahead < 0 ? readOwner(meta) : this.#readAhead.ownerAt(ahead);
    const flags = refreshRow(rows, position * ROW, meta, deleted, owner, ownerAt, this.#values);
    if (flags >= 0) this.#touch(position, uid);
    return flags;
  }

  /** Reads what the next changes, of which there are at most `AHEAD`, are about to look at. */
  readAhead(changes: readonly GraphChange[]): void {
    this.#readAhead.read(changes);
  }

  /** This change comes now, which was read ahead with this index. */
  expect(index: number, change: GraphChange): void {
    this.#readAhead.expect(index, change);
  }

  #rebuild(): void {
    const moved = this.#table.rebuild();
    this.#touched = this.#touched.map((position) => moved[position] ?? -1);
    const numberNow = this.#references.renumber();
    const { rows } = this.#table;
    this.#rows = new NodeRows(rows, this.#values);
    for (let position = 0; position < this.#table.size; position++) {
      this.#table.at(position)?.enter(this.#rows, position);
      const at = position * ROW;
      if (isWritten(rows, at)) rows[at + REFERENCE] = numberNow(rows[at + REFERENCE] ?? 0);
    }
  }

  /** Uids changed since the last take, each once; taking forgets them. Cost: proportional to their number. */
  takeTouched(): Uid[] {
    // One that is back has a touched node.
    const uids = [...new Set(this.#left)].filter((uid) => !this.get(uid));
    const { rows } = this.#table;
    for (let index = 0; index < this.#touched.length; index++) {
      const position = this.#touched[index] ?? -1;
      const uid = this.#touchedUids[index];
      // One that left has no row, and so no mark.
      if (uid !== undefined && clearTouched(rows, position * ROW)) uids.push(uid);
    }
    this.#left.length = 0;
    this.#touched.length = 0;
    this.#touchedUids.length = 0;
    return uids;
  }

  /** What changed since the last take, as the nodes are now. */
  takeDelta(): GraphDelta {
    const upserts: NodeRecord[] = [];
    const removes: Uid[] = [];
    for (const uid of this.takeTouched()) {
      const node = this.get(uid);
      if (node) upserts.push(node.toRecord());
      else removes.push(uid);
    }
    return { upserts, removes };
  }
}

/** Where in `words` the uid of the first owner is read; -1 if there is none, or none of the usual form. */
function readOwner(meta: ObjectMeta): number {
  const owner = meta.ownerReferences?.[0];
  return owner && readUid(owner.uid) ? 0 : -1;
}
