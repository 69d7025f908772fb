import type {
  Activity,
  ActivityType,
  AuditReport,
  DeletedBy,
  Forecast,
  Fork,
  LabelCounts,
  LabelMatches,
  Millis,
  NodeList,
  ObjectDetails,
  Problem,
  StreamPosition,
  TerminatingReport,
  Uid,
} from '@gcscope/gc-core/wire';
import type { UseQueryOptions } from '@tanstack/react-query';
import { documentOf, type NodeDocument } from '../worker/node-messages.ts';
import type { ViewFilter } from './selection.ts';

/** A refused or failed request; the message is one sentence with what to do. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** The problem's stable code; `unreachable` when no answer came. */
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** Whether no answer came, so that the same request may get one later. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'unreachable';
}

/** A label selector is asked again after this time, in milliseconds. */
const LABELS_GROW_OLD: Millis = 30_000;

/** Opens the stream after `from`. Its body is `text/event-stream`. */
export function openStream(from: StreamPosition, signal: AbortSignal): Promise<Response> {
  return send(`/api/v1/stream?from=${encodeURIComponent(from)}`, {
    signal,
    headers: { accept: 'text/event-stream' },
    cache: 'no-store',
  });
}

/** The query of one object's details. After a frame that touches the uid, it is sent again. */
export function objectQuery(uid: Uid): UseQueryOptions<ObjectDetails> {
  return {
    queryKey: ['object', uid],
    queryFn: ({ signal }) =>
      request<ObjectDetails>(`/api/v1/objects/${encodeURIComponent(uid)}`, { signal }),
    // The answer gets stale only by a frame; a refused request is not repeated, and a server that comes back answers.
    staleTime: Number.POSITIVE_INFINITY,
    retry: (_, error) => isUnreachable(error),
  };
}

/** Forks the objects that a deletion can reach, for a simulation; nothing in the cluster changes. */
export function forkCluster(uid: Uid): Promise<Fork> {
  return request<Fork>('/api/v1/forks', posted({ uid }));
}

/** The part of a request that sends a question too long for an address, or not meant for one. */
export function posted(body: unknown): RequestInit {
  return {
    method: 'POST',
    // A form of another site cannot set this header.
    headers: { 'content-type': 'application/json', 'x-gcscope': '1' },
    body: JSON.stringify(body),
  };
}

/** A fork that was made before, as long as the server remembers it. */
export function fetchFork(id: string, signal: AbortSignal): Promise<Fork> {
  return request(`/api/v1/forks/${encodeURIComponent(id)}`, { signal });
}

export const AUDIT_PATH = '/api/v1/audit';
export const TERMINATING_PATH = '/api/v1/terminating';

/** The query of the audit of references and finalizers, of all objects or of those of a kind in a namespace. */
export function auditQuery(of?: {
  readonly namespace: string;
  readonly kind: string;
}): UseQueryOptions<AuditReport> {
  return reportQuery(of ? `${AUDIT_PATH}?${new URLSearchParams(of)}` : AUDIT_PATH);
}

/** The query of all terminating objects and their blockers, or of one of them. */
export function terminatingQuery(uid?: Uid): UseQueryOptions<TerminatingReport> {
  const query = uid === undefined ? '' : `?uid=${encodeURIComponent(uid)}`;
  return reportQuery(`${TERMINATING_PATH}${query}`);
}

/** Query for lines of activity; empty lists restrict nothing. */
export interface ActivityRequest {
  readonly types: readonly ActivityType[];
  /** Restricts the lines to deletions by these deleters. */
  readonly deleters?: readonly DeletedBy[];
  readonly namespaces: readonly string[];
  /** Words in name, kind or namespace, or the start of a uid; empty for all. */
  readonly words: string;
  readonly limit: number;
  /** The lines whose object's name matches the words best come first, instead of the latest. */
  readonly isBestFirst?: boolean;
}

/** The query of what happened, the latest first. While another request is under way its answer is the last one. */
export function activityQuery(asked: ActivityRequest): UseQueryOptions<Activity> {
  return { ...reportQuery(activityPath(asked)), placeholderData: (last) => last };
}

