import type { ForkSource } from '@gcscope/gc-core';
import type { LiveGraph } from './live-graph.ts';

/** A live cluster as a source of forks. */
export function forkSource(live: LiveGraph): ForkSource {
  return {
    view: live.view,
    nodes: () => live.graph.nodes(),
    resources: live.served.table.resources,
  };
}
