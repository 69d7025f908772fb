import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../support/property-runs.ts';
import { scriptedApp } from './support/scripted-app.ts';

/** Opens so many connections, says so, and ends when all of them were ended. With a path, each of them asks for that. */
const IDLE = `
  const [port, count] = process.argv.slice(1, 3).map(Number);
  const path = process.argv[3];
  let open = 0;
  const more = () => {
    const socket = require('node:net').connect(port, '127.0.0.1');
    socket.on('error', () => {});
    if (path) socket.write('GET ' + path + ' HTTP/1.1\\r\\nHost: 127.0.0.1:' + port + '\\r\\n\\r\\n');
    socket.once(path ? 'data' : 'connect', () => (++open < count ? more() : process.stdout.write('open')));
    socket.resume();
  };
  more();
`;

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
    // From a process of their own: each connection takes a descriptor on both sides.
    const count = propertyRuns(1000);
    const idle = spawn(process.execPath, ['-e', IDLE, new URL(url).port, String(count)]);
    await once(idle.stdout, 'data');
    expect((await fetch(`${url}/livez`)).status).toBe(200);
    const ended = once(idle, 'exit');
    await app.close();
    expect(await ended).toEqual([0, null]);
  }, 120_000);

  it('hold 2,000 streams; one more is refused, and everything else goes on', async () => {
    const { app, listen } = await scriptedApp();
    const url = await listen();
    const stream = '/api/v1/stream';
    const readers = spawn(process.execPath, ['-e', IDLE, new URL(url).port, '2000', stream]);
    await once(readers.stdout, 'data');
    const refused = await fetch(`${url}${stream}`);
    expect(refused.status).toBe(503);
    expect(await refused.json()).toMatchObject({ code: 'too-many-streams' });
    expect((await fetch(`${url}/api/v1/snapshot`)).status).toBe(200);
    readers.kill('SIGKILL');
    await expect.poll(async () => (await fetch(`${url}${stream}`)).status).toBe(200);
    await app.close();
  }, 120_000);

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
