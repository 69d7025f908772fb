import type { ApiFailure } from './api-answer.ts';

/** Characters of a server's message that are kept. */
const MESSAGE_LIMIT = 1000;

/** The failure that a `Status` body describes; `httpCode` and an empty reason where it says nothing. */
export function statusFailure(
  httpCode: number,
  body: unknown,
  retryAfterHeader?: string,
): Extract<ApiFailure, { type: 'status' }> {
  const status = record(body);
  const details = record(status.details);
  const causes = Array.isArray(details.causes) ? details.causes : [];
  const code = typeof status.code === 'number' ? status.code : httpCode;
  const message = text(status.message).slice(0, MESSAGE_LIMIT);
  const seconds = Number(retryAfterHeader ?? details.retryAfterSeconds ?? Number.NaN);
  return {
    type: 'status',
    code,
    reason: text(status.reason),
    message: message === '' ? 'the server gave no reason' : message,
    causes: causes.map((cause) => text(record(cause).reason)),
    ...(Number.isFinite(seconds) && seconds > 0 ? { retryAfter: seconds * 1000 } : {}),
  };
}

function record(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
