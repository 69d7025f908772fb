import { type FastifyInstance, fastify } from 'fastify';
import type { Registry } from 'prom-client';
import { ReaderCounts } from '../cluster/reflect/reader-counts.ts';
import type { LiveCluster } from '../live/live-cluster.ts';
import { addDecisionMetrics, addReaderMetrics, metricsOf } from './metrics.ts';
import { addProbes } from './probes.ts';
import { StreamCounts } from './stream-counts.ts';

/** Probes and metrics for the operators of the process. Both name kinds, never objects or namespaces. */
export class Telemetry {
  readonly streams: StreamCounts = new StreamCounts();
  /** The server is ending: `/readyz` sends new readers elsewhere. */
  isClosing = false;
  readonly #cluster: LiveCluster;
  readonly #registry: Registry;

  /** `counts` are those of the reader of the cluster. */
  constructor(cluster: LiveCluster, counts: ReaderCounts = new ReaderCounts()) {
    this.#cluster = cluster;
    this.#registry = metricsOf(cluster, this.streams);
    addDecisionMetrics(this.#registry, cluster);
    addReaderMetrics(this.#registry, cluster, counts);
  }

  /** `/livez`, `/readyz`, `/healthz` and `/metrics`. Strangers learn only whether the process is alive and ready. */
  addRoutes(app: FastifyInstance, readers: 'operators' | 'strangers' = 'operators'): void {
    const isTerse = readers === 'strangers';
    const health = () => this.#cluster.health;
    addProbes(app, { health, isClosing: () => this.isClosing, isTerse });
    if (isTerse) return;
    app.get('/metrics', { schema: { hide: true } }, async (_request, reply) =>
      reply.type(this.#registry.contentType).send(await this.#registry.metrics()),
    );
  }

  /** An application that serves these and nothing else, so that it may listen beyond this machine. */
  app(): FastifyInstance {
    const app = fastify({
      logger: false,
      requestTimeout: 10_000,
      http: { headersTimeout: 10_000 },
      return503OnClosing: false,
    });
    this.addRoutes(app);
    return app;
  }
}
