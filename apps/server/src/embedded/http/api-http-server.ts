import { createServer } from 'node:http';
import type { ApiServer } from '@gcscope/gc-core';
import type { Clock } from '../../clock.ts';
import { handleApiRequest } from './api-handler.ts';
import { EventRing } from './event-ring.ts';

/** How the HTTP side behaves; everything has a default. */
export interface ApiHttpServerOptions {
  readonly apiServer: ApiServer;
  readonly clock: Clock;
  /** 0 (the default) takes a free one. */
  readonly port?: number;
  /** Changes kept for resuming watches. */
  readonly ringCapacity?: number;
  /** Milliseconds between two bookmarks of a watch. */
  readonly bookmarkInterval?: number;
}

/** A listening server. */
export interface ApiHttpServer {
  readonly url: string;
  /** Ends every watch and stops listening. */
  close(): Promise<void>;
}

/** Serves a simulated API server over HTTP on 127.0.0.1, and nowhere else. Fails when the port is taken. */
export async function startApiHttpServer(options: ApiHttpServerOptions): Promise<ApiHttpServer> {
  const { apiServer, clock, port = 0, ringCapacity = 10_000, bookmarkInterval = 60_000 } = options;
  const ring = new EventRing(apiServer, ringCapacity);
  const context = { apiServer, ring, clock, bookmarkInterval };
  const server = createServer((request, response) => {
    void handleApiRequest(context, request, response);
  });
  // Longer than any client keeps an idle connection, so that it is never the server that ends one in use.
  server.keepAliveTimeout = 120_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause) => {
      ring.close();
      const sentence = `the embedded cluster cannot listen on 127.0.0.1:${port}`;
      reject(new Error(`${sentence} (${cause.message}); choose another port`, { cause }));
    });
    server.listen(port, '127.0.0.1', resolve);
  });
  const address = server.address();
  const listening = typeof address === 'object' && address ? address.port : port;
  return {
    url: `http://127.0.0.1:${listening}`,
    close: () => {
      ring.close();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      return closed;
    },
  };
}
