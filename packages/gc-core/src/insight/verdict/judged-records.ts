import type { Graph } from '../../graph/graph.ts';
import type { GraphNode } from '../../graph/graph-node.ts';
import type { Uid } from '../../meta/object-reference.ts';
import type { GraphDelta } from '../../wire/graph-delta.ts';
import type { NodeRecord } from '../../wire/node-record.ts';
import type { ClusterView } from '../cluster-view.ts';
import { affectedBy, UnsettledReferences, WaitingContainers } from './affected-nodes.ts';
import { summaryOf } from './explain.ts';
import { sameRecord } from './same-record.ts';

/** A delta with the former records of what it changed. */
interface JudgedDelta {
  readonly delta: GraphDelta;
  readonly before: ReadonlyMap<Uid, NodeRecord>;
}

/** The records of a graph, each with its verdict, updated from the uids that were touched. */
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

  /** Judges every node again whose verdict the touched uids can have changed; the delta holds the differences. */
  update(touched: Iterable<Uid>): JudgedDelta {
    const upserts: NodeRecord[] = [];
    const removes: Uid[] = [];
    const before = new Map<Uid, NodeRecord>();
    for (const uid of this.#affectedBy(touched)) {
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
        removes.push(uid);
      }
    }
    return { delta: { upserts, removes }, before };
  }

  #judge(node: GraphNode): NodeRecord {
    this.#besides.unsettled.update(node, (uid) => this.#graph.get(uid));
    this.#besides.containers.update(node, this.#view);
    const summary = summaryOf(node, this.#view);
    if (summary.rule === 'AD-15' || summary.rule === 'AD-16') this.#below.add(node.uid);
    else this.#below.delete(node.uid);
    const record = { ...node.toRecord(), summary };
    this.#onJudged(record);
    return record;
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
