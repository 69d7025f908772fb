import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { endServer, listenOnLoopback } from '../../base/loopback.ts';

export interface Answers {
  /** Whether every kind that could be collected is synced now. */
  isReady(): Promise<boolean>;
  /** The graph as DOT, around these uids or all of it. */
  graph(uids: readonly string[] | undefined): string;
  metrics(): Promise<{ readonly type: string; readonly text: string }>;
}

const TEXT = 'text/plain; charset=utf-8';
/** The collector has two names in these paths (DG-01). */
const DEBUG = /^\/debug\/controllers\/garbage(?:collector|-collector-controller)(\/.*)?$/;

/** The pages of a controller manager that concern the collector, on loopback. */
export class CollectorServer {
  readonly url: string;
  readonly #server: Server;

  private constructor(server: Server, url: string) {
    this.#server = server;
    this.url = url;
  }

  /** Rejects when the port cannot be had. */
  static async listen(port: number, answers: Answers): Promise<CollectorServer> {
    const server = createServer((request, response) => {
      void answer(request, response, answers).catch((error: unknown) => {
        send(response, 500, TEXT, `${String(error)}\n`);
      });
    });
    return new CollectorServer(server, await listenOnLoopback(server, port));
  }

  close(): Promise<void> {
    return endServer(this.#server);
  }
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  answers: Answers,
): Promise<void> {
  request.resume();
  // A page of another site that has its name lead here reads nothing.
  if (!/^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/.test(request.headers.host ?? '')) {
    return send(response, 403, TEXT, 'Requests by this name are rejected; use 127.0.0.1.\n');
  }
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1');
  if (pathname === '/livez' || pathname === '/healthz') return send(response, 200, TEXT, 'ok');
  if (pathname === '/readyz') {
    const isReady = await answers.isReady();
    return send(response, isReady ? 200 : 503, TEXT, isReady ? 'ok' : 'not all kinds are synced\n');
  }
  if (pathname === '/metrics') {
    const { type, text } = await answers.metrics();
    return send(response, 200, type, text);
  }
  const debug = DEBUG.exec(pathname);
  if (debug?.[1] !== '/graph')
    return send(response, 404, TEXT, debug ? '\n' : '404 page not found\n');
  const uids = searchParams.has('uid') ? searchParams.getAll('uid') : undefined;
  send(response, 200, 'text/vnd.graphviz', answers.graph(uids));
}

function send(response: ServerResponse, code: number, type: string, text: string): void {
  if (response.headersSent) return;
  response.writeHead(code, { 'content-type': type, 'x-content-type-options': 'nosniff' });
  response.end(text);
}
