import { createServer } from 'node:http';
import type { ApiServer } from '@gcscope/gc-core';
import type { Clock } from '../../base/clock.ts';
import { endServer, listenOnLoopback } from '../../base/loopback.ts';
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
  const url = await listenOnLoopback(server, port).catch((cause: Error) => {
    ring.close();
    const sentence = `the embedded cluster cannot listen on 127.0.0.1:${port}`;
    throw new Error(`${sentence} (${cause.message}); choose another port`, { cause });
  });
  return {
    url,
    close: () => {
      ring.close();
      return endServer(server);
    },
  };
}
