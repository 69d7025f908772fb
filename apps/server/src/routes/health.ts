import type { LiveCluster } from '../live/live-cluster.ts';
import type { Api } from './api.ts';

/** `/livez`: the process answers. `/readyz`: the cluster has been read as far as it can be. Neither needs the other. */
export function addHealthRoutes(app: Api, cluster: LiveCluster): void {
  app.get('/livez', { schema: { hide: true } }, async (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send('ok'),
  );
  app.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
    const { state, message } = cluster.health;
    const ready = state === 'live';
    return reply
      .code(ready ? 200 : 503)
      .type('text/plain; charset=utf-8')
      .send(ready ? 'ok' : `not ready: ${message ?? state}`);
  });
}
