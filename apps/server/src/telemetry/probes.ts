import type { ClusterHealth } from '@gcscope/gc-core/wire';
import type { FastifyInstance } from 'fastify';
import { answerProbe, type Check, readiness } from './readiness.ts';

/** What probes look at. */
export interface Probed {
  readonly health: () => ClusterHealth;
  /** The server is ending: no new reader should come. */
  readonly isClosing: () => boolean;
  /** Says no more than whether it passes. */
  readonly isTerse: boolean;
}

/** As API servers take them: `?verbose`, and `?exclude=` once or more. */
interface ProbeQuery {
  readonly verbose?: string;
  readonly exclude?: string | string[];
}

/** `/livez`: the process answers, whatever the cluster does. `/readyz`, `/healthz`: the cluster is read as far as it can be. */
export function addProbes(app: FastifyInstance, { health, isClosing, isTerse }: Probed): void {
  const ready = (): readonly Check[] => readiness(health(), isClosing());
  const probes = { livez: () => [], readyz: ready, healthz: ready };
  for (const [name, checks] of Object.entries(probes)) {
    app.get<{ Querystring: ProbeQuery }>(
      `/${name}`,
      { schema: { hide: true } },
      async ({ query: { verbose, exclude = [] } }, reply) => {
        const options = { verbose: verbose !== undefined, exclude: [exclude].flat() };
        const { code, text } = answerProbe(name, checks(), options);
        const said = isTerse ? (code === 200 ? 'ok' : 'not ready') : text;
        return reply.code(code).type('text/plain; charset=utf-8').send(said);
      },
    );
  }
}
