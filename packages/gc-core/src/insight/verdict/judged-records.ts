import { sameJson } from '../../apiserver/json-value.ts';
import type { Graph } from '../../graph/graph.ts';
import type { GraphNode } from '../../graph/graph-node.ts';
import type { Millis } from '../../meta/object-meta.ts';
import { type ObjectReference, parseApiVersion, type Uid } from '../../meta/object-reference.ts';
import { isContainer, isNamespace } from '../../meta/well-known-kinds.ts';
import type { GraphDelta } from '../../wire/graph-delta.ts';
import type { NodeRecord, VerdictSummary } from '../../wire/node-record.ts';
import { BlockerWalk } from '../blockers/blocker-walk.ts';
import { type ClusterView, isBeingDeleted } from '../cluster-view.ts';
import { plainSummary } from '../plain-owner.ts';
import { workerSummary } from './explain.ts';
import { KeyedUids } from './keyed-uids.ts';
import { Turns } from './turns.ts';

/** A delta, and the earlier records of the nodes that it changed. */
export interface JudgedDelta {
  readonly delta: GraphDelta;
  readonly before: ReadonlyMap<Uid, NodeRecord>;
}

/** Records with their verdicts, by uid. */
export interface Records {
  get(uid: Uid): NodeRecord | undefined;
  values(): Iterable<NodeRecord>;
}

/** Keeps the records as they were last judged. */
export interface RecordStore extends Records {
  /** The last record, if the node may have changed since, apart from its verdict. */
  former(uid: Uid): NodeRecord | undefined;
  set(uid: Uid, record: NodeRecord): void;
  /** Stores the first verdict on a node: the record is the node with this verdict. */
  settle(node: GraphNode, summary: VerdictSummary): void;
  delete(uid: Uid): void;
}

/** A map as a store; it does not know which nodes changed. */
class RecordMap extends Map<Uid, NodeRecord> implements RecordStore {
  former(uid: Uid): NodeRecord | undefined {
    return this.get(uid);
  }

  settle(node: GraphNode, summary: VerdictSummary): void {
    this.set(node.uid, { ...node.toRecord(), summary });
  }
}

interface JudgingOptions {
  /** Called with every verdict, also an unchanged one. */
  readonly onJudged?: (uid: Uid, summary: VerdictSummary) => void;
  /** A map by default. */
  readonly records?: RecordStore;
  /** Whether the delta may leave out the node if its first verdict is a plain *stays*. By default it leaves out none. */
  readonly isOld?: (node: GraphNode) => boolean;
}

/** The records of a graph, each with its verdict. They follow changes of nodes (`touch`) and the clock. */
export class JudgedRecords {
  readonly #graph: Graph;
  readonly #view: ClusterView;
  readonly #onJudged: (uid: Uid, summary: VerdictSummary) => void;
  readonly #isOld: (node: GraphNode) => boolean;
  readonly #records: RecordStore;
  /** Nodes to judge, in this order. */
  readonly #due = new Set<Uid>();
  /** One iterator for all takes: a new one would first skip every entry that was taken before. */
  #nextDue: Iterator<Uid> = this.#due.values();
  /** Nodes to judge before those in `#due`. A set of all their uids would take long to make. */
  #all: Iterator<GraphNode> | undefined;
  /** Every node is due, so a change of one adds no others. */
  #isAllDue = true;
  /** Objects by the names in their unsettled references. */
  readonly #unsettled = new KeyedUids();
  /** Namespaces and CustomResourceDefinitions that are being deleted: each object left in them can change their verdict. */
  readonly #emptying = new KeyedUids();
  /** Objects whose verdict depends on an owner that waits, and so on the other objects that block it. */
  readonly #below = new Set<Uid>();
  readonly #turns = new Turns();
  /** The walk of this turn: it visits a chain of owners that are being deleted once, not once for each of them. */
  #walk: BlockerWalk | undefined;

  constructor(
    graph: Graph,
    view: ClusterView,
    { onJudged = () => {}, records = new RecordMap(), isOld = () => false }: JudgingOptions = {},
  ) {
    this.#graph = graph;
    this.#view = view;
    this.#onJudged = onJudged;
    this.#records = records;
    this.#isOld = isOld;
  }

