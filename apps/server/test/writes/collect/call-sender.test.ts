import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { NO_CREDENTIALS } from '../../../src/cluster/access/credentials.ts';
import { CallSender } from '../../../src/writes/collect/call-sender.ts';
import { CollectorCall, type ObjectRequest } from '../../../src/writes/collect/collector-call.ts';
import { end, listen } from '../../support/listen.ts';
import { HastyClock, ManualClock } from '../../support/manual-clock.ts';
import { configMap } from './requests.ts';

const { signal } = new AbortController();
const options = { preconditions: { uid: 'u' }, propagationPolicy: 'Background' };

function call(verb: 'get' | 'delete'): CollectorCall {
  const made = CollectorCall.of({ ...configMap('a'), verb, options } as ObjectRequest);
  if (typeof made === 'string') throw new Error(made);
  return made;
}

describe('the sender of collect', () => {
  let server: Server;
  let url: string;
  let connections: number;
  let answer: (request: IncomingMessage, response: ServerResponse) => void;

  beforeEach(async () => {
    connections = 0;
    server = createServer((request, response) => {
      request.resume();
      request.on('end', () => answer(request, response));
    });
    server.on('connection', () => connections++);
    url = await listen(server);
  });
  afterEach(() => end(server));

  const sender = (more: object = {}): CallSender =>
    new CallSender({
      server: url,
      credentials: NO_CREDENTIALS,
      requestTimeout: 5000,
      clock: new HastyClock(),
      mayAct: () => true,
      connections: 4,
      ...more,
    });

  it('keeps its connections, also after a DELETE with a body', async () => {
    answer = (_, response) => response.end('{}');
    const sends = sender();
    const worker = async (): Promise<void> => {
      for (let each = 0; each < 25; each++) {
        await sends.send(call('get'), signal);
        await sends.send(call('delete'), signal);
      }
    };
    await Promise.all([worker(), worker(), worker(), worker()]);
    expect(connections).toBeLessThanOrEqual(4);
  });

  it('says by its user agent that it is a collector (CF-03)', async () => {
    let agent = '';
    answer = (request, response) => {
      agent = request.headers['user-agent'] ?? '';
      response.end('{}');
    };
    await sender().send(call('get'), signal);
    expect(agent).toMatch(/^gcscope\/.*\/generic-garbage-collector$/);
  });

  it('asks again when a server that has too much to do says when', async () => {
    let asked = 0;
    answer = (_, response) => {
      if (++asked < 4) response.writeHead(429, { 'retry-after': '1' });
      response.end('{}');
    };
    expect(await sender().send(call('delete'), signal)).toMatchObject({ code: 200 });
    expect(asked).toBe(4);
  });

  it('asks again ten times at most, and not at all when the server does not say when', async () => {
    let asked = 0;
    let headers: Record<string, string> = { 'retry-after': '1' };
    answer = (_, response) => {
      asked++;
      response.writeHead(429, headers);
      response.end('{}');
    };
    expect(await sender().send(call('get'), signal)).toMatchObject({ code: 429 });
    expect(asked).toBe(11);
    headers = {};
    await sender().send(call('get'), signal);
    expect(asked).toBe(12);
  });

  it('asks once more with fresh credentials when those it had are refused', async () => {
    let [asked, renewed] = [0, 0];
    answer = (_, response) => {
      asked++;
      response.writeHead(401);
      response.end('{}');
    };
    const credentials = { ...NO_CREDENTIALS, renew: () => renewed++ };
    expect(await sender({ credentials }).send(call('get'), signal)).toMatchObject({ code: 401 });
    expect([asked, renewed]).toEqual([2, 1]);
  });

  it('uses credentials for a second, and not those that were refused', async () => {
    let [asked, status] = [0, 200];
    answer = (_, response) => response.writeHead(status).end('{}');
    const current = (): ReturnType<typeof NO_CREDENTIALS.current> => {
      asked++;
      return NO_CREDENTIALS.current();
    };
    const clock = new ManualClock();
    const sends = sender({ credentials: { ...NO_CREDENTIALS, current }, clock });
    for (let each = 0; each < 3; each++) await sends.send(call('get'), signal);
    expect(asked).toBe(1);
    clock.advance(1000);
    await sends.send(call('get'), signal);
    expect(asked).toBe(2);
    status = 401;
    await sends.send(call('get'), signal);
    expect(asked).toBe(3);
  });

  it('reaches a server below a path, and reads bodies that come in pieces', async () => {
    let path = '';
    answer = (request, response) => {
      path = request.url ?? '';
      response.write('{"a":');
      setImmediate(() => response.end('1}'));
    };
    const sent = await sender({ server: `${url}/clusters/a` }).send(call('get'), signal);
    expect(path).toMatch(/^\/clusters\/a\/api\/v1\/namespaces\//);
    expect(sent).toMatchObject({ code: 200, bytes: Buffer.from('{"a":1}') });
  });

  it('gives up the requests that are under way, and those that wait for a connection', async () => {
    const giveUp = new AbortController();
    const arrived = once(server, 'request');
    answer = () => undefined;
    const sends = sender({ connections: 1, requestTimeout: 0 });
    const sent = [call('get'), call('delete')].map((each) => sends.send(each, giveUp.signal));
    await arrived;
    giveUp.abort();
    for (const each of await Promise.all(sent)) expect(each.type).toBe('stopped');
  });

  it('sends nothing once another process may act', async () => {
    let asked = 0;
    answer = (_, response) => {
      asked++;
      response.end('{}');
    };
    const sent = await sender({ mayAct: () => false }).send(call('delete'), signal);
    expect(sent.type).toBe('stopped');
    expect(asked).toBe(0);
  });

  it('says in one sentence that nothing answers', async () => {
    const sends = sender();
    await end(server);
    const answered = await sends.send(call('get'), signal);
    expect(answered).toMatchObject({
      type: 'unreachable',
      message: expect.stringMatching(/refused/),
    });
  });
});
