import { setImmediate } from 'node:timers/promises';
import { type ForecastProgress, forecastStepwise, type GraphNode } from '@gcscope/gc-core';
import type { Forecast, Millis, NamespaceStatus, PropagationPolicy } from '@gcscope/gc-core/wire';
import type { LiveGraph } from '../live/live-graph.ts';
import { servedGroups } from './cluster-facts.ts';

/** What is asked of a deletion, and what beside the graph is known. */
export interface DeletionFacts {
  readonly now: Millis;
  /** As `readTerminatingNamespaces` gives them. */
  readonly namespaces: ReadonlyMap<string, NamespaceStatus>;
  /** Default: all of the release. */
  readonly policies?: readonly PropagationPolicy[] | undefined;
  readonly onProgress?: ((progress: ForecastProgress) => void) | undefined;
}

/** What a deletion of the objects would do. While a large one is played the process goes on with other work. */
export async function clusterForecast(
  live: LiveGraph,
  targets: readonly GraphNode[],
  { now, namespaces, policies, onProgress }: DeletionFacts,
): Promise<Forecast> {
  const groups = servedGroups(live);
  const { resources } = live.served.table;
  const known = { resources, namespaces, now };
  const facts = groups ? { ...known, groups } : known;
  const steps = forecastStepwise(targets, live.view, facts, policies);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    onProgress?.(step.value);
    await setImmediate();
  }
}
