import type { Graph, GraphNode, RecordStore } from '@gcscope/gc-core';
import type { NodeRecord, Uid, VerdictSummary } from '@gcscope/gc-core/wire';

/**
 * The records of a graph as they were last judged, made from its nodes when they are asked for: half a million records beside the
 * nodes would hold everything twice. Only of a node that changed since it was judged a record is kept.
 */
export class GraphRecords implements RecordStore {
  readonly #graph: Graph;
  readonly #before = new Map<Uid, NodeRecord>();
  /** Whether any node was judged: before, none has a record. */
  #hasAny = false;

  constructor(graph: Graph) {
    this.#graph = graph;
  }

  /** To be called before a node changes or leaves. */
  keep(node: GraphNode): void {
    if (!this.#hasAny || this.#before.has(node.uid)) return;
    const record = recordOf(node);
    if (record) this.#before.set(node.uid, record);
  }

  get(uid: Uid): NodeRecord | undefined {
    const node = this.#graph.get(uid);
    return this.#before.get(uid) ?? (node && recordOf(node));
  }

  former(uid: Uid): NodeRecord | undefined {
    return this.#before.get(uid);
  }

  /** The nodes with a record. */
  *nodes(): Generator<GraphNode> {
    for (const node of this.#graph.nodes()) {
      if (node.summary || this.#before.has(node.uid)) yield node;
    }
  }

  /** The record of one of the nodes: as `get` of its uid, but faster. */
  recordOf(node: GraphNode): NodeRecord {
    const before = this.#before.size > 0 ? this.#before.get(node.uid) : undefined;
    return before ?? recordOf(node) ?? node.toRecord();
  }

  *values(): Generator<NodeRecord> {
    for (const { uid } of this.nodes()) {
      const record = this.get(uid);
      if (record) yield record;
    }
    for (const [uid, record] of this.#before) if (!this.#graph.get(uid)) yield record;
  }

  set(uid: Uid, { summary }: NodeRecord): void {
    this.#before.delete(uid);
    const node = this.#graph.get(uid);
    if (node) node.summary = summary;
    this.#hasAny = true;
  }

  settle(node: GraphNode, summary: VerdictSummary): void {
    node.summary = summary;
    this.#hasAny = true;
  }

  delete(uid: Uid): void {
    this.#before.delete(uid);
  }
}

function recordOf(node: GraphNode): NodeRecord | undefined {
  return node.summary && Object.assign(node.toRecord(), { summary: node.summary });
}
