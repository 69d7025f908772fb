import { setImmediate } from 'node:timers/promises';
import { type ForecastProgress, forecastStepwise, type GraphNode } from '@gcscope/gc-core';
import type { Forecast, PropagationPolicy } from '@gcscope/gc-core/wire';
import type { LiveGraph } from '../live/live-graph.ts';
import { type NamespaceReader, readTerminatingNamespaces } from './namespace-reader.ts';

/** What is asked of a deletion. */
export interface ForecastQuestion {
  /** Default: all of the release. */
  readonly policies?: readonly PropagationPolicy[] | undefined;
  readonly onProgress?: ((progress: ForecastProgress) => void) | undefined;
}

/**
 * What a deletion of the objects would do. Reads Namespaces that are being deleted. While a large deletion is played the
 * process goes on with other work.
 */
export async function clusterForecast(
  live: LiveGraph,
  read: NamespaceReader | undefined,
  targetsNow: () => readonly GraphNode[],
  { policies, onProgress }: ForecastQuestion = {},
): Promise<Forecast> {
  await readTerminatingNamespaces(live, read);
  const targets = targetsNow();
  const steps = forecastStepwise(targets, live.view, policies);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    onProgress?.(step.value);
    await setImmediate();
  }
}
