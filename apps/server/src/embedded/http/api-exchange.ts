import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  type ApiResult,
  type ApiServer,
  type ApiStatus,
  failureStatus,
  type StatusReason,
} from '@gcscope/gc-core';
import type { Clock } from '../../base/clock.ts';
import { PROTOBUF } from './encode-protobuf.ts';
import type { EventRing } from './event-ring.ts';

export interface ApiContext {
  readonly apiServer: ApiServer;
  readonly ring: EventRing;
  readonly clock: Clock;
  /** Between two bookmarks of a watch that asked for them, in milliseconds. */
  readonly bookmarkInterval: number;
}

/** One HTTP request under way, with its parsed address. */
export interface ApiExchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly query: URLSearchParams;
}

/** A request that cannot be served; carries the `Status` to answer with. */
export class ApiRequestError extends Error {
  override readonly name = 'ApiRequestError';
  readonly status: ApiStatus;

  constructor(status: ApiStatus) {
    super(status.message ?? status.reason ?? 'request failed');
    this.status = status;
  }
}

/** Ends the handling of a request with a failed `Status`. */
export function reject(
  reason: StatusReason,
  message: string,
  details?: ApiStatus['details'],
): never {
  throw new ApiRequestError(failureStatus(reason, message, details));
}

/** Ends a request whose method is not served. */
export function notAllowed(): never {
  return reject(
    'MethodNotAllowed',
    'the server does not allow this method on the requested resource',
  );
}

/** Answers with a JSON document. */
export function sendJson(
  response: ServerResponse,
  code: number,
  body: unknown,
  contentType: string = 'application/json',
): void {
  const text = `${JSON.stringify(body)}\n`;
  response.writeHead(code, {
    'content-type': contentType,
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-cache, private',
  });
  response.end(text);
}

/** Answers with a Kubernetes protobuf document. */
export function sendProtobuf(response: ServerResponse, code: number, document: Buffer): void {
  response.writeHead(code, {
    'content-type': PROTOBUF,
    'content-length': document.length,
    'cache-control': 'no-cache, private',
  });
  response.end(document);
}

/** Answers with a `Status` under its own code. */
export function sendStatus(response: ServerResponse, status: ApiStatus): void {
  const retryAfter = status.details?.retryAfterSeconds;
  if (retryAfter !== undefined) response.setHeader('retry-after', String(retryAfter));
  sendJson(response, status.code ?? 500, status);
}

/** Puts warnings into `Warning` headers, which kubectl prints (API-76). */
export function setWarnings(response: ServerResponse, warnings: readonly string[]): void {
  if (warnings.length === 0) return;
  const headers = warnings.map((text) => {
    // A header line holds printable ASCII only; names from a request may be anything.
    const safe = text.replace(/[^\x20-\x7e]/g, '?').replace(/["\\]/g, '\\$&');
    return `299 - "${safe}"`;
  });
  response.setHeader('warning', headers);
}

/** The object or status of a successful result with its code; a failed one ends the request. */
export function unwrap(
  response: ServerResponse,
  result: ApiResult,
): Extract<ApiResult, { ok: true }> {
  setWarnings(response, result.warnings);
  if (!result.ok) throw new ApiRequestError(result.status);
  return result;
}
