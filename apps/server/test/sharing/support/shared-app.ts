import type { AddressInfo, BlockList } from 'node:net';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { NO_CREDENTIALS } from '../../../src/cluster/access/credentials.ts';
import { ReviewClient } from '../../../src/cluster/access/review-client.ts';
import type { LabelReader } from '../../../src/live/label-reader.ts';
import type { NodeSource } from '../../../src/node-source/node-source.ts';
import { serverAddress } from '../../../src/routes/address.ts';
import type { Api } from '../../../src/routes/api.ts';
import { buildApp } from '../../../src/routes/app.ts';
import type { SignIn } from '../../../src/routes/sign-in.ts';
import { Reviewer } from '../../../src/sharing/reviewer.ts';
import { Sessions } from '../../../src/sharing/sessions.ts';
import { View } from '../../../src/sharing/view.ts';
import { Viewers } from '../../../src/sharing/viewers.ts';
import { Views } from '../../../src/sharing/views.ts';
import { ScriptedCluster } from '../../live/support/scripted-cluster.ts';
import { OWN, OWN_POST } from '../../routes/support/scripted-app.ts';
import { FakeReviews } from './fake-reviews.ts';

/** How a shared application differs from one where people sign in with tokens. */
export interface SharedOptions {
  readonly scripted?: ScriptedCluster;
  readonly nodes?: readonly NodeSource[];
  readonly signIn?: Partial<SignIn>;
  readonly trustedProxies?: BlockList;
  readonly newLabelReader?: () => LabelReader;
}

/** An application over a scripted cluster, for people who sign in. */
export class SharedApp {
  readonly scripted: ScriptedCluster;
  readonly reviews: FakeReviews;
  readonly viewers: Viewers;
  readonly app: Api;
  readonly #client: ReviewClient;
  readonly #hosts: Set<string>;
  readonly #origins: Set<string>;

  private constructor(
    scripted: ScriptedCluster,
    reviews: FakeReviews,
    viewers: Viewers,
    client: ReviewClient,
    app: Api,
    { hosts, origins }: { readonly hosts: Set<string>; readonly origins: Set<string> },
  ) {
    this.#hosts = hosts;
    this.#origins = origins;
    this.scripted = scripted;
    this.reviews = reviews;
    this.viewers = viewers;
    this.#client = client;
    this.app = app;
  }

  static async start(options: SharedOptions = {}): Promise<SharedApp> {
    const { scripted, nodes = [], signIn, newLabelReader, trustedProxies } = options;
    const shown = scripted ?? new ScriptedCluster().sync();
    const { cluster, relay, clock } = shown;
    const reviews = await FakeReviews.start();
    const client = new ReviewClient({ server: reviews.url, credentials: NO_CREDENTIALS });
    const whole = new View(cluster, {});
    const views = new Views({ whole, relay, newLabelReader });
    const reviewer = new Reviewer(client);
    const viewers = new Viewers({ clock, whole, views, reviewer, nodes }, relay);
    const { url, ...own } = serverAddress('127.0.0.1', 7070);
    const address = { url, hosts: new Set(own.hosts), origins: new Set(own.origins) };
    const app = await buildApp({
      cluster,
      address: () => address,
      ...(trustedProxies ? { trustedProxies } : {}),
      signIn: { mode: 'token', viewers, reviewer, sessions: new Sessions(clock), ...signIn },
    });
    return new SharedApp(shown, reviews, viewers, client, app, address);
  }

  /** Signs in; the answer is the cookie. */
  async signIn(token: string): Promise<string> {
    const answer = await this.post('/api/v1/session', { token });
    if (answer.statusCode !== 201) throw new Error(`sign-in: ${answer.statusCode} ${answer.body}`);
    return cookieOf(answer);
  }

  get(
    url: string,
    cookie = '',
    headers: InjectOptions['headers'] = {},
  ): Promise<LightMyRequestResponse> {
    return this.app.inject({ url, headers: { ...OWN, cookie, ...headers } });
  }

  post(url: string, payload: object, cookie = ''): Promise<LightMyRequestResponse> {
    return this.app.inject({ method: 'POST', url, payload, headers: { ...OWN_POST, cookie } });
  }

  signOut(cookie: string): Promise<LightMyRequestResponse> {
    const headers = { ...OWN_POST, cookie };
    return this.app.inject({ method: 'DELETE', url: '/api/v1/session', headers });
  }

  /** Listens on a free loopback port; the answer is the address, under which it is open as well. */
  async listen(): Promise<string> {
    await this.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = this.app.server.address() as AddressInfo;
    const { hosts, origins } = serverAddress('127.0.0.1', port);
    for (const host of hosts) this.#hosts.add(host);
    for (const origin of origins) this.#origins.add(origin);
    return `http://127.0.0.1:${port}`;
  }

  async stop(): Promise<void> {
    this.viewers.close();
    await this.app.close();
    await this.#client.close();
    await this.reviews.stop();
  }
}

/** What a browser would send back. */
export function cookieOf(answer: LightMyRequestResponse): string {
  return String(answer.headers['set-cookie']).split(';', 1)[0] ?? '';
}
