import type { IncomingMessage } from 'node:http';
import { failureStatus, isJsonMap, type JsonMap } from '@gcscope/gc-core';
import { ApiRequestError, reject } from './api-exchange.ts';

/** The API server's own limit, 3 MiB. */
const LIMIT_BYTES = 3 * 1024 * 1024;

/** Reads a body to its end. Ends the request with 413 when it is too large. */
export async function readBytes(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    if (!Buffer.isBuffer(chunk)) continue;
    size += chunk.length;
    if (size > LIMIT_BYTES) {
      const status = failureStatus('BadRequest', `the request body is over ${LIMIT_BYTES} bytes`);
      throw new ApiRequestError({ ...status, reason: 'RequestEntityTooLarge', code: 413 });
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Reads a body to its end as text. Ends the request with 413 when it is too large. */
export async function readBody(request: IncomingMessage): Promise<string> {
  return (await readBytes(request)).toString('utf8');
}

/** Parses a body as JSON. Ends the request with 400 when it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    return reject('BadRequest', `the request body is not valid JSON: ${cause}`);
  }
}

/** Parses a body as one JSON object. Ends the request with 400 when it is none. */
export function parseJsonObject(text: string): JsonMap {
  const value = parseJson(text);
  if (!isJsonMap(value)) reject('BadRequest', 'the request body is not a JSON object');
  return value;
}
