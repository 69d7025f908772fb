import { type GraphNode, terminating } from '@gcscope/gc-core';
import type { TerminatingReport } from '@gcscope/gc-core/wire';
import type { LiveGraph } from '../live/live-graph.ts';
import { type NamespaceReader, readTerminatingNamespaces } from './namespace-reader.ts';

/** What is being deleted, or what of `only` is, down to what holds it. Reads Namespaces that are being deleted. */
export async function clusterTerminating(
  live: LiveGraph,
  read: NamespaceReader | undefined,
  only?: readonly GraphNode[],
): Promise<TerminatingReport> {
  await readTerminatingNamespaces(live, read, only);
  return terminating(live.graph.nodes(), live.view, only);
}
