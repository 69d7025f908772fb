import type { Socket } from 'node:net';
import type { Api } from './api.ts';

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
