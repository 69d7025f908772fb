import { randomInt } from 'node:crypto';
import { Type } from 'typebox';
import { RequestError } from '../base/errors.ts';
import type { StreamCounts } from '../telemetry/stream-counts.ts';
import { type Api, closed } from './api.ts';
import { readsGzip } from './reads-gzip.ts';
import { StreamClient } from './stream-client.ts';

/** The most streams: at full speed they cost about half a core. */
const MOST_CLIENTS = 2000;

/** A browser needs one, for all of its tabs. */
const MOST_OF_ONE = 100;

const STREAM_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-store, no-transform',
  // nginx would collect frames before it passes them on.
  'x-accel-buffering': 'no',
  // The stream ends with its connection, so what follows the headers needs no chunks around it.
  connection: 'close',
};

const Query = closed({
  from: Type.Optional(
    Type.String({
      maxLength: 100,
      description: 'Position after which the stream goes on: that of the snapshot. Default: now.',
    }),
  ),
});

/**
 * `GET /api/v1/stream`: deltas and health as server-sent events. `Last-Event-ID`, which a browser sends when it comes
 * back, goes before `from`, which is still that of its first request then.
 */
export function addStreamRoute(app: Api, counts: StreamCounts): void {
  /** With those who read them. */
  const clients = new Map<StreamClient, object | undefined>();
  app.get(
    '/api/v1/stream',
    {
      exposeHeadRoute: false,
      schema: {
        operationId: 'getStream',
        summary: 'What changes, as server-sent events',
        description:
          'Events: delta (id: position, data: GraphDelta), health (ClusterHealth), resync (fetch the snapshot), bye.',
        querystring: Query,
        produces: ['text/event-stream'],
      },
    },
    (request, reply) => {
      const { who, view, subscribe } = request.access;
      requireRoom(clients, who);
      const resumed = request.headers['last-event-id'];
      const position = typeof resumed === 'string' && resumed !== '' ? resumed : request.query.from;
      reply.hijack();
      const response = reply.raw;
      const { cluster } = view;
      const { socket } = request.raw;
      const gzip = readsGzip(request);
      const client = new StreamClient(socket, cluster, { position, gzip }, counts);
      const unsubscribe = cluster.subscribe(client);
      const unwatch = subscribe(() => client.resync());
      clients.set(client, who);
      response.on('close', () => {
        client.closed();
        unsubscribe();
        unwatch();
        clients.delete(client);
      });
      socket.setNoDelay(true);
      const encoding = gzip ? { 'content-encoding': 'gzip' } : {};
      const headers = { ...reply.getHeaders(), ...STREAM_HEADERS, ...encoding };
      for (const [name, value] of Object.entries(headers)) {
        if (value !== undefined) response.setHeader(name, value);
      }
      response.removeHeader('transfer-encoding');
      response.writeHead(200);
      response.flushHeaders();
      client.start();
    },
  );
  // Ends open streams, which would keep the server from closing.
  app.addHook('preClose', async () => {
    for (const client of clients.keys()) client.bye(randomInt(500, 5000));
  });
}

/** Throws `RequestError` when too many streams are open, or too many of this person. */
function requireRoom(clients: ReadonlyMap<StreamClient, object | undefined>, who?: object): void {
  const own = who === undefined ? 0 : [...clients.values()].filter((each) => each === who).length;
  if (own >= MOST_OF_ONE) {
    const title = 'You have too many pages open.';
    throw new RequestError(503, 'too-many-streams', title, 'Close some of them.');
  }
  if (clients.size >= MOST_CLIENTS) {
    throw new RequestError(503, 'too-many-streams', 'Too many pages are open.', 'Try later.');
  }
}
