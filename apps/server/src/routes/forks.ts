import type { Fork, Uid } from '@gcscope/gc-core/wire';
import { Type } from 'typebox';
import { RequestError } from '../base/errors.ts';
import { type ForkRefusal, MOST_OBJECTS } from '../live/fork-registry.ts';
import type { LiveCluster } from '../live/live-cluster.ts';
import { type Api, answer, closed, operation, problems } from './api.ts';
import { missingObject, NOTHING_TO_DELETE } from './missing-object.ts';

const Start = closed({ uid: Type.String({ minLength: 1 }) });
const Params = Type.Object({ id: Type.String({ maxLength: 100 }) });

/** Forks of what a deletion can reach, for a browser to simulate it there. Nothing is ever sent to the cluster. */
export function addForkRoutes(app: Api): void {
  app.post(
    '/api/v1/forks',
    operation(
      'forkCluster',
      'Fork all objects that the deletion of an object can reach, as they are now',
      {
        body: Start,
        response: { 201: answer('Fork'), ...problems(404, 410, 422) },
      },
    ),
    async (request, reply) => {
      const { cluster, forks } = request.access.view;
      const fork = forks.fork(request.body.uid);
      if (typeof fork === 'string') throw refusal(fork, request.body.uid, cluster);
      return reply.code(201).send(fork);
    },
  );
  app.get(
    '/api/v1/forks/:id',
    operation('getFork', 'A fork that was made before', {
      params: Params,
      response: { 200: answer('Fork'), ...problems(404) },
    }),
    async (request): Promise<Fork> => {
      const fork = request.access.view.forks.get(request.params.id);
      if (fork) return fork;
      throw new RequestError(
        404,
        'fork-unknown',
        'The server no longer has this simulation.',
        'Simulate the deletion again from the page of the object.',
      );
    },
  );
}

/** The answer to a deletion that cannot be simulated. */
function refusal(reason: ForkRefusal, uid: Uid, cluster: LiveCluster): RequestError {
  // An object that only references name now may have been observed before.
  if (cluster.history.tombstone(uid)) return missingObject(cluster, uid, NOTHING_TO_DELETE);
  switch (reason) {
    case 'uid-unknown':
      return missingObject(cluster, uid);
    case 'uid-virtual':
      return new RequestError(
        409,
        'uid-virtual',
        'Only references name this object, so there is nothing to delete.',
      );
    case 'too-large':
      return new RequestError(
        422,
        'simulation-too-large',
        `This deletion reaches more than ${MOST_OBJECTS} objects, too many to step through.`,
        'Choose one of its dependents instead.',
      );
  }
}
