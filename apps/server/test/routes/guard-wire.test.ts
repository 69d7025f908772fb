import { connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { Api } from '../../src/routes/api.ts';
import { scriptedApp } from './support/scripted-app.ts';

let app: Api | undefined;

afterEach(async () => {
  await app?.close();
  app = undefined;
});

/** Sends the lines as they are; the answer is the status line. */
async function raw(url: string, lines: (host: string) => readonly string[]): Promise<string> {
  const { hostname, port, host } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.end(`${lines(host).join('\r\n')}\r\n\r\n`);
  let text = '';
  for await (const chunk of socket) text += String(chunk);
  return text.split('\r\n')[0] ?? '';
}

describe('guard on the wire', () => {
  it.each([
    ['one Host', (host: string) => ['GET /livez HTTP/1.1', `Host: ${host}`], '200'],
    [
      'two Hosts',
      (host: string) => ['GET /livez HTTP/1.1', `Host: ${host}`, 'Host: evil.example.com'],
      '421',
    ],
    ['no Host', () => ['GET /livez HTTP/1.0'], '421'],
    [
      'an absolute address',
      (host: string) => ['GET http://evil.example.com/livez HTTP/1.1', `Host: ${host}`],
      '421',
    ],
  ])('%s', async (_, lines, status) => {
    const scripted = await scriptedApp();
    app = scripted.app;
    const url = await scripted.listen();
    const answer = await raw(url, (host) => [...lines(host), 'Connection: close']);
    expect(answer.split(' ')[1]).toBe(status);
  });
});
