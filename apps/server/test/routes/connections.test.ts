import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Api } from '../../src/routes/api.ts';
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

/** A request with a body of which only the first byte comes. */
const BEGUN = [
  'POST /api/v1/forecasts HTTP/1.1',
  'Host: HOST',
  'Origin: http://HOST',
  'X-Gcscope: 1',
  'Content-Type: application/json',
  'Content-Length: 1000',
  '',
  '{',
].join('\r\n');

let app: Api;
let url: string;
/** Requests that were worked on. */
let handled: number;

beforeEach(async () => {
  const scripted = await scriptedApp();
  app = scripted.app;
  handled = 0;
  app.addHook('preHandler', async () => void handled++);
  url = await scripted.listen();
});

afterEach(() => app.close());

/** What comes back over a connection that sends this and no more, until it ends. */
async function answerTo(text: string): Promise<string> {
  const { hostname, port, host } = new URL(url);
  const socket = connect(Number(port), hostname);
  let answer = '';
  socket.on('data', (data) => {
    answer += String(data);
  });
  socket.on('error', () => {});
  socket.write(text.replaceAll('HOST', host));
  await once(socket, 'close');
  return answer;
}

describe('connections', () => {
  it('without requests delay no other connection, and end with the server', async () => {
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
    const stream = '/api/v1/stream';
    const readers = spawn(process.execPath, ['-e', IDLE, new URL(url).port, '2000', stream]);
    await once(readers.stdout, 'data');
    const refused = await fetch(`${url}${stream}`);
    expect(refused.status).toBe(503);
    expect(await refused.json()).toMatchObject({ code: 'too-many-streams' });
    expect((await fetch(`${url}/api/v1/snapshot`)).status).toBe(200);
    readers.kill('SIGKILL');
    await expect.poll(async () => (await fetch(`${url}${stream}`)).status).toBe(200);
  }, 120_000);

  it('with headers of a megabyte are refused, and the server goes on', async () => {
    const header = `x: ${'x'.repeat(1_048_576)}`;
    const answer = await answerTo(`GET /livez HTTP/1.1\r\nHost: HOST\r\n${header}\r\n\r\n`);
    expect(answer).toMatch(/^(HTTP\/1\.1 431 |$)/);
    expect((await fetch(`${url}/livez`)).status).toBe(200);
  });

  it.each(['/debug/pprof', '/debug/pprof/heap', '/debug/vars', '/json/list', '/api/v1/debug'])(
    'reach no profiler: %s',
    async (path) => {
      expect((await fetch(`${url}${path}`)).status).toBe(404);
    },
  );
});

describe('a request that never arrives whole', () => {
  it('has 30 seconds, and is looked at every five', async () => {
    expect(app.server).toMatchObject({ requestTimeout: 30_000, headersTimeout: 30_000 });
    // Shorter here; all else is as it is served.
    Object.assign(app.server, { requestTimeout: 1, headersTimeout: 1 });
    const begun = [BEGUN, BEGUN.slice(0, 40)].map((text) => answerTo(text));
    for (const answer of await Promise.all(begun)) expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  });
});

describe('a connection', () => {
  /** How many of the requests, sent in one packet, are answered before the connection ends. */
  async function answersTo(count: number): Promise<number> {
    const request = 'GET /livez HTTP/1.1\r\nHost: HOST\r\n';
    const text = await answerTo(
      `${`${request}\r\n`.repeat(count - 1)}${request}Connection: close\r\n\r\n`,
    );
    return text.split('HTTP/1.1 200').length - 1;
  }

  it('on which sixteen requests wait is answered in order', async () => {
    expect(await answersTo(16)).toBe(16);
  });

  it('on which more wait is ended, before the others cost anything', async () => {
    expect(await answersTo(500)).toBeLessThan(16);
    expect(handled).toBeLessThanOrEqual(16);
    expect((await fetch(`${url}/livez`)).status).toBe(200);
  });

  it('takes as many requests as come one after the other', async () => {
    for (let asked = 0; asked < 50; asked++) {
      expect((await fetch(`${url}/livez`)).status).toBe(200);
    }
  });
});

describe('guard on the wire', () => {
  it.each([
    ['one Host', ['GET /livez HTTP/1.1', 'Host: HOST'], '200'],
    ['two Hosts', ['GET /livez HTTP/1.1', 'Host: HOST', 'Host: evil.example.com'], '421'],
    ['no Host', ['GET /livez HTTP/1.0'], '421'],
    ['an absolute address', ['GET http://evil.example.com/livez HTTP/1.1', 'Host: HOST'], '421'],
  ])('%s', async (_, lines, status) => {
    const answer = await answerTo([...lines, 'Connection: close', '', ''].join('\r\n'));
    expect(answer.split(' ')[1]).toBe(status);
  });
});
