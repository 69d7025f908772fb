import { field, type JsonMap, mapOf } from '../../../src/apiserver/json-value.ts';
import type { ApiStatus } from '../../../src/meta/api-status-error.ts';
import type { ApiObject } from '../../../src/meta/object-meta.ts';
import { written } from './body-of.ts';

/** One recorded request; a PATCH has a type. Requests share objects: they are sent in their order. */
export interface AskedRequest {
  readonly about: string;
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly type?: 'merge' | 'strategic-merge' | 'json';
  readonly body?: unknown;
}

/** The outcome of a request, without uids, versions, random names and times, and without wording. */
export interface AnswerBrief {
  readonly code: number;
  readonly reason?: string;
  /** Each refused field with its reason, once: `metadata.labels: FieldValueInvalid`. */
  readonly faults?: readonly string[];
  readonly object?: unknown;
}

/** The outcome of a request that was answered at `now`. */
export function answerBrief(
  request: AskedRequest,
  code: number,
  body: ApiObject | ApiStatus,
  now: number,
): AnswerBrief {
  const prefix = field(mapOf(field(mapOf(request.body), 'metadata')), 'generateName');
  const text = JSON.stringify(comparable(code, body, now));
  // What is undefined is not there.
  return JSON.parse(typeof prefix === 'string' ? withoutSuffixes(text, written(prefix)) : text);
}

/** The random end of a generated name becomes an ellipsis. */
function withoutSuffixes(text: string, prefix: string): string {
  const kept = prefix.slice(0, 58);
  if (kept === '') return text;
  const [first = '', ...others] = text.split(kept);
  return [first, ...others.map((part) => part.replace(/^[bcdf-hj-np-tvwxz2456789]{5}/, '…'))].join(
    kept,
  );
}

function comparable(code: number, body: ApiObject | ApiStatus, now: number): AnswerBrief {
  if (body.kind !== 'Status') return { code, object: objectBrief(body as ApiObject, now) };
  const { status, reason, details } = body as ApiStatus;
  if (status === 'Success') return { code };
  const faults = new Set(details?.causes?.map((cause) => `${cause.field}: ${cause.reason}`));
  return {
    code,
    ...(reason === undefined ? {} : { reason }),
    ...(reason === 'Invalid' && faults.size > 0 ? { faults: [...faults].sort() } : {}),
  };
}

function objectBrief({ kind, metadata, spec, status }: ApiObject, now: number): unknown {
  const { labels, annotations, finalizers, generation, deletionTimestamp } = metadata;
  const { name, generateName, namespace } = metadata;
  const deletedIn =
    deletionTimestamp === undefined ? undefined : Date.parse(deletionTimestamp) - now;
  return {
    kind,
    name,
    generateName,
    namespace,
    labels,
    annotations: shortened(annotations),
    generation,
    finalizers,
    ownerReferences: metadata.ownerReferences,
    grace: metadata.deletionGracePeriodSeconds,
    minutesToDeletion: deletedIn === undefined ? undefined : Math.round(deletedIn / 60_000),
    ...(kind === 'Namespace' ? namespaceBrief(mapOf(spec), mapOf(status)) : {}),
  };
}

function namespaceBrief(spec: JsonMap, status: JsonMap): object {
  return { specFinalizers: field(spec, 'finalizers'), phase: field(status, 'phase') };
}

/** Keeps the beginning of long annotations only. */
function shortened(annotations: Readonly<Record<string, string>> | undefined): unknown {
  if (annotations === undefined) return undefined;
  const entries = Object.entries(annotations);
  return Object.fromEntries(entries.map(([key, text]) => [key, text.slice(0, 80)]));
}
