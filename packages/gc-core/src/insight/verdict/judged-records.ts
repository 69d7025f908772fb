import type { Graph } from '../../graph/graph.ts';
import type { GraphNode } from '../../graph/graph-node.ts';
import type { Millis } from '../../meta/object-meta.ts';
import type { Uid } from '../../meta/object-reference.ts';
import type { GraphDelta } from '../../wire/graph-delta.ts';
import type { NodeRecord } from '../../wire/node-record.ts';
import { type ClusterView, isBeingDeleted } from '../cluster-view.ts';
import { affectedBy, UnsettledReferences, WaitingContainers } from './affected-nodes.ts';
import { summaryOf } from './explain.ts';
import { sameRecord } from './same-record.ts';
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
  readonly #besides = {
    unsettled: new UnsettledReferences(),
    containers: new WaitingContainers(),
  };
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
      if (record ? last && sameRecord(last, record) : !last) continue;
      if (last) before.set(uid, last);
      if (record) {
        this.#records.set(uid, record);
        upserts.push(record);
      } else {
        this.#records.delete(uid);
        this.#besides.unsettled.forget(uid);
        this.#besides.containers.forget(uid);
        this.#below.delete(uid);
        this.#turns.forget(uid);
        removes.push(uid);
      }
    }
    return { delta: { upserts, removes }, before };
  }

  #judge(node: GraphNode): NodeRecord {
    this.#besides.unsettled.update(node, (uid) => this.#graph.get(uid));
    this.#besides.containers.update(node, this.#view);
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

  #affectedBy(touched: Iterable<Uid>): ReadonlySet<Uid> {
    const affected = affectedBy(touched, this.#graph, this.#records, this.#besides);
    for (const uid of this.#below) if (this.#hasOwnerIn(affected, uid)) affected.add(uid);
    return affected;
  }

  #hasOwnerIn(affected: ReadonlySet<Uid>, uid: Uid): boolean {
    return this.#graph.get(uid)?.owners.some((owner) => affected.has(owner.uid)) ?? false;
  }
}
