import {
  request as ask,
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { end, listen } from '../../../support/listen.ts';

/** What answers a request; `pass` hands it on. */
type Answer = (request: IncomingMessage, response: ServerResponse, pass: () => void) => void;

/** A server on loopback that looks at each request as it arrives, before anything is done about it. */
export class WatchedServer {
  readonly url: string;
  readonly #server: Server;

  private constructor(server: Server, url: string) {
    this.#server = server;
    this.url = url;
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
    return new WatchedServer(server, await listen(server));
  }

  stop(): Promise<void> {
    return end(this.#server);
  }
}
