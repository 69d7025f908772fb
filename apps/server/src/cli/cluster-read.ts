import type { Records } from '@gcscope/gc-core';
import type { PackedNodes } from '@gcscope/gc-core/wire';
import type { ClusterSources } from '../insight/cluster-sources.ts';
import type { LiveGraph } from '../live/live-graph.ts';

/** A cluster as a one-shot command sees it: read once, then left. A file has no sources. */
export interface ClusterRead extends ClusterSources {
  readonly context: string;
  /** A file's records are made when they are asked for. */
  readonly records: Records;
  /** The records as a file has them. */
  readonly packed?: PackedNodes;
  /** The graph behind the records; a file's is built when it is asked for. */
  readonly live: () => Promise<LiveGraph>;
  /** Namespace of objects that are named without one. */
  readonly namespace: string;
}
