import { createServer, type IncomingMessage, type Server } from 'node:http';
import { endServer, listenOnLoopback } from '../../../server/src/base/loopback.ts';
import { forward } from './forward.ts';

/** What somebody wants to list; the namespace is empty for all of them. */
export interface ListQuestion {
  readonly user: string;
  readonly group: string;
  readonly resource: string;
  readonly namespace: string;
}

interface Review {
  readonly kind: string;
  readonly spec: {
    readonly token?: string;
    readonly user?: string;
    readonly resourceAttributes?: Omit<Partial<ListQuestion>, 'user'>;
  };
}

/** An API server that knows people; for all else another one answers. */
export class ReviewingServer {
  readonly url: string;
  /** User by token. */
  readonly tokens: Map<string, string> = new Map();
  allows: (question: ListQuestion) => boolean = () => false;
  readonly #server: Server;

  private constructor(server: Server, url: string) {
    this.#server = server;
    this.url = url;
  }

  /** `behind`: the URL of the API server that answers what is read. */
  static async start(behind: string): Promise<ReviewingServer> {
    const server = createServer();
    const reviewing = new ReviewingServer(server, await listenOnLoopback(server, 0));
    server.on('request', async (request, response) => {
      if (request.method === 'POST') {
        const status = reviewing.#review(JSON.parse(await textOf(request)) as Review);
        response.writeHead(201, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ status }));
        return;
      }
      forward(behind, request, response);
    });
    return reviewing;
  }

  async stop(): Promise<void> {
    await endServer(this.#server);
  }

  #review({ kind, spec }: Review): object {
    if (kind === 'TokenReview') {
      const username = this.tokens.get(spec.token ?? '');
      return username === undefined ? {} : { authenticated: true, user: { username } };
    }
    const none = { group: '', resource: '', namespace: '' };
    const question = { user: spec.user ?? '', ...none, ...spec.resourceAttributes };
    return { allowed: this.allows(question) };
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text;
}
