import { createServer, type Server } from 'node:http';
import { listen } from '../../support/listen.ts';

/** What a review asks. */
export interface Asked {
  readonly user: string;
  readonly groups: readonly string[];
  readonly verb: string;
  readonly group: string;
  readonly resource: string;
  readonly subresource: string;
  readonly namespace: string;
}

interface Review {
  readonly kind: string;
  readonly spec?: {
    readonly token?: string;
    readonly user?: string;
    readonly groups?: readonly string[];
    readonly resourceAttributes?: Partial<Omit<Asked, 'user' | 'groups'>>;
  };
}

/** The part of an API server that knows people: their tokens, and what they may list. */
export class FakeReviews {
  /** User by token. */
  readonly tokens = new Map<string, string>();
  readonly asked: Asked[] = [];
  /** Paths of all requests. */
  readonly paths: string[] = [];
  /** Whether it answers at all. */
  answering = true;
  allows: (asked: Asked) => boolean = () => false;
  url = '';
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(): Promise<FakeReviews> {
    const server = createServer((request, response) => {
      let text = '';
      request.on('data', (chunk) => {
        text += chunk;
      });
      request.on('end', () => {
        fake.paths.push(`${request.method} ${request.url}`);
        const status = fake.answering ? fake.#answer(JSON.parse(text) as Review) : undefined;
        response.writeHead(status ? 201 : 500, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ status }));
      });
    });
    const fake = new FakeReviews(server);
    fake.url = await listen(server);
    return fake;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  #answer({ kind, spec = {} }: Review): object {
    if (kind === 'TokenReview') {
      const username = this.tokens.get(spec.token ?? '');
      if (username === undefined) return { authenticated: false };
      return { authenticated: true, user: { username, uid: '', groups: ['system:authenticated'] } };
    }
    const { user = '', groups = [], resourceAttributes: attributes = {} } = spec;
    const asked: Asked = {
      user,
      groups,
      verb: '',
      group: '',
      resource: '',
      subresource: '',
      namespace: '',
      ...attributes,
    };
    this.asked.push(asked);
    return { allowed: this.allows(asked) };
  }
}
