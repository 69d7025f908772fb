import type { ObjectMeta } from '../meta/object-meta.ts';
import type { ObjectReference, OwnerReference, Uid } from '../meta/object-reference.ts';
import type { GraphDelta } from '../wire/graph-delta.ts';
import type { NodeRecord } from '../wire/node-record.ts';
import { GraphNode } from './graph-node.ts';
import {
  clearTouched,
  forget,
  type LastSeen,
  lastSeenOf,
  markTouched,
  REFERENCE,
  ROW,
  readRow,
  refreshRow,
  writeRow,
} from './last-seen.ts';
import { NodeTable } from './node-table.ts';
import { SharedValues } from './shared-values.ts';

/** The map uid → node (DM-11) and the list of what changed since it was last asked. One writer: the graph builder. */
export class Graph {
  readonly #table = new NodeTable();
  readonly #values = new SharedValues((uid) => this.get(uid));
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
    return new GraphNode(identity, virtual, this.#values.scope(identity));
  }

  /** Equal references that share what they can with the node's former ones, or with others of the graph. */
  shareOwners(node: GraphNode, owners: readonly OwnerReference[]): readonly OwnerReference[] {
    return this.#values.owners(owners, node.owners);
  }

  /** Puts the node under its uid, in place of another one if there is one. */
  set(node: GraphNode): void {
    const position = this.#table.find(node.uid);
    const before = this.#table.at(position);
    if (before) {
      before.place(this, -1);
      this.#table.replace(position, node);
      node.place(this, position);
    } else {
      if (this.#table.isFull) this.#rebuild();
      node.place(this, this.#table.append(node));
    }
    this.touch(node);
  }

  delete(uid: Uid): void {
    const node = this.get(uid);
    if (!node) return;
    const { position } = node;
    node.place(this, -1);
    clearTouched(this.#table.rows, position * ROW);
    this.#table.delete(position);
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

  /** Takes over what was seen of the object of a node that is in the graph, beside its owners. */
  see(node: GraphNode, meta: ObjectMeta): void {
    const { rows } = this.#table;
    const at = node.position * ROW;
    const [reference, second] = node.owners;
    const isOrdinary =
      !node.virtual &&
      second === undefined &&
      writeRow(rows, at, meta, reference, this.#referenceNumber(reference), this.#values);
    if (!isOrdinary) forget(rows, at);
    node.see(this.#values.finalizers(meta.finalizers), isOrdinary ? undefined : lastSeenOf(meta));
    this.touch(node);
  }

  /** Number of what a reference names, 0 for none; -1 if it has none, because its uid is out of the ordinary or disputed. */
  #referenceNumber(reference: OwnerReference | undefined): number {
    if (!reference) return 0;
    const position = this.#table.find(reference.uid);
    if (position < 0) return -1;
    const { named } = this.#table;
    const known = named[position] ?? 0;
    if (known !== 0) return this.#values.isReference(known, reference) ? known : -1;
    const number = this.#values.newReferenceNumber(reference);
    if (number > 0) named[position] = number;
    return number;
  }

  /**
   * Whether an update has no effect but a new resourceVersion; then it is taken over. May be false all the same: the
   * answer comes from the row of an ordinary object alone, without a look at the node, for almost every update.
   */
  refresh(uid: Uid, meta: ObjectMeta): boolean {
    const position = this.#table.find(uid);
    if (position < 0) return false;
    if (!refreshRow(this.#table.rows, position * ROW, meta, this.#values)) return false;
    this.#touch(position, uid);
    return true;
  }

  /** What the row at the position holds. */
  lastSeen(position: number): LastSeen | undefined {
    return readRow(this.#table.rows, position * ROW);
  }

  forgetRow(position: number): void {
    forget(this.#table.rows, position * ROW);
  }

  #rebuild(): void {
    const moved = this.#table.rebuild();
    this.#touched = this.#touched.map((position) => moved[position] ?? -1);
    this.#values.forgetReferences();
    const { rows } = this.#table;
    for (let position = 0; position < this.#table.size; position++) {
      const node = this.#table.at(position);
      if (!node) continue;
      node.place(this, position);
      // One that is disputed now has -1, which no reference equals.
      rows[position * ROW + REFERENCE] = this.#referenceNumber(node.owners[0]);
    }
  }

  /** Uids changed since the last take, each once; taking forgets them. Cost: proportional to their number. */
  takeTouched(): Uid[] {
    // One that is back has a touched node.
    const uids = [...new Set(this.#left)].filter((uid) => !this.get(uid));
    const { rows } = this.#table;
    for (const [index, position] of this.#touched.entries()) {
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
