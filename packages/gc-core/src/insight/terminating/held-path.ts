import type { GraphNode } from '../../graph/graph-node.ts';
import type { Leaf, WaitLink } from '../../wire/terminating.ts';
import type { LeafContext } from './leaves.ts';

/** One thing that holds an object, with the way to it. */
export interface HeldPath {
  readonly chain: readonly WaitLink[];
  readonly leaf: Leaf;
}

/** What one object that is looked into asks of the others. */
export interface Ways {
  readonly context: LeafContext;
  /** The objects in the namespace. */
  contentOf(namespace: string): readonly GraphNode[];
  /** The ways over other objects that this one waits for; `sentence` says why. */
  through(
    node: GraphNode,
    others: readonly GraphNode[],
    rule: string,
    sentence: (name: string) => string,
  ): HeldPath[];
}
