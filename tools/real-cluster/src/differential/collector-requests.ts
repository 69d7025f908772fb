import { type ApiAnswer, type ApiRequest, requestPath } from '@gcscope/gc-core';
import type { AuditEvent } from '../audit-log.ts';
import type { WorldRequests } from './requests.ts';

/** A request of a collector, as the audit log and the simulation both know it. */
export interface SentRequest {
  readonly verb: string;
  /** With its query, if there is one. */
  readonly path: string;
  /** A patch, or DeleteOptions without kind and version. */
  readonly body?: unknown;
  readonly code: number;
}

/**
 * The requests of a collector about a world in a round, each once, in some order: the same one may be sent twice before
 * its first effect is observed. Uids are numbers of objects, and no version of an object is that of another cluster.
 */
export interface SentInRound {
  /** With body and answer. */
  readonly writes: readonly string[];
  readonly reads: readonly string[];
}

/** The requests of the collector's user, by the prefix of the world that they are about. */
export function requestsByWorld(
  events: readonly AuditEvent[],
  user: string,
): ReadonlyMap<string, readonly SentRequest[]> {
  const worlds = new Map<string, SentRequest[]>();
  for (const event of events) {
    const prefix = WORLD.exec(event.requestURI)?.[1];
    if (event.user.username !== user || !event.objectRef?.name || !prefix) continue;
    const sent = worlds.get(prefix) ?? [];
    sent.push(auditedRequest(event));
    worlds.set(prefix, sent);
  }
  return worlds;
}

const UNSUPPORTED_MEDIA_TYPE = 415;

/** A request as the simulation's listener is told of it. */
export function simulatedRequest(request: ApiRequest, answer: ApiAnswer): SentRequest {
  const { verb } = request;
  const code = answer.ok ? 200 : (answer.status.code ?? 0);
  const body =
    'options' in request ? request.options : 'body' in request ? request.body : undefined;
  // A patch of a type that the server does not take is not read, so the log has no body either.
  const isRead = body !== undefined && code !== UNSUPPORTED_MEDIA_TYPE;
  return { verb, path: requestPath(request), ...(isRead ? { body } : {}), code };
}

/** See {@link SentInRound}. */
export function sentInRound(sent: readonly SentRequest[], world: WorldRequests): SentInRound {
  const written = sent.filter(({ verb }) => verb !== 'get');
  const read = sent.filter(({ verb }) => verb === 'get');
  return {
    writes: unique(written.map((each) => `${textOf(each, world)} → ${each.code}`)),
    reads: unique(read.map((each) => textOf(each, world))),
  };
}

/** The prefix of a world in a path: that of one of its namespaces, or of a cluster-scoped name. */
const WORLD = /\b(w\d+)-/;

function auditedRequest(event: AuditEvent): SentRequest {
  const { verb, requestURI: path, requestObject, responseStatus } = event;
  const code = responseStatus?.code ?? 0;
  if (requestObject === undefined) return { verb, path, code };
  if (verb !== 'delete') return { verb, path, body: requestObject, code };
  // The log's own names for DeleteOptions.
  const { kind: _, apiVersion: __, ...body } = requestObject as Record<string, unknown>;
  return { verb, path, body, code };
}

function textOf({ verb, path, body }: SentRequest, world: WorldRequests): string {
  const text = body === undefined ? '' : ` ${JSON.stringify(comparable(body, world))}`;
  return `${verb} ${path}${text}`.replaceAll(WORLDS, 'w-');
}

const WORLDS = new RegExp(WORLD.source, 'g');

/** The same value for both clusters: object keys in order, uids by number, resourceVersions without their number. */
function comparable(value: unknown, world: WorldRequests): unknown {
  if (Array.isArray(value)) return value.map((each) => comparable(each, world));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(
    entries.map(([key, each]) => {
      if (key === 'uid') return [key, world.numberOf(String(each)) ?? each];
      if (key === 'resourceVersion') return [key, /^\d+$/.test(String(each)) ? 'a version' : each];
      return [key, comparable(each, world)];
    }),
  );
}

function unique(texts: readonly string[]): string[] {
  return [...new Set(texts)].toSorted();
}
