import { Type } from 'typebox';
import { clusterTerminating } from '../insight/cluster-terminating.ts';
import { type Api, answer, closed, operation, problems } from './api.ts';
import { livingObject } from './missing-object.ts';

/** Each takes 2 kB of the answer, and the page asks anew whenever something has changed. */
const MOST_LISTED = 5000;

const Query = closed({ uid: Type.Optional(Type.String({ minLength: 1 })) });

/** `GET /api/v1/terminating?uid=`: what is being deleted, or one object of it, down to what blocks it; of thousands the worst. */
export function addTerminatingRoute(app: Api): void {
  app.get(
    '/api/v1/terminating',
    operation('getTerminating', 'The objects that are being deleted, with their root causes', {
      querystring: Query,
      response: { 200: answer('TerminatingReport'), ...problems(404, 410) },
    }),
    async (request) => {
      const { cluster, sources } = request.access.view;
      const { live } = cluster;
      const { readStatus } = sources;
      live.flush();
      const { uid } = request.query;
      if (uid === undefined) return clusterTerminating(live, readStatus, undefined, MOST_LISTED);
      const node = livingObject(cluster, uid, 'Nothing blocks it any more.');
      return clusterTerminating(live, readStatus, [node]);
    },
  );
}
