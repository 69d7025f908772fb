import { get, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routable } from '../../src/routes/written-address.ts';
import { scriptedApp } from './support/scripted-app.ts';

const { app, listen } = await scriptedApp();

describe('an address', () => {
  let url: string;
  beforeAll(async () => {
    url = await listen();
  });
  afterAll(() => app.close());

  /** Sends the path as it is written; any client that parses it would send another. */
  function answerTo(path: string, host?: string): Promise<IncomingMessage> {
    const { port } = new URL(url);
    const headers = host === undefined ? {} : { host };
    return new Promise((resolve, reject) => {
      const options = { host: '127.0.0.1', port, path, headers, agent: false };
      get(options, (answer) => resolve(answer.resume())).on('error', reject);
    });
  }

  it.each([
    ['/api//v1///snapshot', '/api/v1/snapshot'],
    ['/findings//?rule=a//b', '/findings/?rule=a//b'],
    ['//findings', '/findings'],
    ['//evil.example.com/a', '/evil.example.com/a'],
    ['/\\evil.example.com', '/evil.example.com'],
    ['//\\/evil.example.com', '/evil.example.com'],
    ['/o/a//../%2f%5c', '/o/a/../%2f%5c'],
    ['///', '/'],
  ])(
    'with repeated slashes leads to the one without, never to another host: %s',
    async (path, location) => {
      const answer = await answerTo(path);
      expect([answer.statusCode, answer.headers.location]).toEqual([308, location]);
    },
  );

  it.each(['/o/a%2f%2fb', '/o/a%2Fb?x=//', '/livez'])('is taken as it is: %s', async (path) => {
    expect((await answerTo(path)).headers).not.toHaveProperty('location');
  });

  it.each([
    ['/%61pi/v1/audit?kind=%61', '/api/v1/audit?kind=%61'],
    ['/graph%2Esvg#a?b', '/graph.svg'],
    ['/o/%7E%5f%2D%30%5a%7a', '/o/~_-0Zz'],
    ['/o/a%2Fb%3F%25%2561%C3%BC', '/o/a%2Fb%3F%25%2561%C3%BC'],
  ])('is routed in one form: %s', (written, form) => {
    expect(routable(written)).toBe(form);
  });

  it('passes the guard before anything is said of it', async () => {
    for (const path of ['/o/%E0%A4%A', '/api/v1/objects/%', '//x']) {
      expect((await answerTo(path, 'evil.example.com')).statusCode).toBe(421);
    }
    expect((await answerTo('/api/v1/objects/%')).statusCode).toBe(400);
  });
});
