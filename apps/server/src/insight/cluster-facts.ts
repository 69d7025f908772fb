import type { LiveGraph } from '../live/live-graph.ts';

/** The API groups that are served; `undefined` while some could not be discovered. */
export function servedGroups({ served, health }: LiveGraph): ReadonlySet<string> | undefined {
  const isIncomplete = !served.isKnown || health.kinds.some(({ resource }) => resource === '*');
  return isIncomplete ? undefined : new Set(served.table.resources.map(({ group }) => group));
}
