import { Type } from 'typebox';
import { RequestError } from '../errors.ts';
import type { LiveCluster } from '../live/live-cluster.ts';
import { objectDetails } from '../live/object-details.ts';
import type { Api } from './api.ts';
import { ObjectDetailsSchema, ProblemSchema } from './schemas.ts';

const Params = Type.Object({ uid: Type.String({ minLength: 1 }) });

/** `GET /api/v1/objects/<uid>`: also of an object that is gone, as long as it is remembered. */
export function addObjectRoute(app: Api, cluster: LiveCluster): void {
  app.get(
    '/api/v1/objects/:uid',
    {
      schema: {
        operationId: 'getObject',
        summary: 'One object: verdict with evidence, owners, dependents, recent past',
        params: Params,
        response: { 200: ObjectDetailsSchema, 404: ProblemSchema },
      },
    },
    async (request, reply) => {
      const details = objectDetails(cluster, request.params.uid);
      if (!details) throw unknownUid(cluster);
      reply.header('cache-control', 'no-store');
      return details;
    },
  );
}

/** The uid means nothing here; which may change while kinds are still being read. */
export function unknownUid(cluster: LiveCluster): RequestError {
  const title = 'No object with this uid has been seen.';
  const detail =
    cluster.health.state === 'syncing'
      ? 'The cluster is still being read: try again in a moment.'
      : 'It may have been deleted before gcscope started, or belong to another cluster. Search by name instead.';
  return new RequestError(404, 'uid-unknown', title, detail);
}
