import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PODS } from '../live/support/scripted-cluster.ts';
import { SharedApp } from './support/shared-app.ts';

describe('people who share a server', () => {
  let shared: SharedApp;

  beforeEach(async () => {
    shared = await SharedApp.start();
    shared.reviews.tokens.set('token-of-ann', 'ann').set('token-of-bob', 'bob');
    shared.reviews.allows = ({ resource }) => resource === 'pods';
    for (let number = 0; number < 50; number++) shared.scripted.put(PODS, `${number}`);
    shared.scripted.tick();
  });

  afterEach(() => shared.stop());

  it('do not wait for what another one asks for, also behind the same proxy', async () => {
    const [ann, bob] = [await shared.signIn('token-of-ann'), await shared.signIn('token-of-bob')];
    const flood = Array.from({ length: 150 }, () => shared.get('/graph.svg', ann));
    const some = Array.from({ length: 5 }, () => shared.get('/api/v1/audit', bob));
    for (const { statusCode } of await Promise.all(some)) expect(statusCode).toBe(200);
    const codes = (await Promise.all(flood)).map(({ statusCode }) => statusCode);
    expect(new Set(codes)).toEqual(new Set([200, 503]));
  });

  it('have a hundred streams each, so that nobody takes all', async () => {
    const url = await shared.listen();
    const [ann, bob] = [await shared.signIn('token-of-ann'), await shared.signIn('token-of-bob')];
    const ending = new AbortController();
    // A stream whose answer nobody holds may be ended.
    const answers: Response[] = [];
    const open = async (cookie: string): Promise<number> => {
      const headers = { cookie, 'sec-fetch-site': 'same-origin' };
      const answer = await fetch(`${url}/api/v1/stream`, { headers, signal: ending.signal });
      answers.push(answer);
      return answer.status;
    };
    const opened = await Promise.all(Array.from({ length: 100 }, () => open(ann)));
    expect(new Set(opened)).toEqual(new Set([200]));
    expect(await open(ann)).toBe(503);
    expect(await open(bob)).toBe(200);
    ending.abort();
  });
});
