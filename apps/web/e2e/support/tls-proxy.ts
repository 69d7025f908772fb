import { once } from 'node:events';
import { createServer as createPlainServer, type IncomingMessage, request } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { createCertificate } from '../../../../tools/real-cluster/src/certificate.ts';
import { endServer, listenOnLoopback } from '../../../server/src/base/loopback.ts';

/** The name of gcscope for people; browsers know that it leads to this machine. */
const NAME = 'gcscope.team.localhost';
/** They are between two neighbours, or not for those outside to say. */
const OWN_HEADERS = [
  'connection',
  'keep-alive',
  'transfer-encoding',
  'x-forwarded-user',
  'x-forwarded-groups',
  'x-gcscope-proxy-secret',
];

/** A reverse proxy that ends TLS in front of gcscope, and may know who sends a request. */
export class TlsProxy {
  /** Where people reach gcscope. */
  readonly url: string;
  /** The port on which gcscope listens. */
  readonly target: number;
  /** What it adds to every request. */
  added: Readonly<Record<string, string>> = {};
  readonly #server: Server;

  private constructor(server: Server, target: number) {
    this.#server = server;
    this.target = target;
    this.url = `https://${NAME}:${(server.address() as AddressInfo).port}`;
  }

  static async start(): Promise<TlsProxy> {
    const server = createServer(createCertificate({ name: 'proxy', host: NAME }));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const proxy = new TlsProxy(server, await freePort());
    server.on('request', (message, response) => {
      const { method, url: path } = message;
      const headers = { ...withoutOwn(message), ...proxy.added };
      const asked = request({ host: '127.0.0.1', port: proxy.target, method, path, headers });
      asked.on('response', (answer) => {
        response.writeHead(answer.statusCode ?? 502, withoutOwn(answer));
        response.flushHeaders();
        answer.pipe(response);
      });
      asked.on('error', () =>
        response.headersSent ? response.destroy() : response.writeHead(502).end(),
      );
      response.on('close', () => asked.destroy());
      message.pipe(asked);
    });
    return proxy;
  }

  async stop(): Promise<void> {
    await endServer(this.#server);
  }
}

function withoutOwn({ headers }: IncomingMessage): NodeJS.Dict<string | string[]> {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !OWN_HEADERS.includes(name)),
  );
}

async function freePort(): Promise<number> {
  const server = createPlainServer();
  const url = await listenOnLoopback(server, 0);
  await endServer(server);
  return Number(new URL(url).port);
}
