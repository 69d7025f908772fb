import { forecast, type GraphNode } from '@gcscope/gc-core';
import type { Forecast, Millis, NamespaceStatus, PropagationPolicy } from '@gcscope/gc-core/wire';
import type { LiveGraph } from '../live/live-graph.ts';
import { type ForkedObjects, ForkTooLargeError, forkObjects } from '../simulations/fork-objects.ts';
import { servedGroups } from './cluster-facts.ts';
import { exploreOutcomes } from './explore-outcomes.ts';

/** Objects of a deletion whose orders are tried out: each order is a whole simulation. */
const MOST_EXPLORED = 100;

/** What is asked of a deletion, and what beside the graph is known. */
export interface DeletionFacts {
  readonly now: Millis;
  /** As `readTerminatingNamespaces` gives them. */
  readonly namespaces: ReadonlyMap<string, NamespaceStatus>;
  /** Default: all of the release. */
  readonly policies?: readonly PropagationPolicy[] | undefined;
}

/** What a deletion of the objects would do; where order matters, tried out in many orders if it is not too large. */
export function clusterForecast(
  live: LiveGraph,
  targets: readonly GraphNode[],
  { now, namespaces, policies }: DeletionFacts,
): Forecast {
  const groups = servedGroups(live);
  const { kinds } = live.health;
  const nodes = (): Iterable<GraphNode> => live.graph.nodes();
  const facts = { nodes, kinds, namespaces, ...(groups ? { groups } : {}) };
  const told = forecast(targets, live.view, facts, policies);
  if (told.policies.every(({ decides }) => decides.length === 0)) return told;
  const fork = forkOf(live, targets);
  if (!fork) return told;
  const uids = targets.map(({ uid }) => uid);
  const { release } = live.view;
  return {
    ...told,
    policies: told.policies.map((each) => {
      if (each.decides.length === 0) return each;
      // One end alone says that another one is rare, not that there is none.
      return {
        ...each,
        outcomes: exploreOutcomes(fork, { uids, policy: each.policy, now, release }),
      };
    }),
  };
}

/** Everything that a deletion of one of the objects can reach; `undefined` when it is too much. */
function forkOf(live: LiveGraph, targets: readonly GraphNode[]): ForkedObjects | undefined {
  try {
    const forks = targets.map(({ uid }) => forkObjects(live, uid, MOST_EXPLORED));
    const objects = new Map(
      forks.flatMap((fork) => fork.objects.map((each) => [each.metadata.uid, each] as const)),
    );
    if (objects.size > MOST_EXPLORED) return undefined;
    return {
      objects: [...objects.values()],
      resources: forks.flatMap(({ resources }) => resources),
      assumptions: [],
    };
  } catch (error) {
    if (error instanceof ForkTooLargeError) return undefined;
    throw error;
  }
}
