import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Api } from '../../src/routes/api.ts';
import { scriptedApp } from './support/scripted-app.ts';

describe('a connection', () => {
  let app: Api;
  let url: URL;
  /** Requests that were worked on. */
  let handled: number;

  beforeEach(async () => {
    const scripted = await scriptedApp();
    app = scripted.app;
    handled = 0;
    app.addHook('preHandler', async () => void handled++);
    url = new URL(await scripted.listen());
  });
  afterEach(() => app.close());

  /** How many of the requests, sent in one packet, are answered before the connection ends. */
  async function answersTo(count: number): Promise<number> {
    const socket = connect(Number(url.port), url.hostname);
    const requests = Array.from({ length: count }, (_, index) => {
      const end = index === count - 1 ? 'Connection: close\r\n' : '';
      return `GET /livez HTTP/1.1\r\nHost: ${url.host}\r\n${end}\r\n`;
    });
    let text = '';
    socket.on('data', (data) => {
      text += String(data);
    });
    socket.on('error', () => {});
    socket.write(requests.join(''));
    await once(socket, 'close');
    return text.split('HTTP/1.1 200').length - 1;
  }

  it('on which sixteen requests wait is answered in order', async () => {
    expect(await answersTo(16)).toBe(16);
  });

  it('on which more wait is ended, before the others cost anything', async () => {
    expect(await answersTo(500)).toBeLessThan(16);
    expect(handled).toBeLessThanOrEqual(16);
    expect((await fetch(`${url.origin}/livez`)).status).toBe(200);
  });

  it('takes as many requests as come one after the other', async () => {
    for (let asked = 0; asked < 50; asked++) {
      expect((await fetch(`${url.origin}/livez`)).status).toBe(200);
    }
  });
});
