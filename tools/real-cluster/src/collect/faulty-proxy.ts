import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Agent, createServer, request, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { RealCluster } from '../real-cluster.ts';

/** What becomes of a request: it is passed on; refused; passed on, but the answer is lost; or held without an answer. */
export type Outcome =
  | 'passes'
  | 'loses answer'
  | 'hangs'
  | { readonly code: number; readonly retryAfter?: number };

/** A proxy between a client and a real API server, with the same certificate, which lets requests fail as a test asks. */
export class FaultyProxy {
  readonly url: string;
  /** Asked about every request. */
  outcome: (request: { readonly method: string; readonly path: string }) => Outcome = () =>
    'passes';
  /** How many requests did not simply pass. */
  failed = 0;
  readonly #server: Server;
  readonly #target: string;
  readonly #agent: Agent;
  readonly #watches = new Set<ServerResponse>();

  private constructor(server: Server, cluster: RealCluster) {
    this.#server = server;
    this.#target = cluster.server;
    this.#agent = new Agent({ ca: readFileSync(cluster.caFile), keepAlive: true });
    this.url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  static async start(cluster: RealCluster): Promise<FaultyProxy> {
    const read = (end: string): Buffer =>
      readFileSync(join(cluster.folder, `pki/apiserver.${end}`));
    const server = createServer({ cert: read('crt'), key: read('key') });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const proxy = new FaultyProxy(server, cluster);
    server.on('request', (incoming, response) => proxy.#answer(incoming, response));
    return proxy;
  }

  /** Ends the connections of all watches. */
  cutWatches(): void {
    for (const response of this.#watches) response.destroy();
  }

  async stop(): Promise<void> {
    const stopped = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    this.#server.closeAllConnections();
    this.#agent.destroy();
    await stopped;
  }

  #answer(incoming: IncomingMessage, response: ServerResponse): void {
    const { method = '', url: path = '', headers } = incoming;
    const outcome = this.outcome({ method, path });
    if (outcome !== 'passes') this.failed++;
    if (outcome === 'hangs') return;
    if (typeof outcome === 'object') {
      refuse(response, outcome);
      return;
    }
    if (/[?&]watch=(true|1)/.test(path)) {
      this.#watches.add(response);
      response.on('close', () => this.#watches.delete(response));
    }
    const options = { method, headers, agent: this.#agent };
    const call = request(`${this.#target}${path}`, options, (answer) => {
      if (outcome === 'loses answer') {
        answer.resume();
        response.destroy();
        return;
      }
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      response.flushHeaders();
      answer.pipe(response);
      answer.on('error', () => response.destroy());
    });
    call.on('error', () => response.destroy());
    response.on('close', () => call.destroy());
    incoming.pipe(call);
  }
}

function refuse(
  response: ServerResponse,
  { code, retryAfter }: { readonly code: number; readonly retryAfter?: number },
): void {
  const message = 'the server is asked for too much';
  const status = { kind: 'Status', apiVersion: 'v1', status: 'Failure', message, code };
  const wait = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) };
  response.writeHead(code, { 'content-type': 'application/json', ...wait });
  response.end(JSON.stringify(status));
}
