import type { ApiFailure } from './api-answer.ts';
import { fieldsOf, textOf } from './decode-meta.ts';

/** Characters of a server's message that are kept. */
const MESSAGE_LIMIT = 1000;

/** The failure that a `Status` body describes; `httpCode` and an empty reason where it says nothing. */
export function statusFailure(
  httpCode: number,
  body: unknown,
  retryAfterHeader?: string,
): Extract<ApiFailure, { type: 'status' }> {
  const status = fieldsOf(body) ?? {};
  const details = fieldsOf(status.details) ?? {};
  const causes = Array.isArray(details.causes) ? details.causes : [];
  const code = typeof status.code === 'number' ? status.code : httpCode;
  const message = textOf(status.message).slice(0, MESSAGE_LIMIT);
  const seconds = Number(retryAfterHeader ?? details.retryAfterSeconds ?? Number.NaN);
  return {
    type: 'status',
    code,
    reason: textOf(status.reason),
    message: message === '' ? 'the server gave no reason' : message,
    causes: causes.map((cause) => textOf(fieldsOf(cause)?.reason)),
    ...(Number.isFinite(seconds) && seconds > 0 ? { retryAfter: seconds * 1000 } : {}),
  };
}