  /** The records with their last verdicts. */
  get records(): Records {
    return this.#records;
  }

  /** The next time at which the clock alone can change a verdict; infinite if never. */
  get nextTurn(): Millis {
    return this.#turns.next;
  }

  /** Whether there is something to judge. */
  get isBehind(): boolean {
    return this.#due.size > 0 || this.#all !== undefined;
  }

  /** Judges every node whose verdict may have changed because of these uids or the time. Returns the differences. */
  update(touched: Iterable<Uid>): JudgedDelta {
    this.touch(touched);
    return this.judge();
  }

  /** Makes every node due whose verdict may have changed because of these uids or the time. */
  touch(touched: Iterable<Uid>): void {
    const turns = this.#turns.takeDue(this.#now());
    const all = [...touched, ...turns];
    if (all.length > 0) this.#walk = undefined;
    for (const uid of this.#isAllDue ? all : this.#affectedBy(all)) this.#due.add(uid);
  }

  /** Makes all nodes due; `nodes` must be all nodes of the graph. */
  touchAll(nodes: Iterable<GraphNode>): void {
    this.#all = nodes[Symbol.iterator]();
    this.#isAllDue = true;
    this.#walk = undefined;
  }

  /** Judges what is due, as long as `hasTime` for one more node; the delta holds the differences. */
  judge(hasTime: () => boolean = () => true): JudgedDelta {
    const upserts: NodeRecord[] = [];
    const removes: Uid[] = [];
    const before = new Map<Uid, NodeRecord>();
    for (const uid of this.#takeDue(hasTime)) {
      const node = this.#graph.get(uid);
      const last = this.#records.get(uid);
      const record = node && this.#judge(node);
      if (record) this.#records.set(uid, record);
      else this.#forget(uid);
      if (record ? last && looksSame(last, record) : !last) continue;
      if (last) before.set(uid, last);
      if (record) upserts.push(record);
      else removes.push(uid);
    }
    if (!this.isBehind) this.#walk = undefined;
    return { delta: { upserts, removes }, before };
  }

  *#takeDue(hasTime: () => boolean): Generator<Uid> {
    while (this.#all && hasTime()) {
      const next = this.#all.next();
      this.#isAllDue = false;
      if (next.done === true) this.#all = undefined;
      else if (!this.#settle(next.value)) yield next.value.uid;
    }
    while (!this.#all && this.#due.size > 0 && hasTime()) {
      const { done, value } = this.#nextDue.next();
      if (done === true) {
        this.#nextDue = this.#due.values();
        continue;
      }
      this.#isAllDue = false;
      this.#due.delete(value);
      yield value;
    }
  }

  /** Whether nobody needs to know more of the node than its verdict, which it has then. */
  #settle(node: GraphNode): boolean {
    const isKnown = node.summary !== undefined || this.#records.former(node.uid) !== undefined;
    if (node.position < 0 || isKnown || !this.#isOld(node)) return false;
    const summary = plainSummary(node, this.#view);
    if (!summary) return false;
    this.#records.settle(node, summary);
    this.#onJudged(node.uid, summary);
    return true;
  }

  #forget(uid: Uid): void {
    this.#records.delete(uid);
    this.#noteNothing(uid);
  }

  #judge(node: GraphNode): NodeRecord & { readonly summary: VerdictSummary } {
    const summary = plainSummary(node, this.#view);
    const record = { ...node.toRecord(), summary: summary ?? this.#judgeOther(node) };
    if (summary) this.#noteNothing(node.uid);
    this.#onJudged(node.uid, record.summary);
    return record;
  }

  /** A verdict that rests on more than the object and an owner that holds. */
  #judgeOther(node: GraphNode): VerdictSummary {
    const isEmptying = isContainer(node) && isBeingDeleted(node, this.#view);
    this.#unsettled.set(
      node.uid,
      unsettledNames(node, (uid) => this.#graph.get(uid)),
    );
    this.#emptying.set(node.uid, isEmptying ? [contentKey(node)] : []);
    this.#walk ??= new BlockerWalk(this.#view);
    const { now = Number.POSITIVE_INFINITY } = this.#walk.facts;
    if (isBeingDeleted(node, this.#view)) this.#turns.note(node, now);
    else this.#turns.forget(node.uid);
    const summary = workerSummary(node, this.#view, this.#walk);
    if (summary.rule === 'AD-15' || summary.rule === 'AD-16') this.#below.add(node.uid);
    else this.#below.delete(node.uid);
    return summary;
  }

  /** Nothing but a change of itself or of its owners changes the verdict. */
  #noteNothing(uid: Uid): void {
    this.#unsettled.set(uid, []);
    this.#emptying.set(uid, []);
    this.#below.delete(uid);
    this.#turns.forget(uid);
  }

  /** Without a clock nothing turns. */
  #now(): Millis {
    return this.#view.deletionFacts?.().now ?? Number.POSITIVE_INFINITY;
  }

  /** The touched nodes, those near them, and above all these what waits for them. */
  #affectedBy(touched: Iterable<Uid>): ReadonlySet<Uid> {
    const affected = new Set<Uid>();
    for (const uid of touched) {
      const node = this.#graph.get(uid);
      for (const dependent of node?.dependents ?? []) affected.add(dependent.uid);
      if (node) this.#addNear(node, affected);
      const former = this.#records.former(uid);
      if (former) this.#addNear(former, affected);
      // After its owners: one that is judged may leave the queue, and with it changes when this one goes.
      affected.add(uid);
    }
    // The set grows while it is walked: a blocker is passed along the chain of those that wait.
    for (const uid of affected) this.#addWaiting(uid, affected);
    for (const uid of this.#below) {
      if (this.#graph.get(uid)?.owners.some((owner) => affected.has(owner.uid))) affected.add(uid);
    }
    return affected;
  }

  /** Adds the nodes that refer to it by name, and its owners, both now and before. */
  #addNear(state: GraphNode | NodeRecord, affected: Set<Uid>): void {
    if (!this.#unsettled.isEmpty) {
      for (const uid of this.#unsettled.of(nameKey(state))) affected.add(uid);
    }
    // Whether an owner still has dependents decides how it is deleted (AD-15).
    for (const owner of state.owners) affected.add(owner.uid);
  }

  /** Owners that wait for their dependents, and the Namespaces and definitions that wait for what is left in them. */
  #addWaiting(uid: Uid, affected: Set<Uid>): void {
    const node = this.#graph.get(uid);
    for (const owner of node ? this.#graph.ownersOf(node) : []) {
      if (owner.deletingDependents) affected.add(owner.uid);
    }
    if (this.#emptying.isEmpty) return;
    for (const state of [node, this.#records.former(uid)]) {
      if (!state) continue;
      for (const each of this.#emptying.of(`namespace ${state.namespace}`)) affected.add(each);
      const { group } = parseApiVersion(state.apiVersion);
      for (const each of this.#emptying.of(`group ${group}`)) affected.add(each);
    }
  }
}

/** Leases and nodes would fill the stream with heartbeats if the resourceVersion alone were a difference. */
function looksSame(a: NodeRecord, b: NodeRecord): boolean {
  return sameJson({ ...a, resourceVersion: '' }, { ...b, resourceVersion: '' });
}

/**
 * Names in references whose uid no object has under that name. The verdict can change when another object takes or leaves
 * the name; the edges of the graph do not show this, because they follow uids.
 */
export function unsettledNames(
  node: GraphNode,
  ownerOf: (uid: Uid) => GraphNode | undefined,
): string[] {
  const unsettled = node.owners.filter((reference) => {
    const owner = ownerOf(reference.uid);
    if (!owner || owner.virtual) return true;
    if (owner.name !== reference.name || owner.kind !== reference.kind) return true;
    return owner.namespace !== '' && owner.namespace !== node.namespace;
  });
  return unsettled.map(nameKey);
}

/** The key of what may be named by kind and name. */
export function nameKey({ kind, name }: Pick<ObjectReference, 'kind' | 'name'>): string {
  return JSON.stringify([kind, name]);
}

/** A definition is named after plural and group. */
function contentKey(container: GraphNode): string {
  const { name } = container;
  return isNamespace(container)
    ? `namespace ${name}`
    : `group ${name.slice(name.indexOf('.') + 1)}`;
}
