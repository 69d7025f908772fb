import { isBlocking, type ObjectReference } from '../meta/object-reference.ts';
import type { NodeRecord, VerdictSummary } from '../wire/node-record.ts';
import { NodeSet } from './node-set.ts';
import { type Scope, StoredObject } from './store/stored-object.ts';

const NO_DEPENDENTS = new NodeSet<GraphNode>();

const VIRTUAL = 1;
const BEING_DELETED = 2;
const DELETING_DEPENDENTS = 4;

/**
 * A node of the collector's graph (upstream: `node`). Only the graph builder writes to it.
 * Flags go one way: `virtual` true → false, the other two false → true (DM-05..07).
 */
export class GraphNode extends StoredObject {
  /** The last verdict on it, kept here for `insight`; the collector does not use it. */
  summary: VerdictSummary | undefined = undefined;
  #flags: number;
  #dependents: NodeSet<GraphNode> | undefined = undefined;

  /** `scope`: type and namespace of the identity, shared with other nodes. */
  constructor(identity: ObjectReference, virtual: boolean, scope?: Scope) {
    super(identity, scope);
    this.#flags = virtual ? VIRTUAL : 0;
  }

  /** Known from references only. */
  get virtual(): boolean {
    return (this.#flags & VIRTUAL) !== 0;
  }

  set virtual(is: boolean) {
    this.#flags = withFlag(this.#flags, VIRTUAL, is);
  }

  /** Was once observed with a deletionTimestamp, and stays so (DM-05). */
  get beingDeleted(): boolean {
    return (this.#flags & BEING_DELETED) !== 0;
  }

  set beingDeleted(is: boolean) {
    this.#flags = withFlag(this.#flags, BEING_DELETED, is);
  }

  /** Seen with a deletionTimestamp and the foreground finalizer (DM-06). */
  get deletingDependents(): boolean {
    return (this.#flags & DELETING_DEPENDENTS) !== 0;
  }

  set deletingDependents(is: boolean) {
    this.#flags = withFlag(this.#flags, DELETING_DEPENDENTS, is);
  }

  /** Nodes that name this uid in a reference; a set without order (DM-04). */
  get dependents(): NodeSet<GraphNode> {
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
    clone.#flags = this.#flags;
    clone.takeOver(this);
    if (this.#dependents) clone.#dependents = new NodeSet(this.#dependents);
    return clone;
  }

  /** The node as it travels. */
  toRecord(): NodeRecord {
    const { uid, apiVersion, kind, namespace, name, references: owners, finalizers } = this;
    const record = { uid, apiVersion, kind, namespace, name, owners, finalizers } as WritableRecord;
    this.writeSeen(record);
    record.virtual = this.virtual;
    record.beingDeleted = this.beingDeleted;
    record.deletingDependents = this.deletingDependents;
    return record;
  }
}

type WritableRecord = { -readonly [K in keyof NodeRecord]: NodeRecord[K] };

// A private method would cost every node a field.
function withFlag(flags: number, flag: number, is: boolean): number {
  return is ? flags | flag : flags & ~flag;
}
