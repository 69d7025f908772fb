import { createServer, type Server } from 'node:http';
import { answerJson, end, listen } from '../../support/listen.ts';

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
    const server = createServer();
    const fake = new FakeReviews(server);
    answerJson(server, ({ method, url }, body) => {
      fake.paths.push(`${method} ${url}`);
      return fake.answering ? [201, { status: fake.#answer(JSON.parse(body)) }] : [500, {}];
    });
    fake.url = await listen(server);
    return fake;
  }

  stop(): Promise<void> {
    return end(this.#server);
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
