import type { Attempt, WorkerContext } from '../../collector/attempt.ts';
import type { ApiAnswer, ApiRequest } from '../../collector/object-client.ts';
import { ReferenceCache } from '../../graph/reference-cache.ts';
import type { ApiResource } from '../../meta/api-resource.ts';
import type { Note } from '../../meta/note.ts';
import type { ObjectMeta } from '../../meta/object-meta.ts';
import { parseApiVersion, type Uid } from '../../meta/object-reference.ts';
import type { PropagatorWorkerContext } from '../../propagator/propagator-worker.ts';
import type { ClusterView } from '../cluster-view.ts';
import { type Found, lookUp, type ProvesAbsence, type Unread, undiscovered } from './look-up.ts';

/** What is taken for true of what the view cannot tell. */
export type Assumption = 'present' | 'absent';

/** Looks up what a worker asks for. */
type Look = (wanted: readonly Uid[], provesAbsence: ProvesAbsence) => Found;

/** Answers one GET of a worker: what it finds, and what stands for an object that is assumed to be present. */
export type Answerer = (
  request: ApiRequest & { verb: 'get' },
  look: Look,
) => { readonly found: Found; readonly assumed: ObjectMeta };

/** The collector's own worker code at work on a view: it reads, notes what it notes, and stops before it would write. */
export class ViewWorker {
  readonly notes: Note[] = [];
  /** What the view could not tell, in the order in which it was asked. */
  readonly unread: Unread[] = [];
  readonly #view: ClusterView;
  readonly #cache: ReferenceCache;
  readonly #undiscovered = new Map<ApiResource, Unread>();

  constructor(view: ClusterView) {
    const { absentOwnerCacheSize, absentOwnerCacheKey } = view.release;
    this.#view = view;
    this.#cache = new ReferenceCache(absentOwnerCacheSize, absentOwnerCacheKey);
  }

  /** Runs the attempt to its end, or up to the request with which it would write. */
  run<Result>(
    attempt: Attempt<Result>,
    answer: Answerer,
    assume: Assumption,
  ): { readonly result: Result } | { readonly write: ApiRequest } {
    for (let next = attempt.next(); ; ) {
      if (next.done) return { result: next.value };
      const request = next.value;
      if (request.verb !== 'get') return { write: request };
      next = attempt.next(this.#answer(request, answer, assume));
    }
  }

  /** What the workers of both generations work with. Nothing is queued, and nothing in the graph is touched. */
  get context(): WorkerContext & PropagatorWorkerContext {
    const view = this.#view;
    const absentOwners: Pick<ReferenceCache, 'has' | 'add'> = {
      has: (identity) => this.#cache.has(identity) || (view.isKnownAbsent?.(identity) ?? false),
      add: (identity) => this.#cache.add(identity),
    };
    return {
      release: view.release,
      graph: view,
      absentOwnerCache: absentOwners,
      absentOwners,
      restMapper: { forKind: (apiVersion, kind) => this.#forKind(apiVersion, kind) },
      localStore: () => undefined,
      enqueueForDelete: () => {},
      enqueueVirtualDelete: () => {},
      markObserved: () => {},
      order: (nodes) => nodes,
      note: (note) => void this.notes.push(note),
    };
  }

  /** A kind of a group that could not be discovered is asked for in vain, wherever it is. */
  #forKind(apiVersion: string, kind: string): ApiResource | undefined {
    const mapping = this.#view.mapping(apiVersion, kind);
    if (mapping === 'unserved') return undefined;
    if (mapping !== 'unknown') return mapping;
    const guess = { ...parseApiVersion(apiVersion), kind, resource: '', namespaced: false };
    this.#undiscovered.set(guess, undiscovered({ apiVersion, kind }));
    return guess;
  }

  #answer(request: ApiRequest & { verb: 'get' }, answer: Answerer, assume: Assumption): ApiAnswer {
    const undiscovered = this.#undiscovered.get(request.resource);
    const { found, assumed } = answer(request, (wanted, provesAbsence) =>
      undiscovered
        ? { type: 'unread', unread: undiscovered }
        : lookUp(request, wanted, provesAbsence, this.#view),
    );
    if (found.type === 'present') return present(found.meta);
    if (found.type === 'absent') return ABSENT;
    this.unread.push(found.unread);
    return assume === 'present' ? present(assumed) : ABSENT;
  }
}

const ABSENT: ApiAnswer = {
  ok: false,
  status: { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', reason: 'NotFound' },
};

/** Workers read nothing but metadata. */
function present(metadata: ObjectMeta): ApiAnswer {
  return { ok: true, object: { apiVersion: '', kind: '', metadata } };
}
