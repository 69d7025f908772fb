import type { AddressInfo } from 'node:net';
import type { Clock } from '../../src/base/clock.ts';
import { HttpApiClient } from '../../src/cluster/access/api-client.ts';
import type { TransportSecurity } from '../../src/cluster/access/credentials.ts';
import { Monitors } from '../../src/cluster/monitors/monitors.ts';
import { SILENT } from '../../src/cluster/reflect/cluster-log.ts';
import { ReaderCounts } from '../../src/cluster/reflect/reader-counts.ts';
import { LiveCluster } from '../../src/live/live-cluster.ts';
import { type ServerAddress, serverAddress } from '../../src/routes/address.ts';
import type { Api } from '../../src/routes/api.ts';
import { buildApp } from '../../src/routes/app.ts';
import { Telemetry } from '../../src/telemetry/telemetry.ts';

/** A cluster that is read and served as `serve` does, on a clock of the test. */
export class ServedCluster {
  readonly cluster: LiveCluster;
  readonly telemetry: Telemetry;
  readonly counts = new ReaderCounts();
  /** What connections are secured with: a new value stands for a certificate that was replaced. */
  security: TransportSecurity = { verify: true };
  readonly #client: HttpApiClient;
  readonly #monitors: Monitors;
  #app: Api | undefined;
  #port = 0;
  #address: ServerAddress = serverAddress('127.0.0.1', 0);

  private constructor(server: string, clock: Clock, maxObjects: number | undefined) {
    const info = { context: 'faulty', server, version: 'v1.36.3', embedded: false };
    this.cluster = new LiveCluster({ clock, info: () => info });
    this.telemetry = new Telemetry(this.cluster, this.counts);
    this.#client = new HttpApiClient({
      server,
      credentials: {
        current: async () => ({ security: this.security, headers: new Map() }),
        renew: () => undefined,
      },
      requestTimeout: 0,
    });
    this.#monitors = new Monitors({
      client: this.#client,
      observer: this.cluster.live,
      clock,
      random: () => 0.5,
      log: SILENT,
      counts: this.counts,
      maxObjects,
    });
  }

  /** Resolves when the API server at this URL has answered and pages can be opened. */
  static async start(
    server: string,
    clock: Clock,
    security: Partial<TransportSecurity> = {},
    maxObjects?: number,
  ): Promise<ServedCluster> {
    const served = new ServedCluster(server, clock, maxObjects);
    served.security = { ...served.security, ...security };
    await served.#listen();
    await served.#monitors.start();
    return served;
  }

  /** Where pages are opened. */
  get url(): string {
    return this.#address.url;
  }

  /** Pages are opened through this proxy as well. */
  behind(proxy?: string): void {
    this.#address = serverAddress('127.0.0.1', this.#port, proxy);
  }

  /** Where it listens, whatever stands before it. */
  get ownUrl(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Nothing is left running. */
  async stop(): Promise<void> {
    await this.#app?.close();
    await this.#monitors.stop();
    this.cluster.live.stop();
    await this.#client.close();
  }

  async #listen(): Promise<void> {
    const { cluster, telemetry } = this;
    this.#app = await buildApp({ cluster, address: () => this.#address, telemetry });
    await this.#app.listen({ host: '127.0.0.1', port: 0 });
    this.#port = (this.#app.server.address() as AddressInfo).port;
    this.behind();
  }
}
