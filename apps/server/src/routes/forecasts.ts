import type { GraphNode } from '@gcscope/gc-core';
import { PROPAGATION_POLICIES, type Uid } from '@gcscope/gc-core/wire';
import { Type } from 'typebox';
import { clusterForecast } from '../insight/cluster-forecast.ts';
import type { LiveCluster } from '../live/live-cluster.ts';
import { type Api, answer, closed, operation, problems } from './api.ts';
import { livingObject, NOTHING_TO_DELETE } from './missing-object.ts';

/** As many as a body holds. */
const MOST_TARGETS = 300;

const UidText = Type.String({ minLength: 1 });
const Params = Type.Object({ uid: UidText });
const Selection = closed({
  uids: Type.Array(UidText, { minItems: 1, maxItems: MOST_TARGETS }),
  policies: Type.Optional(Type.Array(Type.Enum([...PROPAGATION_POLICIES]), { minItems: 1 })),
});

/** Forecasts a deletion of one object, or of several at once. Nothing is ever sent to the cluster. */
export function addForecastRoutes(app: Api): void {
  app.get(
    '/api/v1/objects/:uid/forecast',
    operation('forecastObject', 'What deleting an object would do, policy by policy', {
      params: Params,
      response: { 200: answer('Forecast'), ...problems(404, 410) },
    }),
    async (request) => {
      const { cluster, sources } = request.access.view;
      const targets = (): GraphNode[] => [targetIn(cluster, request.params.uid)];
      return await clusterForecast(cluster.live, sources, targets);
    },
  );
  app.post(
    '/api/v1/forecasts',
    operation('forecastSelection', 'What deleting several objects at once would do', {
      body: Selection,
      response: { 200: answer('Forecast'), ...problems(404, 410) },
    }),
    async ({ access, body: { uids, policies } }) => {
      const { cluster, sources } = access.view;
      const targets = (): GraphNode[] => uids.map((uid) => targetIn(cluster, uid));
      return await clusterForecast(cluster.live, sources, targets, { policies });
    },
  );
}

function targetIn(cluster: LiveCluster, uid: Uid): GraphNode {
  return livingObject(cluster, uid, NOTHING_TO_DELETE);
}
