import { ApiServer, RELEASES, ResourceTable } from '@gcscope/gc-core';
import { systemClock } from '../../../../apps/server/src/base/clock.ts';
import {
  type ApiHttpServer,
  startApiHttpServer,
} from '../../../../apps/server/src/embedded/http/api-http-server.ts';
import { type ApiAnswer, parseAnswer } from '../api-client.ts';
import { RealCluster } from '../real-cluster.ts';
import { AskedSide, type Send } from './asked-side.ts';
import { CUSTOM_RESOURCES, defineKinds } from './custom-kinds.ts';
import type { RequestSequence } from './drawn-request.ts';
import { type PlayedSequence, playSequence } from './play-sequence.ts';

/** Sequences that are played side by side. */
const AT_ONCE = 10;

/** A real API server and ours, which get the same requests. No controller does anything. */
export class RequestDifferential {
  readonly #cluster: RealCluster;
  readonly #ours: ApiHttpServer;

  private constructor(cluster: RealCluster, ours: ApiHttpServer) {
    this.#cluster = cluster;
    this.#ours = ours;
  }

  /** Starts both; they end with {@link stop}. */
  static async start(): Promise<RequestDifferential> {
    const cluster = await RealCluster.start();
    return cluster.preparedBy(async () => {
      await cluster.waitForReady();
      await defineKinds(cluster);
      cluster.pauseControllerManager();
      return new RequestDifferential(cluster, await startOurServer());
    });
  }

  async stop(): Promise<void> {
    await this.#ours.close();
    this.#cluster.resumeControllerManager();
    await this.#cluster.stop();
  }

  /** Plays sequences on both sides. */
  async play(sequences: readonly RequestSequence[]): Promise<PlayedSequence[]> {
    const waiting = [...sequences];
    const played: PlayedSequence[] = [];
    const worker = async (): Promise<void> => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        played.push(await this.#playOne(next));
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    return played.toSorted((a, b) => a.sequence.seed - b.sequence.seed);
  }

  async #playOne(sequence: RequestSequence): Promise<PlayedSequence> {
    const home = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: sequence.namespace } };
    const [real, ours] = await Promise.all(
      [this.#askReal, this.#askOurs].map(async (send) => {
        const { code, body } = await send('POST', '/api/v1/namespaces', home, 'application/json');
        if (code !== 201) throw new Error(`The namespace of sequence ${sequence.seed}: ${code}`);
        const { metadata } = body as { readonly metadata: { readonly resourceVersion: string } };
        return new AskedSide(send, sequence.objects, metadata.resourceVersion);
      }),
    );
    if (!real || !ours) throw new Error('There are two sides.');
    return playSequence(sequence, real, ours);
  }

  readonly #askReal: Send = (method, path, body, contentType) =>
    this.#cluster.request(method, path, body, { 'content-type': contentType });

  readonly #askOurs: Send = async (method, path, body, contentType): Promise<ApiAnswer> => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const headers = { 'content-type': contentType };
    const response = await fetch(`${this.#ours.url}${path}`, { method, headers, ...sent });
    const warning = response.headers.get('warning');
    const warned = warning === null ? {} : { warning };
    const text = await response.text();
    return { code: response.status, body: parseAnswer(path, text), ...warned };
  };
}

/** The simulated API server as the embedded cluster serves it, on a free port. */
function startOurServer(): Promise<ApiHttpServer> {
  const apiServer = new ApiServer({
    release: RELEASES['v1.36'],
    table: ResourceTable.builtIn(CUSTOM_RESOURCES),
    now: () => Date.now(),
    // Uids are never used again, as those of a real server.
    newUid: () => crypto.randomUUID(),
  });
  return startApiHttpServer({ apiServer, clock: systemClock });
}
