import type { GraphNode } from '../../graph/graph-node.ts';
import type { Uid } from '../../meta/object-reference.ts';
import type { ForecastLine } from '../../wire/forecast.ts';
import type { StandingReferences } from '../standing-references.ts';

/** A leaf that goes only after something else was taken to be removed. */
export interface LaterLeaf {
  readonly node: GraphNode;
  readonly rule: string;
  readonly cause: GraphNode;
}

/**
 * Objects that have one owner, which they name rightly, no finalizers and no dependents: most of a cluster. They end as
 * their owner does, and nothing depends on them, so they need no state of their own.
 */
export class PlainLeaves {
  readonly deleted: ForecastLine[] = [];
  readonly orphaned: ForecastLine[] = [];
  readonly later: LaterLeaf[] = [];
  readonly #references: StandingReferences;
  /** Deleted for themselves: no leaf of anybody's. */
  readonly #named = new Set<GraphNode>();

  constructor(references: StandingReferences) {
    this.#references = references;
  }

  /** From now on the object counts for itself, whoever owns it. */
  name(node: GraphNode): void {
    this.#named.add(node);
  }

  has(node: GraphNode, owner: GraphNode): boolean {
    if (node.dependents.size > 0 || node.beingDeleted || node.owners.length !== 1) return false;
    if (node.finalizers.length > 0) return false;
    if (this.#named.size > 1 && this.#named.has(node)) return false;
    const [reference] = node.owners;
    return reference !== undefined && this.#references.isNamedBy(owner, reference, node);
  }

  /** What went so far. Proportional to their number: for what happens once in a while. */
  deletedUids(): ReadonlySet<Uid> {
    const later = this.later.map(({ node }) => node.uid);
    return new Set([...this.deleted.map(({ object }) => object.uid), ...later]);
  }
}
