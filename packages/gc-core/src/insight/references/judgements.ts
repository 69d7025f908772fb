import type { GraphNode } from '../../graph/graph-node.ts';
import type { ClusterView } from '../cluster-view.ts';
import { type JudgedReference, judgeReference } from './judge-reference.ts';

/** The references of objects, judged once: an object may have a thousand of them, and a finding for each. */
export class Judgements {
  readonly #view: ClusterView;
  readonly #judged = new Map<GraphNode, readonly JudgedReference[]>();

  constructor(view: ClusterView) {
    this.#view = view;
  }

  /** In the order of the references. */
  of(node: GraphNode): readonly JudgedReference[] {
    let judged = this.#judged.get(node);
    if (!judged) {
      judged = node.references.map((each) => judgeReference(each, node.identity, this.#view));
      this.#judged.set(node, judged);
    }
    return judged;
  }
}
