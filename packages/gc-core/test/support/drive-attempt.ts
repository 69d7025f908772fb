import type { Attempt, WorkerContext } from '../../src/collector/attempt.ts';
import type { ApiAnswer, ApiRequest } from '../../src/collector/object-client.ts';
import { Graph } from '../../src/graph/graph.ts';
import type { GraphNode } from '../../src/graph/graph-node.ts';
import { ReferenceCache } from '../../src/graph/reference-cache.ts';
import { failureStatus, type StatusReason } from '../../src/meta/api-status-error.ts';
import type { Note } from '../../src/meta/note.ts';
import type { ObjectMeta } from '../../src/meta/object-meta.ts';
import type { ObjectReference } from '../../src/meta/object-reference.ts';
import { RELEASES, type Release } from '../../src/meta/releases.ts';
import { ResourceTable } from '../../src/meta/resource-table.ts';

/** An answer in short: the metadata of an object, or a reason. */
export type Answer = ObjectMeta | StatusReason;

/** Runs an attempt with these answers, one per request, and returns its result and requests. */
export function drive<T>(
  attempt: Attempt<T>,
  answers: readonly Answer[],
): { result: T; requests: ApiRequest[] } {
  const requests: ApiRequest[] = [];
  const left = [...answers];
  let next = attempt.next();
  while (!next.done) {
    requests.push(next.value);
    const answer = left.shift();
    if (answer === undefined) throw new Error(`no answer for request ${requests.length}`);
    next = attempt.next(toAnswer(answer));
  }
  if (left.length > 0) throw new Error(`${left.length} answers were not asked for`);
  return { result: next.value, requests };
}

function toAnswer(answer: Answer): ApiAnswer {
  if (typeof answer === 'string') {
    return { ok: false, status: failureStatus(answer, `the server says ${answer}`) };
  }
  return { ok: true, object: { apiVersion: 'v1', kind: 'ConfigMap', metadata: answer } };
}

/** A worker's context that records what the worker does beside its requests. */
export interface RecordingContext extends WorkerContext {
  readonly absentOwnerCache: ReferenceCache;
  readonly graph: Graph;
  readonly enqueued: GraphNode[];
  readonly virtualDeletes: ObjectReference[];
  readonly notes: Note[];
}

/** A context with the built-in kinds, `stored` being what the monitors' store holds. */
export function recordingContext(
  options: {
    readonly table?: ResourceTable;
    readonly stored?: ObjectMeta;
    readonly release?: Release;
  } = {},
): RecordingContext {
  const enqueued: GraphNode[] = [];
  const virtualDeletes: ObjectReference[] = [];
  const notes: Note[] = [];
  return {
    release: RELEASES[options.release ?? 'v1.36'],
    graph: new Graph(),
    absentOwnerCache: new ReferenceCache(500),
    restMapper: options.table ?? ResourceTable.builtIn(),
    localStore: () => options.stored,
    enqueueForDelete: (node) => void enqueued.push(node),
    enqueueVirtualDelete: (identity) => void virtualDeletes.push(identity),
    markObserved: (node) => {
      node.virtual = false;
    },
    order: (nodes) => nodes,
    note: (note) => void notes.push(note),
    enqueued,
    virtualDeletes,
    notes,
  };
}
