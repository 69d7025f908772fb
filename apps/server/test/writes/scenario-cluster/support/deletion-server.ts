import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { end, listen } from '../../../support/listen.ts';

const OBJECT = { metadata: { name: 'one', namespace: 'shop', uid: 'u1' } };
/** After these the object is gone. */
const DONE = ['200', '404', 'lost'];

/** An API server with one ConfigMap, which answers deletions of it as a test says. */
export class DeletionServer {
  /** The bodies of all deletions. */
  readonly asked: string[] = [];
  /** Credentials and impersonated user of each deletion. */
  readonly askedBy: string[] = [];
  /** One for each deletion, the last for all that follow: a status code, or `lost` for an answer that never comes. */
  answers: string[] = [];
  url = '';
  readonly #server: Server;
  #exists = true;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(): Promise<DeletionServer> {
    const server = createServer();
    const deletions = new DeletionServer(server);
    server.on('request', (request, response) => void deletions.#handle(request, response));
    deletions.url = await listen(server);
    return deletions;
  }

  stop(): Promise<void> {
    return end(this.#server);
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    if (request.method === 'DELETE') {
      const { authorization, 'impersonate-user': user } = request.headers;
      this.askedBy.push(`${authorization} as ${user}`);
      this.#delete(body, response);
    } else {
      const isListed = this.#exists && request.url?.includes('/configmaps') === true;
      send(response, 200, { items: isListed ? [OBJECT] : [] });
    }
  }

  #delete(body: string, response: ServerResponse): void {
    this.asked.push(body);
    const answer = (this.answers.length > 1 ? this.answers.shift() : this.answers[0]) ?? '';
    if (DONE.includes(answer)) this.#exists = false;
    if (answer === 'lost') response.socket?.destroy();
    else send(response, Number(answer), { reason: 'Because', message: 'so it is' });
  }
}

function send(response: ServerResponse, code: number, answer: object): void {
  response.writeHead(code, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
}
