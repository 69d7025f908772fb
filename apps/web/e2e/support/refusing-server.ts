import { once } from 'node:events';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { createCertificate } from '../../../../tools/real-cluster/src/certificate.ts';
import { endServer } from '../../../server/src/base/loopback.ts';
import { forward } from './forward.ts';

/** An API server over https that refuses every token until it is told to take them; then another one answers for it. */
export class RefusingServer {
  readonly url: string;
  /** The certificate that its own is verified with, as PEM. */
  readonly certificate: string;
  /** The tokens that it was shown. */
  readonly tokens: Set<string | undefined> = new Set();
  #refuses = true;
  readonly #server: Server;

  private constructor(server: Server, certificate: string) {
    this.#server = server;
    this.certificate = certificate;
    this.url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  /** `behind`: the URL of the API server that answers once tokens are taken. */
  static async start(behind: string): Promise<RefusingServer> {
    const { key, cert: certificate } = createCertificate({ name: 'refusing' });
    const server = createServer({ key, cert: certificate });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const refusing = new RefusingServer(server, certificate);
    server.on('request', (request, response) => {
      refusing.tokens.add(request.headers.authorization);
      if (refusing.#refuses) {
        response.writeHead(401, { 'content-type': 'application/json' });
        response.end(JSON.stringify(UNAUTHORIZED));
        return;
      }
      forward(behind, request, response);
    });
    return refusing;
  }

  /** From now on every token is good. */
  takeTokens(): void {
    this.#refuses = false;
  }

  async stop(): Promise<void> {
    await endServer(this.#server);
  }
}

const UNAUTHORIZED = {
  kind: 'Status',
  apiVersion: 'v1',
  status: 'Failure',
  message: 'Unauthorized',
  reason: 'Unauthorized',
  code: 401,
};
