import type { ServerResponse } from 'node:http';
import { wire } from './wire.ts';

export function json(body: string): (response: ServerResponse) => void {
  return (response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(body);
  };
}

/** A list in the encoding of this run. */
export function list(body: Buffer): (response: ServerResponse) => void {
  return (response) => {
    response.writeHead(200, { 'content-type': wire.contentType });
    response.end(body);
  };
}

export function status(
  code: number,
  reason: string,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): (response: ServerResponse) => void {
  return (response) => {
    response.writeHead(code, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify({ kind: 'Status', status: 'Failure', code, reason, message }));
  };
}
