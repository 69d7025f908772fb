import { type IncomingMessage, request, type ServerResponse } from 'node:http';

/** Lets the API server at the URL `behind` answer a request. */
export function forward(behind: string, asked: IncomingMessage, response: ServerResponse): void {
  const { accept = '*/*' } = asked.headers;
  const forwarded = request(`${behind}${asked.url}`, { headers: { accept } }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  forwarded.on('error', () => response.destroy());
  response.on('close', () => forwarded.destroy());
  forwarded.end();
}
