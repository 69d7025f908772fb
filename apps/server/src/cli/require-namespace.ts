import type { LiveGraph } from '../live/live-graph.ts';
import { usageError } from './exit-codes.ts';

/**
 * Throws a usage error if there is no such namespace: that nothing was found there would be a wrong answer for a misspelt name. Where
 * Namespaces cannot be read, it is unknown.
 */
export function requireNamespace({ view, graph }: LiveGraph, name: string): void {
  const resource = view.mapping('v1', 'Namespace');
  if (typeof resource === 'string' || !view.isRead(resource)) return;
  if (view.byName(resource, '', name)) return;
  // A file may hold objects without their Namespace.
  for (const { identity, virtual } of graph.nodes()) {
    if (!virtual && identity.namespace === name) return;
  }
  throw usageError(`Namespace ${name} does not exist.`);
}
