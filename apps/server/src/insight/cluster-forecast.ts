import { forecast, type GraphNode } from '@gcscope/gc-core';
import type { Forecast, Millis, PropagationPolicy } from '@gcscope/gc-core/wire';
import type { LiveGraph } from '../live/live-graph.ts';
import { type ForkedObjects, ForkTooLargeError, forkObjects } from '../simulations/fork-objects.ts';
import { servedGroups } from './cluster-facts.ts';
import { exploreOutcomes } from './explore-outcomes.ts';

/** Objects of a deletion whose orders are tried out: each order is a whole simulation. */
const MOST_EXPLORED = 100;

/** What a deletion of the objects would do; where order matters, tried out in many orders if it is not too large. */
export function clusterForecast(
  live: LiveGraph,
  targets: readonly GraphNode[],
  now: Millis,
  policies?: readonly PropagationPolicy[],
): Forecast {
  const groups = servedGroups(live);
  const facts = { nodes: () => live.graph.nodes(), ...(groups ? { groups } : {}) };
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
