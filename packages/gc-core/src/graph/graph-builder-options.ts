import type { NoteSink } from '../meta/note.ts';
import type { ReleaseProfile } from '../meta/releases.ts';
import type { WarningEvent } from '../meta/warning-event.ts';
import type { Graph } from './graph.ts';
import type { GraphNode } from './graph-node.ts';
import type { ReferenceCache } from './reference-cache.ts';

/** Where the graph builder puts nodes that a worker should look at. */
export interface NodeSink {
  add(node: GraphNode): void;
  addRateLimited(node: GraphNode): void;
}

/** What the graph builder works with. */
export interface GraphBuilderOptions {
  readonly release: ReleaseProfile;
  readonly graph: Graph;
  readonly absentOwnerCache: ReferenceCache;
  readonly attemptToDelete: NodeSink;
  readonly attemptToOrphan: NodeSink;
  readonly note?: NoteSink;
  readonly recordEvent?: (event: WarningEvent) => void;
  /** Order in which an owner's dependents are enqueued; upstream's set has none. Default: as they were added. */
  readonly order?: (nodes: GraphNode[]) => GraphNode[];
}
