import type { Server as HttpServer, IncomingMessage } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import { text } from 'node:stream/consumers';
import { Server as SecureServer } from 'node:tls';

/** Lets the server listen on a free port of the loopback address; its URL. */
export async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const scheme = server instanceof SecureServer ? 'https' : 'http';
  return `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Ends the server and every connection to it. */
export function end(server: HttpServer): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}

/** Lets the server answer each request, once it is read, with a status code and JSON. */
export function answerJson(
  server: HttpServer,
  answer: (request: IncomingMessage, body: string) => readonly [code: number, body: object],
): void {
  server.on('request', async (request, response) => {
    const [code, body] = answer(request, await text(request));
    response.writeHead(code, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
}
