import type { ObjectMeta, Timestamp, WritableMeta } from '../meta/object-meta.ts';
import {
  isBlocking,
  type ObjectReference,
  type OwnerReference,
  type Uid,
} from '../meta/object-reference.ts';
import type { NodeRecord, VerdictSummary } from '../wire/node-record.ts';
import { type LastSeen, writeFields } from './last-seen.ts';
import type { NodeRows } from './node-rows.ts';
import { NodeSet } from './node-set.ts';
import { unpackTimestamp } from './packed-texts.ts';
import type { Scope } from './scopes.ts';

const NO_OWNERS: readonly OwnerReference[] = [];
const NO_FINALIZERS: readonly string[] = [];
const NO_DEPENDENTS = new NodeSet();

const VIRTUAL = 1;
const BEING_DELETED = 2;
const DELETING_DEPENDENTS = 4;
const IN_GRAPH = 8;

/** What a node knows of its object itself; where a graph has a row for it, of a deletion alone. */
interface Beside {
  readonly owners: readonly OwnerReference[];
  readonly finalizers: readonly string[];
  readonly seen: LastSeen | undefined;
}

/**
 * A node of the collector's graph (upstream: `node`). Only the graph builder writes to it.
 * Flags go one way: `virtual` true → false, the other two false → true (DM-05..07).
 */
export class GraphNode implements ObjectReference {
  readonly #scope: Scope;
  readonly name: string;
  readonly uid: Uid;
  /** The verdict that was last given on it, kept here for whoever judges; the collector does not know it. */
  summary: VerdictSummary | undefined = undefined;
  #flags: number;
  #dependents: NodeSet | undefined = undefined;
  /** What was last seen of the object and is in no row of the graph. */
  #beside: Beside | undefined = undefined;
  /** Of the graph that holds the node, or held it last, and where. */
  #rows: NodeRows | undefined = undefined;
  #position = -1;

  /** `scope`: type and namespace of the identity, shared with other nodes. */
  constructor(identity: ObjectReference, virtual: boolean, scope: Scope = scopeOf(identity)) {
    this.#scope = scope;
    this.name = identity.name;
    this.uid = identity.uid;
    this.#flags = virtual ? VIRTUAL : 0;
  }

  get apiVersion(): string {
    return this.#scope.apiVersion;
  }

  get kind(): string {
    return this.#scope.kind;
  }

  get namespace(): string {
    return this.#scope.namespace;
  }

  /** The five names alone. */
  get identity(): ObjectReference {
    const { apiVersion, kind, namespace, name, uid } = this;
    return { apiVersion, kind, namespace, name, uid };
  }

