import { type GraphNode, terminating } from '@gcscope/gc-core';
import type { TerminatingReport } from '@gcscope/gc-core/wire';
import type { LiveGraph } from '../live/live-graph.ts';
import { readStatuses, type StatusReader } from './status-reader.ts';

/**
 * The objects that are being deleted (of `only`, if given), with their root causes; of more than `most` the worst. Reads Namespaces
 * that are being deleted.
 */
export async function clusterTerminating(
  live: LiveGraph,
  read: StatusReader | undefined,
  only?: readonly GraphNode[],
  most?: number,
): Promise<TerminatingReport> {
  await readStatuses(live, read, only);
  return terminating(live.graph.nodes(), live.view, only, most);
}
