import type { FastifyReply, FastifyRequest } from 'fastify';
import { type TSchema, Type } from 'typebox';
import { RequestError } from '../base/errors.ts';
import { plain, type SnapshotBytes } from '../live/snapshot-bytes.ts';
import { type Api, answer, closed, operation } from './api.ts';
import { readsGzip } from './reads-gzip.ts';

const Unchanged: TSchema = Type.Unsafe<undefined>({ description: 'Unchanged' });
const Part = closed({ of: Type.String({ maxLength: 100, description: 'The id of a structure' }) });

/** The snapshot, whole and in two parts. All are sent as bytes, which are made and compressed once for all readers. */
export function addSnapshotRoutes(app: Api): void {
  app.get(
    '/api/v1/snapshot',
    operation('getSnapshot', 'The whole graph as of one position of the stream', {
      description:
        'X-Seq holds the position; an unchanged graph is answered with 304 to If-None-Match.',
      response: { 200: bytesOf('PackedSnapshot'), 304: Unchanged },
    }),
    async (request, reply) => {
      const snapshot = await request.access.view.cluster.snapshotBytes();
      return sendOf(snapshot, () => snapshot.whole(), request, reply);
    },
  );
  app.get(
    '/api/v1/snapshot/structure',
    operation(
      'getSnapshotStructure',
      'The graph at one position of the stream; if it is large, without uids and names',
      {
        description: 'X-Seq and ETag are those of the whole snapshot.',
        response: { 200: bytesOf('SnapshotStructure'), 304: Unchanged },
      },
    ),
    async (request, reply) => {
      const snapshot = await request.access.view.cluster.snapshotBytes();
      return sendOf(snapshot, async () => snapshot.structure, request, reply);
    },
  );
  app.get(
    '/api/v1/snapshot/identity',
    operation('getSnapshotIdentity', 'The uids and names of a structure, row by row', {
      description: 'The server keeps the last two; for others it answers 410.',
      querystring: Part,
      response: { 200: bytesOf('SnapshotIdentity'), 304: Unchanged, 410: answer('Problem') },
    }),
    async (request, reply) => {
      const snapshot = request.access.view.cluster.keptSnapshot(request.query.of);
      const identity = await snapshot?.identity();
      if (!snapshot || !identity) throw forgotten();
      return sendOf(snapshot, async () => identity, request, reply);
    },
  );
}

/** The type is left open: what is sent was made text already. */
const bytesOf: (name: Parameters<typeof answer>[0]) => TSchema = answer;

function forgotten(): RequestError {
  return new RequestError(
    410,
    'snapshot-gone',
    'This snapshot is no longer kept.',
    'Fetch /api/v1/snapshot, which is whole.',
  );
}

async function sendOf(
  { id, position }: SnapshotBytes,
  bytes: () => Promise<Buffer>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const etag = `"${id}"`;
  reply.header('etag', etag).header('x-seq', position).header('cache-control', 'no-cache');
  if (request.headers['if-none-match'] === etag) return reply.code(304).send(undefined);
  reply.type('application/json; charset=utf-8').header('vary', 'accept-encoding');
  const gzip = await bytes();
  if (!readsGzip(request)) return reply.send(await plain(gzip));
  return reply.header('content-encoding', 'gzip').send(gzip);
}
