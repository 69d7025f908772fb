import type { Socket } from 'node:net';
import type { Api } from './api.ts';

/** Neither browsers nor proxies send a request on a connection before the last one is answered. */
const MOST_UNANSWERED = 16;

/** Ends a connection on which many requests wait for their answers: all of one packet would be worked on at once. */
export function endPipelines(app: Api): void {
  const unanswered = new WeakMap<Socket, number>();
  app.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw;
    const count = (unanswered.get(socket) ?? 0) + 1;
    unanswered.set(socket, count);
    reply.raw.once('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1));
    if (count <= MOST_UNANSWERED) return done();
    // The connection is closed, so nothing more is done for this request.
    reply.hijack();
    socket.destroy();
  });
}

/** Ends connections over which nothing was ever asked: browsers keep some in reserve, and Node would wait for them at the end. */
export function endSpareConnections(app: Api): void {
  const spare = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    spare.add(socket);
    socket.on('close', () => spare.delete(socket));
  });
  app.server.on('request', ({ socket }) => spare.delete(socket));
  app.addHook('preClose', async () => {
    for (const socket of spare) socket.destroy();
  });
}
