import { createServer, type Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { listen } from '../../support/listen.ts';

/** An HTTP proxy on loopback that opens tunnels (CONNECT). */
export class ConnectProxy {
  /** Tunnels so far. */
  connections = 0;
  url = '';
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(): Promise<ConnectProxy> {
    const server = createServer();
    const proxy = new ConnectProxy(server);
    server.on('connect', (request, client: Socket) => {
      proxy.connections++;
      const { hostname, port } = new URL(`http://${request.url}`);
      const target = connect(Number(port), hostname, () => {
        client.write('HTTP/1.1 200 Connection established\r\n\r\n');
        target.pipe(client).pipe(target);
      });
      for (const socket of [client, target]) {
        proxy.#sockets.add(socket);
        socket.on('error', () => undefined);
        socket.on('close', () => proxy.#sockets.delete(socket));
      }
    });
    proxy.url = await listen(server);
    return proxy;
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }
}
