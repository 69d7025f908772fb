import { createServer } from 'node:http';
import type { ApiObject } from '@gcscope/gc-core';
import { onTestFinished } from 'vitest';
import { connectToLoopback } from '../../../src/cluster/access/connect.ts';
import type { ApiClient } from '../../../src/cluster/answers/api-answer.ts';
import { startApiOverHttp } from '../../embedded/support/api-over-http.ts';
import { status } from '../../support/fake-answers.ts';
import { end, listen } from '../../support/listen.ts';

/** A proxy before an API server: remembers what was asked for, path by path, and refuses what a test says. */
export interface Front {
  readonly url: string;
  /** Asks it. */
  readonly client: ApiClient;
  readonly asked: string[];
  refused: RegExp;
  /** The most requests that were open at one time. */
  mostOpen: number;
  close(): Promise<void>;
}

/** A front of a server with these objects, until the test is over. */
export async function startFront(objects: readonly ApiObject[]): Promise<Front> {
  const api = await startApiOverHttp(objects);
  let open = 0;
  const server = createServer((request, response) => {
    const { url = '/', headers } = request;
    front.asked.push(url);
    front.mostOpen = Math.max(front.mostOpen, ++open);
    response.on('close', () => open--);
    if (front.refused.test(url)) return status(403, 'Forbidden', 'no')(response);
    void fetch(`${api.url}${url}`, { headers: { accept: headers.accept ?? '' } }).then(
      async (answer) => {
        response.writeHead(answer.status, {
          'content-type': answer.headers.get('content-type') ?? '',
        });
        response.end(Buffer.from(await answer.arrayBuffer()));
      },
    );
  });
  const address = await listen(server);
  const connection = connectToLoopback(address, 'embedded');
  const front: Front = {
    url: address,
    client: connection.client,
    asked: [],
    refused: /^$/,
    mostOpen: 0,
    close: () => end(server),
  };
  onTestFinished(async () => {
    await connection.close();
    await front.close();
    await api.close();
  });
  return front;
}
