import type { ObjectMeta } from '../meta/object-meta.ts';
import type { ObjectReference, OwnerReference, Uid } from '../meta/object-reference.ts';
import type { GraphDelta } from '../wire/graph-delta.ts';
import type { NodeRecord } from '../wire/node-record.ts';
import { GraphNode } from './graph-node.ts';
import {
  clearTouched,
  differs,
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
  diffFlags,
  diffOwnerReferences,
  type OwnerReferencesDiff,
  sameOwners,
} from './owner-references-diff.ts';
import { Scopes } from './scopes.ts';
import { flagsOf, type SharedReferences } from './shared-references.ts';
import { SharedValues } from './shared-values.ts';
import { readUid } from './uid-words.ts';

const NO_OWNERS: readonly OwnerReference[] = [];

/** The map uid → node (DM-11) and the list of what changed since it was last asked. One writer: the graph builder. */
export class Graph {
  readonly #tellsHeartbeats: boolean;
  readonly #table = new NodeTable();
  readonly #scopes = new Scopes();
  readonly #values = new SharedValues((uid) => this.get(uid));
  readonly #references: SharedReferences = this.#values.references;
  #rows = new NodeRows(this.#table.rows, this.#values);
  /** Positions of nodes changed since the last take, each once, and their uids; some have left since. */
  #touched: number[] = [];
  readonly #touchedUids: Uid[] = [];
  /** Uids that nodes left since the last take. */
  readonly #left: Uid[] = [];

  /** `tellsHeartbeats`: whether an update that shows nothing new is told as a change, too. */
  constructor({ tellsHeartbeats = true }: { readonly tellsHeartbeats?: boolean } = {}) {
    this.#tellsHeartbeats = tellsHeartbeats;
  }

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
    else if (this.#table.isFull) this.#makeRoom();
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

  /** Takes over an observed object; returns in what its owners differ from those that the graph had (GB-12). */
  update(node: GraphNode, meta: ObjectMeta): OwnerReferencesDiff | undefined {
    const flags = this.refresh(node, meta);
    const reference = meta.ownerReferences?.[0];
    if (flags >= 0) return reference && diffFlags(reference, flags);
    const { ownerReferences = NO_OWNERS } = meta;
    const diff = diffOwnerReferences(node.owners, ownerReferences);
    if (diff) node.owners = this.shareOwners(ownerReferences);
    this.see(node, meta);
    return diff;
  }

  /**
   * Takes over an update of an ordinary object whose reference, if any, names the same owner, by its row alone; returns
   * the flags that the reference had (`flagsOf`), 0 without a reference. Any other update returns -1 and changes nothing.
   */
  refresh(node: GraphNode, meta: ObjectMeta): number {
    const isChange = this.#tellsHeartbeats || this.differs(node, meta);
    const deleted = isDeleted(meta);
    if (deleted && !node.hasDeletion(meta)) return -1;
    const { rows } = this.#table;
    const flags = refreshRow(rows, node.position * ROW, meta, deleted, this.#values);
    if (flags >= 0 && isChange) this.#touch(node.position, node.uid);
    return flags;
  }

  /** Whether an update of the node shows something new, and not only a later resourceVersion or generation. */
  differs(node: GraphNode, meta: ObjectMeta): boolean {
    return node.position < 0 || differs(this.#table.rows, node.position * ROW, meta, this.#values);
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

  #makeRoom(): void {
    if (this.#table.hasManyGaps) {
      this.#rebuild();
      return;
    }
    // Half a million nodes take a while to move.
    this.#table.grow();
    this.#rows.moveTo(this.#table.rows);
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
