import { Type } from 'typebox';
import { objectDetails } from '../live/object-details.ts';
import { type Api, answer, operation, problems } from './api.ts';
import { missingObject } from './missing-object.ts';

const Params = Type.Object({ uid: Type.String({ minLength: 1 }) });

/** `GET /api/v1/objects/<uid>`: also of an object that is gone, as long as it is remembered. */
export function addObjectRoute(app: Api): void {
  app.get(
    '/api/v1/objects/:uid',
    operation('getObject', 'One object: verdict with evidence, owners, dependents, history', {
      params: Params,
      response: { 200: answer('ObjectDetails'), ...problems(404) },
    }),
    async (request) => {
      const { uid } = request.params;
      const { cluster, sources } = request.access.view;
      const node = cluster.live.graph.get(uid);
      if (node) await sources.probeOwners?.(cluster.live, [node]);
      const details = objectDetails(cluster, uid);
      if (!details) throw missingObject(cluster, uid);
      return details;
    },
  );
}
