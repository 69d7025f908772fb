import { type TSchema, Type } from 'typebox';
import { type Api, answer } from './api.ts';
import { readsGzip } from './reads-gzip.ts';

/** Sent as bytes, which are made and compressed once for all readers. */
const Bytes: TSchema = answer('PackedSnapshot');

export function addSnapshotRoute(app: Api): void {
  app.get(
    '/api/v1/snapshot',
    {
      schema: {
        operationId: 'getSnapshot',
        summary: 'The whole graph as of one position of the stream',
        description:
          'X-Seq holds the position; an unchanged graph is answered with 304 to If-None-Match.',
        response: {
          200: Bytes,
          304: Type.Unsafe<undefined>({ description: 'Unchanged' }),
        },
      },
    },
    async (request, reply) => {
      const snapshot = await request.access.view.cluster.snapshotBytes();
      const { etag, position, gzip } = snapshot;
      reply.header('etag', etag).header('x-seq', position).header('cache-control', 'no-cache');
      if (request.headers['if-none-match'] === etag) return reply.code(304).send(undefined);
      reply.type('application/json; charset=utf-8').header('vary', 'accept-encoding');
      if (!readsGzip(request)) return reply.send(await snapshot.plain());
      return reply.header('content-encoding', 'gzip').send(gzip);
    },
  );
}
