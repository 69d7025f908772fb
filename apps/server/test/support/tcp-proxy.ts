import { connect, createServer, type Server, type Socket } from 'node:net';
import { listen } from './listen.ts';

/** What a proxy does to what passes. */
export interface TcpProxyOptions {
  /** Where the next connection goes; without one it is refused. */
  readonly target: () => string | undefined;
  /** What the server is sent instead of what the client sent. */
  readonly request?: (text: string) => string;
  /** So many bytes of an answer are collected before they are passed on. */
  readonly collects?: () => number;
}

/** A proxy on loopback between a client and servers, which cuts its connections when a test says so. */
export class TcpProxy {
  /** Connections so far. */
  connections = 0;
  readonly #options: TcpProxyOptions;
  url = '';
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  private constructor(server: Server, options: TcpProxyOptions) {
    this.#server = server;
    this.#options = options;
  }

  static async start(options: TcpProxyOptions): Promise<TcpProxy> {
    const server = createServer();
    const proxy = new TcpProxy(server, options);
    server.on('connection', (socket) => proxy.#pass(socket));
    proxy.url = await listen(server);
    return proxy;
  }

  cut(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  async stop(): Promise<void> {
    this.cut();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  #pass(client: Socket): void {
    this.connections++;
    const target = this.#options.target();
    if (target === undefined) {
      client.on('error', () => undefined);
      client.resetAndDestroy();
      return;
    }
    const server = connect(Number(new URL(target).port), '127.0.0.1');
    for (const [socket, other] of [
      [client, server],
      [server, client],
    ] as const) {
      this.#sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        this.#sockets.delete(socket);
        other.destroy();
      });
    }
    const { request = (text) => text, collects = () => 0 } = this.#options;
    client.on('data', (bytes) => server.write(request(bytes.toString('latin1')), 'latin1'));
    let held: Buffer[] = [];
    server.on('data', (bytes) => {
      held.push(bytes);
      const whole = Buffer.concat(held);
      if (whole.length < collects()) return;
      held = [];
      client.write(whole);
    });
    server.on('end', () => client.end(Buffer.concat(held)));
  }
}
