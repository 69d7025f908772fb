import type { Fork } from '@gcscope/gc-core/wire';
import { Type } from 'typebox';
import { RequestError } from '../errors.ts';
import type { Api } from './api.ts';
import { ForkSchema, ProblemSchema } from './schemas.ts';
import { refusal, type SimulationDeps } from './simulations.ts';

const Start = Type.Object({ uid: Type.String({ minLength: 1 }) }, { additionalProperties: false });
const Params = Type.Object({ id: Type.String({ maxLength: 100 }) });

/** Copies of what a deletion can reach, for a browser to simulate it there. Nothing is ever sent to the cluster. */
export function addForkRoutes(app: Api, { cluster, simulations }: SimulationDeps): void {
  app.post(
    '/api/v1/forks',
    {
      schema: {
        operationId: 'forkCluster',
        summary: 'Copy what the deletion of an object can reach, as it is now',
        body: Start,
        response: { 201: ForkSchema, 404: ProblemSchema, 410: ProblemSchema, 422: ProblemSchema },
      },
    },
    async (request, reply) => {
      const fork = simulations.fork(request.body.uid);
      if (typeof fork === 'string') throw refusal(fork, request.body.uid, cluster);
      return reply.code(201).send(fork);
    },
  );
  app.get(
    '/api/v1/forks/:id',
    {
      schema: {
        operationId: 'getFork',
        summary: 'A copy that was taken before',
        params: Params,
        response: { 200: ForkSchema, 404: ProblemSchema },
      },
    },
    async (request, reply): Promise<Fork> => {
      reply.header('cache-control', 'no-store');
      const fork = simulations.getFork(request.params.id);
      if (fork) return fork;
      throw new RequestError(
        404,
        'fork-unknown',
        'This copy of the cluster is no longer kept.',
        'Simulate the deletion again from the page of the object.',
      );
    },
  );
}
