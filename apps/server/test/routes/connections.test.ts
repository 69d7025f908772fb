import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { scriptedApp } from './support/scripted-app.ts';

async function open(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

describe('connections', () => {
  it('on which nothing is asked keep nobody else waiting, and go with the server', async () => {
    const { app, listen } = await scriptedApp();
    const url = await listen();
    const idle = await Promise.all(Array.from({ length: 1000 }, () => open(url)));
    expect((await fetch(`${url}/livez`)).status).toBe(200);
    const ended = Promise.all(idle.map((socket) => once(socket, 'close')));
    await app.close();
    await ended;
  });

  it('with headers of a megabyte are refused, and the server goes on', async () => {
    const { app, listen } = await scriptedApp();
    const url = await listen();
    const socket = await open(url);
    let answer = '';
    socket.on('data', (data) => {
      answer += String(data);
    });
    socket.write(
      `GET /livez HTTP/1.1\r\nHost: ${new URL(url).host}\r\nx: ${'x'.repeat(1_048_576)}\r\n\r\n`,
    );
    await once(socket, 'close');
    expect(answer).toMatch(/^(HTTP\/1\.1 431 |$)/);
    expect((await fetch(`${url}/livez`)).status).toBe(200);
    await app.close();
  });

  it.each(['/debug/pprof', '/debug/pprof/heap', '/debug/vars', '/json/list', '/api/v1/debug'])(
    'reach no profiler: %s',
    async (path) => {
      const { app, listen } = await scriptedApp();
      const url = await listen();
      expect((await fetch(`${url}${path}`)).status).toBe(404);
      await app.close();
    },
  );
});
