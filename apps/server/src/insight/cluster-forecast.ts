import { setImmediate } from 'node:timers/promises';
import { type ForecastProgress, forecastStepwise, type GraphNode } from '@gcscope/gc-core';
import type { Forecast, PropagationPolicy } from '@gcscope/gc-core/wire';
import type { LiveGraph } from '../live/live-graph.ts';
import type { ClusterSources } from './cluster-sources.ts';
import { readStatuses } from './status-reader.ts';
import { withReclaimPolicies } from './volume-reader.ts';

/** The options of a forecast. */
export interface ForecastQuestion {
  /** Default: all of the release. */
  readonly policies?: readonly PropagationPolicy[] | undefined;
  readonly onProgress?: ((progress: ForecastProgress) => void) | undefined;
}

/**
 * The forecast of deleting the objects. It reads Namespaces that are being deleted, and volumes that may go. While it
 * plays a large deletion, the process goes on with other work.
 */
export async function clusterForecast(
  live: LiveGraph,
  { readStatus, readVolume }: ClusterSources,
  targetsNow: () => readonly GraphNode[],
  { policies, onProgress }: ForecastQuestion = {},
): Promise<Forecast> {
  await readStatuses(live, readStatus);
  const targets = targetsNow();
  const steps = forecastStepwise(targets, live.view, policies);
  for (;;) {
    const step = steps.next();
    if (step.done) return readVolume ? withReclaimPolicies(step.value, readVolume) : step.value;
    onProgress?.(step.value);
    await setImmediate();
  }
}
