import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { endServer, listenOnLoopback } from '../../../server/src/base/loopback.ts';

/** A server of somebody else, beside gcscope or in front of it. */
export interface ForeignSite {
  readonly port: number;
  /** How gcscope answered what was passed on to it. */
  readonly statuses: ReadonlySet<number>;
  close(): Promise<void>;
}

/**
 * Serves an empty page under `/attack`, and passes everything else on to `gcscope`, with the host name that the browser sent:
 * so it looks when a name leads to another server after the page was loaded, and behind a proxy.
 */
export async function serveForeignSite(gcscope?: string): Promise<ForeignSite> {
  const statuses = new Set<number>();
  const server = createServer((message, response) => {
    if (message.url === '/attack') {
      response.setHeader('content-type', 'text/html').end('<!doctype html><title>harmless</title>');
    } else if (gcscope === undefined) response.writeHead(404).end();
    else passOn(message, response, new URL(gcscope), (status) => statuses.add(status));
  });
  const url = await listenOnLoopback(server, 0);
  return {
    statuses,
    port: Number(new URL(url).port),
    close: () => endServer(server),
  };
}

function passOn(
  message: IncomingMessage,
  response: ServerResponse,
  { hostname, port }: URL,
  answered: (status: number) => void,
): void {
  const { method, url: path, headers } = message;
  const asked = request({ hostname, port, method, path, headers }, (answer) => {
    answered(answer.statusCode ?? 0);
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  asked.on('error', () => response.destroy());
  message.pipe(asked);
}
