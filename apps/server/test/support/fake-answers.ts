import type { ServerResponse } from 'node:http';

export function json(body: string): (response: ServerResponse) => void {
  return (response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
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