/** Path of the API for activity. */
export function activityPath(asked: ActivityRequest): string {
  const params = new URLSearchParams({ limit: String(asked.limit) });
  for (const type of asked.types) params.append('type', type);
  for (const deleter of asked.deleters ?? []) params.append('deletedBy', deleter);
  for (const namespace of asked.namespaces) params.append('namespace', namespace);
  if (asked.words !== '') params.append('q', asked.words);
  if (asked.isBestFirst) params.append('order', 'match');
  return `/api/v1/activity?${params}`;
}

/** The query of the objects that a label selector selects, of these kinds or of all. No frame says that labels changed. */
export function labelsQuery(
  labels: readonly string[],
  kinds: readonly string[],
): UseQueryOptions<LabelMatches> {
  const params = new URLSearchParams({ selector: labels.join(',') });
  for (const kind of kinds) params.append('kind', kind);
  return {
    ...reportQuery(`/api/v1/labels?${params}`),
    enabled: labels.length > 0,
    staleTime: LABELS_GROW_OLD,
    refetchInterval: LABELS_GROW_OLD,
  };
}

/** The query of the labels of the first objects of these kinds and namespaces; empty lists restrict nothing. */
export function labelCountsQuery({
  kinds,
  namespaces,
}: Pick<ViewFilter, 'kinds' | 'namespaces'>): UseQueryOptions<LabelCounts> {
  const params = new URLSearchParams();
  for (const kind of kinds) params.append('kind', kind);
  for (const namespace of namespaces) params.append('namespace', namespace);
  return { ...reportQuery(`/api/v1/labels/counts?${params}`), staleTime: LABELS_GROW_OLD };
}

/** The query of the nodes that the server reads, or of those that run a Pod. */
export function nodesQuery(pod?: Uid): UseQueryOptions<NodeList> {
  const query = pod === undefined ? '' : `?pod=${encodeURIComponent(pod)}`;
  return { ...reportQuery(`/api/v1/nodes${query}`), staleTime: 30_000 };
}

/** The query of a node as a NodeReading of one moment; it is read again only on demand. */
export function readingQuery(name: string): UseQueryOptions<NodeDocument> {
  return {
    queryKey: ['node reading', name],
    queryFn: async ({ signal }) => {
      const response = await send(`/api/v1/nodes/${encodeURIComponent(name)}`, { signal });
      return documentOf(await response.text());
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  };
}

/** The query of what a deletion of these objects would do. */
export function forecastQuery(uids: readonly Uid[]): UseQueryOptions<Forecast> {
  return reportQuery('/api/v1/forecasts', { uids });
}

function reportQuery<Answer>(path: string, body?: unknown): UseQueryOptions<Answer> {
  return {
    queryKey: body === undefined ? ['report', path] : ['report', path, body],
    queryFn: ({ signal }) =>
      request<Answer>(path, { signal, ...(body === undefined ? {} : posted(body)) }),
    retry: (failures, error) => failures < 3 && isUnreachable(error),
  };
}

/** The answer of the server as it was sent. Rejects with `ApiError`. */
export async function request<Answer>(path: string, init: RequestInit): Promise<Answer> {
  const response = await send(path, init);
  // The server validates its answers against the same wire types.
  return (await response.json()) as Answer;
}

/** The answer, whatever it holds. Rejects with `ApiError` unless all is well. */
export async function send(path: string, init: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(path, init);
  } catch (error) {
    if (init.signal?.aborted) throw init.signal.reason ?? error;
    throw new ApiError(
      'unreachable',
      'The gcscope server does not answer. Check that it is running and reachable.',
    );
  }
  if (!response.ok) throw await problemOf(response);
  return response;
}

async function problemOf(response: Response): Promise<ApiError> {
  try {
    const problem = (await response.json()) as Partial<Problem>;
    const text = [problem.title, problem.detail].filter((part) => part !== undefined).join(' ');
    if (text !== '') return new ApiError(problem.code ?? 'refused', text);
  } catch {
    // The answer is no problem document: it comes from a proxy.
  }
  return new ApiError(
    response.status >= 500 ? 'unreachable' : 'refused',
    `gcscope answered ${response.status} ${response.statusText}.`.replace(' .', '.'),
  );
}
