import { createServer } from 'node:http';
import { status } from '../../support/fake-answers.ts';
import { listen } from '../../support/listen.ts';

/** A proxy before an API server: remembers what was asked for, path by path, and refuses what a test says. */
export interface Front {
  readonly url: string;
  readonly asked: string[];
  refused: RegExp;
  /** The most requests that were open at one time. */
  mostOpen: number;
  close(): Promise<void>;
}

export async function startFront(behind: string): Promise<Front> {
  let open = 0;
  const server = createServer((request, response) => {
    const { url = '/', headers } = request;
    front.asked.push(url);
    front.mostOpen = Math.max(front.mostOpen, ++open);
    response.on('close', () => open--);
    if (front.refused.test(url)) return status(403, 'Forbidden', 'no')(response);
    void fetch(`${behind}${url}`, { headers: { accept: headers.accept ?? '' } }).then(
      async (answer) => {
        response.writeHead(answer.status, {
          'content-type': answer.headers.get('content-type') ?? '',
        });
        response.end(Buffer.from(await answer.arrayBuffer()));
      },
    );
  });
  const front: Front = {
    url: await listen(server),
    asked: [],
    refused: /^$/,
    mostOpen: 0,
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
  return front;
}
