import { kindName } from '@gcscope/gc-core';
import type { ClusterHealth } from '@gcscope/gc-core/wire';
import type { LiveCluster } from '../live/live-cluster.ts';
import type { Api } from './api.ts';

/**
 * `/livez`: the process answers. `/readyz`: the cluster has been read as far as it can be, with a line for each kind that is
 * not read. Neither needs the other.
 */
export function addHealthRoutes(app: Api, cluster: LiveCluster): void {
  app.get('/livez', { schema: { hide: true } }, async (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send('ok'),
  );
  app.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
    const { health } = cluster;
    const why = whyNotReady(health);
    return reply
      .code(why === undefined ? 200 : 503)
      .type('text/plain; charset=utf-8')
      .send([why === undefined ? 'ok' : `not ready: ${why}`, ...describeUnread(health)].join('\n'));
  });
}

function whyNotReady({ state, message }: ClusterHealth): string | undefined {
  return state === 'live' ? undefined : (message ?? state);
}

/** In the form of the API server's own checks; without the server's message, which may name users. */
function describeUnread({ kinds }: ClusterHealth): readonly string[] {
  return kinds
    .filter(({ state }) => state !== 'synced')
    .map((kind) => `[-]${kindName(kind)} ${kind.state} since ${kind.since}`);
}
