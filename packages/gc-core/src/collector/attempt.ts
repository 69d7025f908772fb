import type { GraphNode } from '../graph/graph-node.ts';
import type { ReferenceCache } from '../graph/reference-cache.ts';
import type { ApiResource } from '../meta/api-resource.ts';
import type { NoteSink } from '../meta/note.ts';
import type { ObjectMeta } from '../meta/object-meta.ts';
import type { ObjectReference, Uid } from '../meta/object-reference.ts';
import type { ReleaseProfile } from '../meta/releases.ts';
import type { ApiAnswer, ApiRequest, RestMapper } from './object-client.ts';

/** How a worker pass ended: the worker forgets the item, or puts it back into the queue, rate limited (QU-04). */
export interface Outcome {
  readonly action: 'forget' | 'requeue';
  /** The rule that decided. */
  readonly rule: string;
  /** The error of a pass that failed, as upstream words it. */
  readonly error?: string;
}

/**
 * A worker pass: it yields each API request and is resumed with the answer, so that every request can be a step of its
 * own and other actors may come between two of them.
 */
export type Attempt<T = Outcome> = Generator<ApiRequest, T, ApiAnswer>;

/** The dependencies of a worker. The graph is read only: a worker waits to observe its own effects (CO-01, DE-08). */
export interface WorkerContext {
  readonly release: ReleaseProfile;
  readonly graph: { get(uid: Uid): GraphNode | undefined };
  readonly absentOwnerCache: Pick<ReferenceCache, 'has' | 'add'>;
  readonly restMapper: RestMapper;
  /** The last observed state in a monitor's local store (PA-04). */
  readonly localStore: (
    resource: ApiResource,
    namespace: string,
    name: string,
  ) => ObjectMeta | undefined;
  readonly enqueueForDelete: (node: GraphNode) => void;
  readonly enqueueVirtualDelete: (identity: ObjectReference) => void;
  /** Until 1.19 a worker that found an item absent marked it as observed, so it was not requested again. */
  readonly markObserved: (node: GraphNode) => void;
  readonly order: (nodes: GraphNode[]) => GraphNode[];
  readonly note: NoteSink;
}
