import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { scriptedApp } from './support/scripted-app.ts';

const HEAD = [
  'POST /api/v1/forecasts HTTP/1.1',
  'Host: HOST',
  'Origin: http://HOST',
  'X-Gcscope: 1',
  'Content-Type: application/json',
  'Content-Length: 1000',
  '',
  '{',
].join('\r\n');

/** What comes back over a connection that sends this and no more, until it ends. */
async function answerTo(url: string, text: string): Promise<string> {
  const { hostname, port, host } = new URL(url);
  const socket = connect(Number(port), hostname);
  let answer = '';
  socket.on('data', (data) => {
    answer += String(data);
  });
  socket.write(text.replaceAll('HOST', host));
  await once(socket, 'close');
  return answer;
}

describe('a request that never arrives whole', () => {
  it('has 30 seconds, and is looked at every five', async () => {
    const { app, listen } = await scriptedApp();
    const url = await listen();
    expect(app.server).toMatchObject({ requestTimeout: 30_000, headersTimeout: 30_000 });
    // Shorter here; all else is as it is served.
    Object.assign(app.server, { requestTimeout: 1, headersTimeout: 1 });
    const begun = [HEAD, HEAD.slice(0, 40)].map((text) => answerTo(url, text));
    for (const answer of await Promise.all(begun)) expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    await app.close();
  });
});
