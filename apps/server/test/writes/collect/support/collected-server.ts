import type { IncomingMessage } from 'node:http';
import { type ApiObject, ApiServer, RELEASES, ResourceTable } from '@gcscope/gc-core';
import { systemClock } from '../../../../src/base/clock.ts';
import {
  type ApiHttpServer,
  startApiHttpServer,
} from '../../../../src/embedded/http/api-http-server.ts';
import { type RunningCli, startCli } from '../../../cli/support/run-cli.ts';
import { status } from '../../../support/fake-answers.ts';
import { config } from '../../../support/kubeconfig-folder.ts';
import { fileIn } from '../../../support/test-folder.ts';
import { WatchedServer } from '../../write-record/support/watched-server.ts';

/** What becomes of a request: it passes, it is refused, or it waits to be let pass. */
export type Outcome = 'passes' | 'is forbidden' | 'waits';

/** A simulated API server without a collector, behind something that refuses or holds requests, and what collects there. */
export class CollectedServer {
  /** Asked about every request, `GET /api/v1/…` without its query. */
  outcome: (request: string) => Outcome = () => 'passes';
  /** Every request so far. */
  readonly requests: string[] = [];
  /** The bodies of requests that passed at once, short as they are. */
  readonly bodies: string[] = [];
  /** Lets a request pass that waits, each of them one. */
  readonly waiting: (() => void)[] = [];
  /** Requests that the client gave up before they were answered. */
  readonly givenUp: string[] = [];
  readonly #api: ApiServer;
  readonly #http: ApiHttpServer;
  readonly #folder: string;
  #front: WatchedServer | undefined;
  #started: RunningCli[] = [];
  #version = 0;

  private constructor(api: ApiServer, http: ApiHttpServer, folder: string) {
    this.#api = api;
    this.#http = http;
    this.#folder = folder;
  }

  static async start(folder: string): Promise<CollectedServer> {
    const table = ResourceTable.builtIn();
    const api = new ApiServer({ release: RELEASES['v1.36'], table, now: () => Date.now() });
    const http = await startApiHttpServer({ apiServer: api, clock: systemClock });
    const server = new CollectedServer(api, http, folder);
    server.#front = await WatchedServer.start((request, response, pass) => {
      const text = `${request.method} ${pathOf(request)}`;
      server.requests.push(text);
      const outcome = server.outcome(text);
      if (outcome === 'passes') {
        request.once('data', (body: Buffer) => server.bodies.push(body.toString()));
        pass();
        return;
      }
      if (outcome === 'is forbidden') status(403, 'Forbidden', 'it has no such right')(response);
      else {
        server.waiting.push(pass);
        response.on('close', () => {
          if (!response.writableFinished) server.givenUp.push(text);
        });
      }
    }, http.url);
    return server;
  }

  get url(): string {
    return this.#front?.url ?? '';
  }

  /** Collects with these words beside the usual ones, until the end of the test. */
  collect(...words: readonly string[]): RunningCli {
    return this.collectWithoutConsent('--yes-delete', ...words);
  }

  /** The same without `--yes-delete`. */
  collectWithoutConsent(...words: readonly string[]): RunningCli {
    const kubeconfig = fileIn(this.#folder, 'kubeconfig', config('one', '{}', this.url));
    const running = startCli(['collect', '--kubeconfig', kubeconfig, ...words]);
    this.#started.push(running);
    return running;
  }

  /** Stores an object of this kind in the namespace, with a reference to each uid. */
  put(kind: string, namespace: string, name: string, ...owners: readonly string[]): void {
    const reference = (uid: string): object => {
      return { apiVersion: 'v1', kind: 'ConfigMap', name: uid.replace('uid-', ''), uid };
    };
    const metadata = {
      name,
      namespace,
      uid: `uid-${name}`,
      resourceVersion: String(++this.#version),
      creationTimestamp: '2026-01-01T00:00:00Z',
      ownerReferences: owners.map(reference),
    };
    this.#api.put([{ apiVersion: 'v1', kind, metadata }] as unknown as ApiObject[]);
  }

  /** The names of what is stored. */
  left(): readonly string[] {
    return [...this.#api.all()].map(({ metadata }) => metadata.name).sort();
  }

  /** Lets all that waits pass. */
  letPass(): void {
    for (const pass of this.waiting.splice(0)) pass();
  }

  /** Ends what collects. */
  async endCollecting(): Promise<void> {
    this.outcome = () => 'passes';
    this.letPass();
    for (const each of this.#started) each.stop();
    await Promise.all(this.#started.map(({ ended }) => ended));
    this.#started = [];
  }

  async stop(): Promise<void> {
    await this.#front?.stop();
    await this.#http.close();
  }
}

function pathOf({ url = '' }: IncomingMessage): string {
  return url.replace(/\?.*/, '');
}
