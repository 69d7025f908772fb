import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';

/** An HTTP proxy on loopback that opens tunnels (CONNECT). */
export class ConnectProxy {
  /** Tunnels so far. */
  connections = 0;
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
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }
}
