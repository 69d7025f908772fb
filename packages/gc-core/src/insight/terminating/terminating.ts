import type { GraphNode } from '../../graph/graph-node.ts';
import type { Millis } from '../../meta/object-meta.ts';
import type { StuckState, TerminatingObject, TerminatingReport } from '../../wire/terminating.ts';
import type { ClusterView } from '../cluster-view.ts';
import { HoldFinder } from './hold-finder.ts';
import { ageOf, PATIENCE, type TerminatingFacts } from './terminating-facts.ts';

const WORST_FIRST: readonly StuckState[] = ['stuck', 'unknown', 'slow'];

/**
 * Everything that is being deleted, each down to what holds it: a finalizer and its owner, a dependent, a kind, a
 * webhook. `nodes` are all objects of the cluster; with `only` the answer is about these.
 */
export function terminating(
  nodes: Iterable<GraphNode>,
  view: ClusterView,
  facts: TerminatingFacts,
  only?: readonly GraphNode[],
): TerminatingReport {
  const all = [...nodes].filter((node) => !node.virtual);
  const finder = new HoldFinder(all, view, facts);
  const asked = (only ?? all).filter((node) => node.beingDeleted && !node.virtual);
  const objects = asked.map((node) => toldOf(node, finder, facts)).sort(worstFirst);
  const changesIn = nextTurn(all, facts.now);
  return { objects, ...(changesIn === undefined ? {} : { changesIn }), unread: view.unreadKinds() };
}

/** How long it takes until patience ends with the next of them, or with its kubelet. */
function nextTurn(nodes: readonly GraphNode[], now: Millis): Millis | undefined {
  const turns = nodes
    .filter((node) => node.beingDeleted)
    .flatMap((node) => {
      const { age, overdue = age } = ageOf(node, now);
      return [PATIENCE - age, PATIENCE - overdue];
    })
    .filter((rest) => rest > 0);
  return turns.length === 0 ? undefined : turns.reduce((least, rest) => Math.min(least, rest));
}

function toldOf(node: GraphNode, finder: HoldFinder, facts: TerminatingFacts): TerminatingObject {
  const { chain, leaves, misleading } = finder.holdsOf(node);
  const { since } = ageOf(node, facts.now);
  return {
    object: node.identity,
    ...(since === undefined ? {} : { since }),
    state: leaves[0]?.state ?? 'unknown',
    chain,
    leaves,
    misleading,
  };
}

function worstFirst(a: TerminatingObject, b: TerminatingObject): number {
  const byState = WORST_FIRST.indexOf(a.state) - WORST_FIRST.indexOf(b.state);
  if (byState !== 0) return byState;
  const [x, y] = [a, b].map(({ since, object }) =>
    [since, object.namespace, object.kind, object.name].join('\u0000'),
  );
  return x === undefined || y === undefined || x === y ? 0 : x < y ? -1 : 1;
}
