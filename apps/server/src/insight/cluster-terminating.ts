import { type GraphNode, terminating } from '@gcscope/gc-core';
import type { Millis, TerminatingReport } from '@gcscope/gc-core/wire';
import type { LiveGraph } from '../live/live-graph.ts';
import { servedGroups } from './cluster-facts.ts';
import { type NamespaceReader, readTerminatingNamespaces } from './namespace-reader.ts';

/** What is being deleted, or what of `only` is, down to what holds it. Reads Namespaces that are being deleted. */
export async function clusterTerminating(
  live: LiveGraph,
  now: Millis,
  read: NamespaceReader | undefined,
  only?: readonly GraphNode[],
): Promise<TerminatingReport> {
  const namespaces = await readTerminatingNamespaces(only ?? live.graph.nodes(), read);
  const groups = servedGroups(live);
  const { resources } = live.served.table;
  const facts = { now, namespaces, resources, ...(groups ? { groups } : {}) };
  return terminating(live.graph.nodes(), live.view, facts, only);
}
