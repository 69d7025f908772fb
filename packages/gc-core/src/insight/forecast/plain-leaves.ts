import type { GraphNode } from '../../graph/graph-node.ts';
import type { Uid } from '../../meta/object-reference.ts';
import type { ForecastLine } from '../../wire/forecast.ts';
import { isContainer } from '../container-kinds.ts';
import type { StandingReferences } from './standing-references.ts';

/** A leaf that goes only after something else was taken to be removed. */
export interface LaterLeaf {
  readonly node: GraphNode;
  readonly rule: string;
  readonly cause: GraphNode;
}

/**
 * Objects that have one owner, which they name rightly, no finalizers, no dependents and no content: most of a cluster. They end as
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
    if (node.namespace === '' && isContainer(node.identity)) return false;
    if (this.#named.size > 1 && this.#named.has(node)) return false;
    const [reference] = node.owners;
    return reference !== undefined && this.#references.isNamedBy(owner, reference, node);
  }

  /** The leaves of an owner go, `later` than all that goes without help; returns its other dependents. */
  goWith(owner: GraphNode, rule: string, later: boolean): GraphNode[] {
    const others: GraphNode[] = [];
    for (const dependent of owner.dependents) {
      if (!this.has(dependent, owner)) others.push(dependent);
      else if (later) this.later.push({ node: dependent, rule, cause: owner });
      else this.deleted.push({ object: dependent.identity, rule });
    }
    return others;
  }

  /** What went so far. Proportional to their number: for what happens once in a while. */
  deletedUids(): ReadonlySet<Uid> {
    const later = this.later.map(({ node }) => node.uid);
    return new Set([...this.deleted.map(({ object }) => object.uid), ...later]);
  }
}
