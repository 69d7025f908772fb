import {
  type ApiAnswer,
  type ApiStatus,
  formatApiVersion,
  REASON_CODES,
  type StatusReason,
} from '@gcscope/gc-core';
import { parseJson } from '../../base/parse-json.ts';
import { checkMetadata, fieldsOf, textOf } from '../../cluster/answers/decode-meta.ts';
import type { DecodedObject } from '../../cluster/answers/decoded.ts';
import {
  decodePartialObject,
  readStatus,
  unwrap,
  type Wrapped,
} from '../../cluster/answers/protobuf-metadata.ts';
import { statusFailure } from '../../cluster/answers/status-failure.ts';
import type { WriteAnswer } from '../write-record/write-record.ts';
import type { CallAnswer, ObjectRequest } from './collector-call.ts';

const PROTOBUF = /^application\/vnd\.kubernetes\.protobuf\b/;
const JSON_CONTENT = /^application\/json\b/;
/** All that an API server says of a path under which it serves nothing. */
const NOTHING_THERE = '404 page not found';

/**
 * The answer as the collector takes it. Only an API server can say that an object does not exist: a 404 that is
 * anybody else's page (a proxy's, say) is an error, or live owners would be taken for absent.
 */
export function objectAnswer(request: ObjectRequest, answer: CallAnswer): ApiAnswer {
  const { code } = answer;
  if (code < 200 || code > 299) return { ok: false, status: failureOf(answer) };
  if (request.verb === 'delete') return { ok: true, object: REMOVED };
  const decoded = decode(answer);
  if (decoded?.type !== 'object') {
    const why = decoded?.type === 'malformed' ? decoded.reason : 'it is no object of Kubernetes';
    return failed(`the answer of the server cannot be used: ${why}`);
  }
  const { group, version, kind } = request.resource;
  const apiVersion = formatApiVersion(group, version);
  return { ok: true, object: { apiVersion, kind, metadata: decoded.meta } };
}

/** The recorded facts of an answer to a write. */
export function factsOf(answer: CallAnswer): Omit<WriteAnswer, 'auditId'> {
  const { code } = answer;
  const status = fieldsOf(statusIn(answer));
  if (status) {
    const uid = textOf(fieldsOf(status.details)?.uid);
    return { code, reason: textOf(status.reason) || undefined, uid: uid || undefined };
  }
  const decoded = decode(answer);
  return {
    code,
    reason: undefined,
    uid: decoded?.type === 'object' ? decoded.meta.uid : undefined,
  };
}

/** An answer that did not come, or cannot be used. */
export function failed(message: string): ApiAnswer {
  return { ok: false, status: status(0, undefined, message) };
}

/** The watch shows what became of the object (DE-08). */
const REMOVED: ApiStatus = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success' };

function failureOf(answer: CallAnswer): ApiStatus {
  const { code, bytes, retryAfter } = answer;
  const body = statusIn(answer);
  const failure = statusFailure(code, body, retryAfter);
  if (body !== undefined)
    return status(failure.code, failure.reason || reasonOf(code), failure.message);
  if (code !== 404) return status(code, reasonOf(code), `the server answered with ${code}`);
  return bytes.toString('latin1').trim() === NOTHING_THERE
    ? status(code, 'NotFound', 'the server could not find the requested resource')
    : status(code, undefined, 'a 404 came from something that is not an API server');
}

function status(code: number, reason: string | undefined, message: string): ApiStatus {
  const text = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure' } as const;
  return { ...text, message, code, ...(reason === undefined ? {} : { reason }) };
}

function reasonOf(code: number): StatusReason | undefined {
  const found = Object.entries(REASON_CODES).find(
    ([reason, each]) => each === code && reason !== 'AlreadyExists',
  );
  return found?.[0] as StatusReason | undefined;
}

function decode({ contentType, bytes }: CallAnswer): DecodedObject | undefined {
  if (PROTOBUF.test(contentType)) {
    const document = unwrapped(bytes);
    return document && decodePartialObject(document.raw, false);
  }
  const metadata = fieldsOf(fieldsOf(jsonIn(contentType, bytes))?.metadata);
  return metadata && checkMetadata(metadata, undefined);
}

/** The `Status` of Kubernetes, if the body is one. */
function statusIn({ contentType, bytes }: CallAnswer): object | undefined {
  if (!PROTOBUF.test(contentType)) {
    const fields = fieldsOf(jsonIn(contentType, bytes));
    return fields?.kind === 'Status' ? fields : undefined;
  }
  const document = unwrapped(bytes);
  if (document?.kind !== 'Status') return undefined;
  try {
    return readStatus(document.raw);
  } catch {
    return undefined;
  }
}

function unwrapped(bytes: Buffer): Wrapped | undefined {
  try {
    return unwrap(bytes);
  } catch {
    return undefined;
  }
}

function jsonIn(contentType: string, bytes: Buffer): unknown {
  return JSON_CONTENT.test(contentType) ? parseJson(bytes) : undefined;
}