  /** Known from references only. */
  get virtual(): boolean {
    return (this.#flags & VIRTUAL) !== 0;
  }

  set virtual(is: boolean) {
    this.unpack();
    this.#set(VIRTUAL, is);
  }

  /** Was once observed with a deletionTimestamp, and stays so (DM-05). */
  get beingDeleted(): boolean {
    return (this.#flags & BEING_DELETED) !== 0;
  }

  set beingDeleted(is: boolean) {
    this.#set(BEING_DELETED, is);
  }

  /** Seen with a deletionTimestamp and the foreground finalizer (DM-06). */
  get deletingDependents(): boolean {
    return (this.#flags & DELETING_DEPENDENTS) !== 0;
  }

  set deletingDependents(is: boolean) {
    this.#set(DELETING_DEPENDENTS, is);
  }

  #set(flag: number, is: boolean): void {
    this.#flags = is ? this.#flags | flag : this.#flags & ~flag;
  }

  /** As last seen, order and duplicates kept (DM-04); empty while virtual (DM-08). */
  get owners(): readonly OwnerReference[] {
    return this.#rows?.ownersAt(this.#position) ?? this.#beside?.owners ?? NO_OWNERS;
  }

  set owners(owners: readonly OwnerReference[]) {
    const { finalizers } = this;
    this.#keep({ owners, finalizers, seen: this.#seen() });
  }

  /** The references that the object really has: not every update of them reaches `owners` (GB-12). */
  get references(): readonly OwnerReference[] {
    return this.#beside?.seen?.references ?? this.owners;
  }

  /** As last seen, in order; empty while virtual. */
  get finalizers(): readonly string[] {
    return this.#rows?.finalizersAt(this.#position) ?? this.#beside?.finalizers ?? NO_FINALIZERS;
  }

  /** Where the graph keeps the node; -1 while it is no part of it. */
  get position(): number {
    return (this.#flags & IN_GRAPH) === 0 ? -1 : this.#position;
  }

  /** What was last seen of the object; absent while virtual. Shown, never decided on. */
  get meta(): ObjectMeta | undefined {
    const seen = this.#seen();
    if (!seen) return undefined;
    const { name, namespace, uid, references, finalizers } = this;
    const meta: WritableMeta = namespace === '' ? { name, uid } : { name, namespace, uid };
    writeFields(meta, seen);
    if (seen.generation !== undefined) meta.generation = seen.generation;
    if (references.length > 0) meta.ownerReferences = references;
    if (finalizers.length > 0) meta.finalizers = finalizers;
    return meta;
  }

  /** When the object was created, as far as it was seen. */
  get created(): Timestamp | undefined {
    const created = this.#seen()?.creationTimestamp;
    return typeof created === 'number' ? unpackTimestamp(created) : created;
  }

  /** The version that was seen last; absent while virtual. */
  get resourceVersion(): string | undefined {
    const version = this.#seen()?.resourceVersion;
    return version === undefined ? undefined : String(version);
  }

  #seen(): LastSeen | undefined {
    const beside = this.#beside?.seen;
    return this.#rows?.lastSeen(this.#position, beside) ?? beside;
  }

  /** A graph says where it keeps the node. */
  enter(rows: NodeRows, position: number): void {
    this.#rows = rows;
    this.#position = position;
    this.#set(IN_GRAPH, true);
  }

  /** The graph says that the node is no part of it any more. The row stays, for nobody else gets it. */
  leave(): void {
    this.#set(IN_GRAPH, false);
  }

  /** The node is in no graph, and its row, which may be that of another now, says nothing about it. */
  takeOut(): void {
    this.unpack();
    this.leave();
    this.#rows = undefined;
  }

  /** From now on the row says nothing about the node. */
  unpack(): void {
    const seen = this.#rows?.lastSeen(this.#position, this.#beside?.seen);
    if (!seen) return;
    const { owners, finalizers } = this;
    this.#keep({ owners, finalizers, seen });
  }

  /** The graph says what was seen beside the owners; its row says nothing. */
  see(finalizers: readonly string[], seen: LastSeen): void {
    this.#keep({ owners: this.owners, finalizers, seen });
  }

  /** The graph says that its row has all that was seen, but of a deletion. */
  pack(deletion: LastSeen | undefined): void {
    this.#beside = deletion && { owners: NO_OWNERS, finalizers: NO_FINALIZERS, seen: deletion };
  }

  /** What was last seen of its deletion, if it is being deleted. */
  get deletion(): Pick<LastSeen, 'deletionTimestamp' | 'deletionGracePeriodSeconds'> | undefined {
    return this.#beside?.seen;
  }

  /** Whether the metadata speaks of the deletion that was last seen, or of none as none was. */
  hasDeletion({ deletionTimestamp, deletionGracePeriodSeconds }: ObjectMeta): boolean {
    const seen = this.#beside?.seen;
    return (
      seen?.deletionTimestamp === deletionTimestamp &&
      seen?.deletionGracePeriodSeconds === deletionGracePeriodSeconds
    );
  }

  #keep(beside: Beside): void {
    this.#beside = beside;
    this.#rows?.forget(this.#position);
  }

  /** Nodes that name this uid in a reference; a set without order (DM-04). */
  get dependents(): NodeSet {
    return this.#dependents ?? NO_DEPENDENTS;
  }

  addDependent(dependent: GraphNode): void {
    // Most nodes are leaves: the set is made with the first dependent.
    this.#dependents ??= new NodeSet();
    this.#dependents.add(dependent);
  }

  deleteDependent(dependent: GraphNode): void {
    this.#dependents?.delete(dependent);
  }

  /** Dependents with a blocking reference to this uid; only the uid is compared, one listed per such reference (DM-10). */
  blockingDependents(): GraphNode[] {
    const blocking: GraphNode[] = [];
    for (const dependent of this.dependents) {
      for (const reference of dependent.owners) {
        if (reference.uid === this.uid && isBlocking(reference)) blocking.push(dependent);
      }
    }
    return blocking;
  }

  /** A copy under another identity: a different queue key, the same dependents and owners (DM-09). */
  cloneAs(identity: ObjectReference): GraphNode {
    const clone = new GraphNode(identity, this.virtual);
    clone.#flags = this.#flags & ~IN_GRAPH;
    clone.#beside = { owners: this.owners, finalizers: this.finalizers, seen: this.#seen() };
    if (this.#dependents) clone.#dependents = new NodeSet(this.#dependents);
    return clone;
  }

  /** The node as it travels. */
  toRecord(): NodeRecord {
    const { uid, apiVersion, kind, namespace, name, references: owners, finalizers } = this;
    const record = { uid, apiVersion, kind, namespace, name, owners, finalizers } as WritableRecord;
    const seen = this.#seen();
    if (seen) writeFields(record, seen);
    record.virtual = this.virtual;
    record.beingDeleted = this.beingDeleted;
    record.deletingDependents = this.deletingDependents;
    return record;
  }
}

type WritableRecord = { -readonly [K in keyof NodeRecord]: NodeRecord[K] };

function scopeOf({ apiVersion, kind, namespace }: ObjectReference): Scope {
  return { apiVersion, kind, namespace };
}
