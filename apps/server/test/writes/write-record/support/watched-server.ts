import { once } from 'node:events';
import {
  request as ask,
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

/** What answers a request; `pass` hands it on. */
type Answer = (request: IncomingMessage, response: ServerResponse, pass: () => void) => void;

/** A server on loopback that looks at each request as it arrives, before anything is done about it. */
export class WatchedServer {
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  /** `behind`: the URL of the server that requests are handed on to; its answers get an `Audit-Id`. */
  static async start(answer: Answer, behind: string = ''): Promise<WatchedServer> {
    let audits = 0;
    const server = createServer((request, response) => {
      const pass = (): void => {
        const { method, headers, url } = request;
        const onward = ask(`${behind}${url}`, { method, headers }, (answered) => {
          const { statusCode = 0, headers: given } = answered;
          response.writeHead(statusCode, { ...given, 'audit-id': `audit-${++audits}` });
          answered.pipe(response);
        });
        onward.on('error', () => response.destroy());
        response.on('close', () => onward.destroy());
        request.pipe(onward);
      };
      answer(request, response, pass);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new WatchedServer(server);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}
