import { field, type JsonMap, mapOf } from '../../../src/apiserver/json-value.ts';
import type { ApiStatus } from '../../../src/meta/api-status-error.ts';
import type { ApiObject } from '../../../src/meta/object-meta.ts';

/** One request of `requests.json`; a PATCH has a type. Requests share objects: they are sent in their order. */
export interface AskedRequest {
  readonly about: string;
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly type?: 'merge' | 'strategic-merge' | 'json';
  readonly body?: unknown;
}

/** What can be compared of an answer: without uids, versions, random names and times. */
export interface AnswerBrief {
  readonly code: number;
  readonly reason?: string;
  readonly message?: string;
  readonly object?: unknown;
}

/** The comparable part of an answer that came at `now`. */
export function answerBrief(code: number, body: ApiObject | ApiStatus, now: number): AnswerBrief {
  if (body.kind !== 'Status') return { code, object: objectBrief(body as ApiObject, now) };
  const { status, reason, message = '' } = body as ApiStatus;
  if (status === 'Success') return { code };
  return { code, ...(reason === undefined ? {} : { reason }), message: masked(message) };
}

function objectBrief({ kind, metadata, spec, status }: ApiObject, now: number): unknown {
  const { labels, annotations, finalizers, generation, deletionTimestamp } = metadata;
  const deletedIn =
    deletionTimestamp === undefined ? undefined : Date.parse(deletionTimestamp) - now;
  return {
    kind,
    labels,
    annotations,
    generation,
    finalizers,
    ownerReferences: metadata.ownerReferences,
    grace: metadata.deletionGracePeriodSeconds,
    minutesToDeletion: deletedIn === undefined ? undefined : Math.round(deletedIn / 60_000),
    ...(kind === 'Namespace' ? namespaceBrief(mapOf(spec), mapOf(status)) : {}),
  };
}

/** An empty list is left out by the real server. */
function namespaceBrief(spec: JsonMap, status: JsonMap): object {
  return { specFinalizers: field(spec, 'finalizers') ?? [], phase: field(status, 'phase') };
}

function masked(message: string): string {
  return message
    .replace(/UID in object meta: .*/, 'UID in object meta: …')
    .replace(/UID in record \([^)]*\)/, 'UID in record (…)')
    .replace(/ResourceVersion in record \(\d+\)/, 'ResourceVersion in record (…)')
    .replace(/StorageError: .*?AdditionalErrorMsg: /, '')
    .replace(/patch: Invalid value: "\{.*\}": /, 'patch: Invalid value: …: ');
}
