import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A page that means harm, and what it did to a target. */
export interface ForeignSite {
  readonly port: number;
  close(): Promise<void>;
}

/**
 * Serves an empty page under `/attack` on every loopback address, and passes everything else on to `rebound`, with the host name
 * that the browser sent: so it looks when a name leads to another server after the page was loaded.
 */
export async function serveForeignSite(rebound?: string): Promise<ForeignSite> {
  const server = createServer((message, response) => {
    if (message.url === '/attack') {
      response.setHeader('content-type', 'text/html').end('<!doctype html><title>harmless</title>');
    } else if (rebound === undefined) response.writeHead(404).end();
    else passOn(message, response, new URL(rebound));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      return closed;
    },
  };
}

function passOn(message: IncomingMessage, response: ServerResponse, { hostname, port }: URL): void {
  const { method, url: path, headers } = message;
  const asked = request({ hostname, port, method, path, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  asked.on('error', () => response.destroy());
  message.pipe(asked);
}
