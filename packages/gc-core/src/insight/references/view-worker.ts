import type { Attempt, WorkerContext } from '../../collector/attempt.ts';
import type { ApiAnswer, ApiRequest } from '../../collector/object-client.ts';
import { ReferenceCache } from '../../graph/reference-cache.ts';
import {
  type ApiResource,
  groupResource,
  isGettable,
  isMonitorable,
} from '../../meta/api-resource.ts';
import type { StatusReason } from '../../meta/api-status-error.ts';
import type { Note } from '../../meta/note.ts';
import type { ObjectMeta } from '../../meta/object-meta.ts';
import {
  type ObjectReference,
  type OwnerReference,
  parseApiVersion,
  type Uid,
} from '../../meta/object-reference.ts';
import type { NamedInSentence } from '../../meta/sentence.ts';
import type { PropagatorWorkerContext } from '../../propagator/propagator-worker.ts';
import { type ClusterView, kindName, observed, resourceOf } from '../cluster-view.ts';

/** Why the view cannot answer a GET. */
export interface Unread {
  /** As `<Kind>.<group>`. */
  readonly kind: string;
  /**
   * `group`: its kinds could not be discovered; `kind`: it is not read now; `late`: not read far enough yet; `unwatched`: the
   * collector watches it as little as we do (KM-06); otherwise the answer with which the API server fails, and for which name.
   */
  readonly why:
    | 'group'
    | 'kind'
    | 'late'
    | 'unwatched'
    | { readonly answer: StatusReason; readonly asked: NamedInSentence };
  /** Absent where the group is not known. */
  readonly resource?: ApiResource;
}

/** The assumption where the view has no answer. */
export type Assumption = 'present' | 'absent';

type Get = ApiRequest & { verb: 'get' };

/** The object of a worker's GET. */
interface Question {
  /** The uids that are hoped for. */
  readonly wanted: readonly Uid[];
  /** Whether what is not found of the resource does not exist: the view is as new as the question. */
  readonly isProven: boolean;
  /** Stands for an object that is assumed to exist. */
  readonly assumed: ObjectMeta;
  /** Whether it is taken for present wherever the view cannot tell. */
  readonly isSeen?: boolean;
}

/** Says what a GET is about. */
export type Ask = (request: Get) => Question;

/** The collector's own worker code at work on a view: it reads, notes what it notes, and stops before it would write. */
export class ViewWorker {
  readonly notes: Note[] = [];
  /** The questions that the view could not answer, in order. */
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
    ask: Ask,
    assume: Assumption,
  ): { readonly result: Result } | { readonly write: ApiRequest } {
    for (let next = attempt.next(); ; ) {
      if (next.done) return { result: next.value };
      const request = next.value;
      if (request.verb !== 'get') return { write: request };
      next = attempt.next(this.#answer(request, ask(request), assume));
    }
  }

  /** The context of the workers of both generations. It queues nothing and leaves the graph alone. */
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

  #answer(request: Get, question: Question, assume: Assumption): ApiAnswer {
    const found = this.#undiscovered.get(request.resource) ?? lookUp(request, question, this.#view);
    if ('ok' in found) return found;
    const { assumed, isSeen } = question;
    if (isSeen) return present(assumed);
    this.unread.push(found);
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

/** Answers a GET from the view; absence has to be proven, and nothing is known of a kind that is not read. */
function lookUp(
  request: Get,
  { wanted, isProven }: Question,
  view: ClusterView,
): ApiAnswer | Unread {
  const { resource, namespace, name } = request;
  // A kind that only a list or a POST has: a GET of it finds nothing (KM-03..05).
  if (!isGettable(resource)) return ABSENT;
  if (view.failure?.(resource, namespace, name) === 'NotFound') return ABSENT;
  const failure = failureOf(resource, namespace, name, view);
  if (failure) return failure;
  if (!view.isRead(resource, namespace)) return notRead(request, view);
  const named = view.byName(resource, namespace, name);
  const found = named ? present(named.meta ?? { name, uid: named.uid }) : ABSENT;
  if (named && wanted.includes(named.uid)) return found;
  // A uid that lives under another name of the resource does not live under this one, too. Of the others that proves nothing.
  const areElsewhere = wanted.length > 0 && wanted.every((uid) => livesIn(resource, uid, view));
  return areElsewhere || isProven ? found : unread(resource, 'late');
}

/** One GET settles a kind that is not watched, where it was sent (KM-06). */
function notRead({ resource, namespace, name }: Get, view: ClusterView): ApiAnswer | Unread {
  const isWatched =
    isMonitorable(resource) && !view.release.ignoredResources.has(groupResource(resource));
  if (isWatched) return unread(resource, 'kind');
  const asked = view.asked?.(resource, namespace, name);
  if (asked === undefined) return unread(resource, 'unwatched');
  return asked === 'absent' ? ABSENT : present(asked);
}

/** Why a GET of the name tells nothing, if the server fails to answer it; a 404 tells that nothing is there. */
function failureOf(
  resource: ApiResource,
  namespace: string,
  name: string,
  view: ClusterView,
): Unread | undefined {
  const answer = view.failure?.(resource, namespace, name);
  if (answer === undefined || answer === 'NotFound') return undefined;
  return unread(resource, { answer, asked: { kind: resource.kind, namespace, name } });
}

function unread(resource: ApiResource, why: Unread['why']): Unread {
  return { kind: kindName(resource), why, resource };
}

/** The kind of an object, if it is served but not read, or a GET of the object fails. */
export function unreadKindOf(
  object: Omit<ObjectReference, 'uid'>,
  view: ClusterView,
): Unread | undefined {
  const resource = resourceOf(object, view);
  if (!resource) return undefined;
  return view.isRead(resource)
    ? failureOf(resource, object.namespace, object.name, view)
    : unread(resource, 'kind');
}

/** A question without an answer, because the group could not be discovered. */
export function undiscovered({
  apiVersion,
  kind,
}: Pick<OwnerReference, 'apiVersion' | 'kind'>): Unread {
  return { kind: kindName({ group: parseApiVersion(apiVersion).group, kind }), why: 'group' };
}

function livesIn(resource: ApiResource, uid: Uid, view: ClusterView): boolean {
  const bearer = observed(uid, view);
  const borne = bearer && resourceOf(bearer, view);
  return borne !== undefined && groupResource(borne) === groupResource(resource);
}
