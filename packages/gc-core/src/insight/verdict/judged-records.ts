import { sameJson } from '../../apiserver/json-value.ts';
import type { Graph } from '../../graph/graph.ts';
import type { GraphNode } from '../../graph/graph-node.ts';
import type { Millis } from '../../meta/object-meta.ts';
import { type ObjectReference, parseApiVersion, type Uid } from '../../meta/object-reference.ts';
import type { GraphDelta } from '../../wire/graph-delta.ts';
import type { NodeRecord } from '../../wire/node-record.ts';
import { type ClusterView, isBeingDeleted } from '../cluster-view.ts';
import { isContainer, isNamespace } from '../container-kinds.ts';
import { summaryOf } from './explain.ts';
import { KeyedUids } from './keyed-uids.ts';
import { Turns } from './turns.ts';

/** A delta with the former records of what it changed. */
interface JudgedDelta {
  readonly delta: GraphDelta;
  readonly before: ReadonlyMap<Uid, NodeRecord>;
}

/** The records of a graph, each with its verdict, updated from the uids that were touched, and as time passes. */
export class JudgedRecords {
  readonly #graph: Graph;
  readonly #view: ClusterView;
  readonly #onJudged: (record: NodeRecord) => void;
  readonly #records = new Map<Uid, NodeRecord>();
  /** Objects by the names that their unsettled references mean. */
  readonly #unsettled = new KeyedUids();
  /** Namespaces and definitions in deletion: their verdict can change with every object that is left in them. */
  readonly #emptying = new KeyedUids();
  /** Objects whose verdict depends on an owner that waits, and so on the other objects that block it. */
  readonly #below = new Set<Uid>();
  readonly #turns = new Turns();

  /** `onJudged` receives every verdict, also an unchanged one. */
  constructor(graph: Graph, view: ClusterView, onJudged: (record: NodeRecord) => void = () => {}) {
    this.#graph = graph;
    this.#view = view;
    this.#onJudged = onJudged;
  }

  /** As of the last update. */
  get records(): ReadonlyMap<Uid, NodeRecord> {
    return this.#records;
  }

  /** When a verdict can change although nothing else does; infinite if never. */
  get nextTurn(): Millis {
    return this.#turns.next;
  }

  /** Judges every node again whose verdict the touched uids or the time can have changed; the delta holds the differences. */
  update(touched: Iterable<Uid>): JudgedDelta {
    const upserts: NodeRecord[] = [];
    const removes: Uid[] = [];
    const before = new Map<Uid, NodeRecord>();
    const due = this.#turns.takeDue(this.#now());
    for (const uid of this.#affectedBy([...touched, ...due])) {
      const node = this.#graph.get(uid);
      const last = this.#records.get(uid);
      const record = node && this.#judge(node);
      if (record ? last && looksSame(last, record) : !last) continue;
      if (last) before.set(uid, last);
      if (record) {
        this.#records.set(uid, record);
        upserts.push(record);
      } else {
        this.#records.delete(uid);
        this.#unsettled.set(uid, []);
        this.#emptying.set(uid, []);
        this.#below.delete(uid);
        this.#turns.forget(uid);
        removes.push(uid);
      }
    }
    return { delta: { upserts, removes }, before };
  }

  #judge(node: GraphNode): NodeRecord {
    const isEmptying = isContainer(node) && isBeingDeleted(node, this.#view);
    this.#unsettled.set(
      node.uid,
      unsettledNames(node, (uid) => this.#graph.get(uid)),
    );
    this.#emptying.set(node.uid, isEmptying ? [contentKey(node)] : []);
    if (isBeingDeleted(node, this.#view)) this.#turns.note(node, this.#now());
    else this.#turns.forget(node.uid);
    const summary = summaryOf(node, this.#view);
    if (summary.rule === 'AD-15' || summary.rule === 'AD-16') this.#below.add(node.uid);
    else this.#below.delete(node.uid);
    const record = { ...node.toRecord(), summary };
    this.#onJudged(record);
    return record;
  }

  /** Without a clock nothing turns. */
  #now(): Millis {
    return this.#view.deletionFacts?.().now ?? Number.POSITIVE_INFINITY;
  }

  /** The touched nodes, those near them, and above all these what waits for them. */
  #affectedBy(touched: Iterable<Uid>): ReadonlySet<Uid> {
    const affected = new Set<Uid>();
    for (const uid of touched) {
      for (const each of this.#near(uid)) affected.add(each);
      affected.add(uid);
    }
    // The set grows while it is walked: a blocker is passed along the chain of those that wait.
    for (const uid of affected) for (const each of this.#waitingFor(uid)) affected.add(each);
    for (const uid of this.#below) {
      if (this.#graph.get(uid)?.owners.some((owner) => affected.has(owner.uid))) affected.add(uid);
    }
    return affected;
  }

  /** What refers to the object by uid or by name, and its owners. */
  *#near(uid: Uid): Generator<Uid> {
    for (const dependent of this.#graph.get(uid)?.dependents ?? []) yield dependent.uid;
    for (const state of this.#statesOf(uid)) {
      yield* this.#unsettled.of(nameKey(state));
      // Whether an owner still has dependents decides how it is deleted (AD-15).
      for (const owner of state.owners) yield owner.uid;
    }
  }

  /** Owners that wait for their dependents, and the Namespaces and definitions that wait for what is left in them. */
  *#waitingFor(uid: Uid): Generator<Uid> {
    for (const owner of this.#graph.get(uid)?.owners ?? []) {
      if (this.#graph.get(owner.uid)?.deletingDependents) yield owner.uid;
    }
    if (this.#emptying.isEmpty) return;
    for (const { namespace, apiVersion } of this.#statesOf(uid)) {
      yield* this.#emptying.of(`namespace ${namespace}`);
      yield* this.#emptying.of(`group ${parseApiVersion(apiVersion).group}`);
    }
  }

  /** As it is, and as it was. */
  #statesOf(uid: Uid): readonly (GraphNode | NodeRecord)[] {
    return [this.#graph.get(uid), this.#records.get(uid)].filter((each) => each !== undefined);
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
