import type { GraphNode } from '../../graph/graph-node.ts';
import { isCollectorFinalizer } from '../../meta/finalizers.ts';
import { code, say } from '../../meta/sentence.ts';
import type { Finding } from '../../wire/audit.ts';
import type { ClusterView } from '../cluster-view.ts';
import { type FinalizerOwner, finalizerOwner } from '../known-finalizers.ts';
import { findingOn } from './finding.ts';
import { finalizerPatch } from './fix-reference.ts';

/** Tells finalizers that nobody handles; each name is looked up once. */
export class FinalizerAudit {
  readonly #view: ClusterView;
  readonly #groups: ReadonlySet<string> | undefined;
  readonly #owners = new Map<string, FinalizerOwner>();

  constructor(view: ClusterView, groups: ReadonlySet<string> | undefined) {
    this.#view = view;
    this.#groups = groups;
  }

  /** A finding for each finalizer whose owner is not installed: no API group of its domain is served. */
  findings(node: GraphNode, finalizers: readonly string[]): Finding[] {
    return finalizers.flatMap((finalizer, index) => {
      if (isCollectorFinalizer(finalizer)) return [];
      const owner = this.#ownerOf(finalizer);
      return owner.handled === 'no' ? [this.#finding(node, index, finalizer, owner)] : [];
    });
  }

  #ownerOf(finalizer: string): FinalizerOwner {
    let owner = this.#owners.get(finalizer);
    if (!owner) {
      owner = finalizerOwner(finalizer, this.#groups);
      this.#owners.set(finalizer, owner);
    }
    return owner;
  }

  #finding(node: GraphNode, index: number, finalizer: string, owner: FinalizerOwner): Finding {
    const { beingDeleted } = node;
    return findingOn(node, {
      rule: 'unhandled-finalizer',
      severity: beingDeleted ? 'error' : 'warning',
      finalizer,
      text: say`Nobody seems to handle its finalizer ${code(finalizer)}: ${owner.removedBy}, but no API group of that domain is served.`,
      effect: beingDeleted
        ? say`It is stuck in Terminating until you remove the finalizer.`
        : say`After a deletion it is stuck in Terminating until you remove the finalizer.`,
      rules: owner.rule === 'API-35' ? [owner.rule] : [owner.rule, 'API-35'],
      patch: finalizerPatch(
        node,
        index,
        finalizer,
        this.#view,
        say`${beingDeleted ? 'The object goes at once if this is the last finalizer' : 'It gives up what the finalizer guards'}: ${owner.risk}.`,
      ),
    });
  }
}
