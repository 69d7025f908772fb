import { Graph } from '../src/graph/graph.ts';
import { GraphBuilder } from '../src/graph/graph-builder.ts';
import type { GraphChange } from '../src/graph/graph-change.ts';
import { ReferenceCache } from '../src/graph/reference-cache.ts';
import { RELEASES } from '../src/meta/releases.ts';

/** A graph, and the way into it. */
export interface BuiltGraph {
  readonly graph: Graph;
  readonly process: (change: GraphChange) => void;
  readonly processAll: (changes: readonly GraphChange[]) => void;
}

/** An empty graph with its builder; nobody takes from the queues. */
export function emptyGraph(): BuiltGraph {
  const graph = new Graph();
  const nowhere = { add: () => undefined, addRateLimited: () => undefined };
  const builder = new GraphBuilder({
    release: RELEASES['v1.36'],
    graph,
    absentOwnerCache: new ReferenceCache(500),
    attemptToDelete: nowhere,
    attemptToOrphan: nowhere,
  });
  return {
    graph,
    process: (change) => builder.processGraphChange(change),
    processAll: (changes) => {
      for (const change of changes) builder.processGraphChange(change);
    },
  };
}
