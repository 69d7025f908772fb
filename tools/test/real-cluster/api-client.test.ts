import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { ApiClient } from '../../real-cluster/src/api-client.ts';
import { type Answer, ClosingServer } from './support/closing-server.ts';

/** Answers the first request of a connection and closes it without a word when a second one comes. */
const closeKept: Answer = (request, response, nth) => {
  if (nth === 1) say(response, 'here');
  else request.socket.destroy();
};

describe('ApiClient', () => {
  let server: ClosingServer;
  let client: ApiClient;

  afterEach(async () => {
    client.close();
    await server.stop();
  });

  async function serve(answer: Answer): Promise<void> {
    server = await ClosingServer.start(answer);
    client = new ApiClient(server.url, 'token', server.ca);
  }

  it('asks again over a fresh connection what a kept one that was closed left unanswered', async () => {
    await serve(closeKept);
    await client.request('GET', '/a');
    expect(await client.request('GET', '/b')).toEqual({ code: 200, body: 'here' });
    expect(server.arrivals).toEqual([
      ['GET /a', 1],
      ['GET /b', 1],
      ['GET /b', 2],
    ]);
  });

  it('asks again over a fresh connection when all kept ones are closed', async () => {
    await serve(closeKept);
    await Promise.all(['/a', '/b', '/c'].map((path) => client.request('GET', path)));
    expect(await client.request('GET', '/d')).toEqual({ code: 200, body: 'here' });
    const connections = server.arrivals.map(([, connection]) => connection);
    expect([connections.length, Math.max(...connections)]).toEqual([5, 4]);
  });

  it('keeps a connection that the server keeps', async () => {
    await serve((_, response) => say(response, 'here'));
    for (const path of ['/a', '/b', '/c']) await client.request('GET', path);
    expect(server.arrivals.map(([, connection]) => connection)).toEqual([1, 1, 1]);
  });

  it('asks again once, not for ever', async () => {
    await serve((request, response) => {
      if (request.url === '/a') say(response, 'here');
      else request.socket.destroy();
    });
    await client.request('GET', '/a');
    await expect(client.request('GET', '/b')).rejects.toThrow('socket hang up');
    expect(server.arrivals.slice(1)).toEqual([
      ['GET /b', 1],
      ['GET /b', 2],
    ]);
  });

  it('does not ask again where the connection was fresh', async () => {
    await serve((request) => request.socket.destroy());
    await expect(client.request('GET', '/a')).rejects.toThrow('socket hang up');
    expect(server.arrivals).toEqual([['GET /a', 1]]);
  });

  it.each([
    ['cut off', 'content-length: 4\r\n\r\nhe', 'aborted'],
    ['garbled', 'transfer-encoding: chunked\r\n\r\n2\r\nhe\r\nno length', 'Parse Error'],
  ])('does not ask again once an answer has begun that is %s', async (_, rest, fault) => {
    await serve((request, response, nth) => {
      if (nth === 1) say(response, 'here');
      else request.socket.end(`HTTP/1.1 200 OK\r\n${rest}`);
    });
    await client.request('GET', '/a');
    await expect(client.request('GET', '/b')).rejects.toThrow(fault);
    expect(server.arrivals).toHaveLength(2);
  });

  it.each(['POST', 'PATCH', 'DELETE'])(
    'sends a %s over a connection that was never used',
    async (method) => {
      await serve(closeKept);
      await client.request('GET', '/a');
      expect(await client.request(method, '/b', {})).toEqual({ code: 200, body: 'here' });
      expect(await client.request(method, '/c', {})).toEqual({ code: 200, body: 'here' });
      expect(server.arrivals).toEqual([
        ['GET /a', 1],
        [`${method} /b`, 2],
        [`${method} /c`, 3],
      ]);
    },
  );

  it('never sends a write twice, as the server may have done it before it closed', async () => {
    await serve((request, response) => {
      if (request.method === 'GET') say(response, 'here');
      else request.socket.destroy();
    });
    await client.request('GET', '/a');
    await expect(client.request('POST', '/b', {})).rejects.toThrow('socket hang up');
    expect(server.arrivals.map(([asked]) => asked)).toEqual(['GET /a', 'POST /b']);
  });
});

function say(response: ServerResponse, text: string): void {
  response.writeHead(200, { 'content-type': 'text/plain' }).end(text);
}
