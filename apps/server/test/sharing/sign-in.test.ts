import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Sessions } from '../../src/sharing/sessions.ts';
import { PODS, SECRETS } from '../live/support/scripted-cluster.ts';
import { registeredRoutes } from '../routes/support/registered-routes.ts';
import { OWN_POST } from '../routes/support/scripted-app.ts';
import { cookieOf, SharedApp } from './support/shared-app.ts';

const HOUR = 60 * 60_000;

describe('signing in with a token', () => {
  let shared: SharedApp;

  beforeEach(async () => {
    shared = await SharedApp.start();
    shared.reviews.tokens.set('token-of-ann', 'ann').set('token-of-bob', 'bob');
    shared.reviews.allows = ({ user, resource, namespace }) =>
      user === 'ann' ? resource === 'pods' : resource === 'secrets' && namespace === 'b';
    shared.scripted.put(PODS, 'web');
    shared.scripted.put(SECRETS, 'key', { namespace: 'a' });
    shared.scripted.put(SECRETS, 'lock', { namespace: 'b' });
    shared.scripted.tick();
  });

  afterEach(() => shared.stop());

  it('is needed for every answer about the cluster', async () => {
    const routes = await registeredRoutes(shared.app);
    const asked = routes.flatMap(({ path, methods }) => methods.map((method) => [method, path]));
    const open = ['*', '/livez', '/readyz', '/healthz', '/api/v1/session'];
    for (const [method = '', path = ''] of asked.filter(([, path = '']) => !open.includes(path))) {
      const url = path.replace('/o/:object', '/o/pod-web.svg').replace(/:\w+/, 'pod-web');
      const answer = await shared.app.inject({ method: method as 'GET', url, headers: OWN_POST });
      expect([method, url, answer.statusCode]).toEqual([method, url, 401]);
    }
    expect((await shared.get('/api/v1/session')).json()).toEqual({ signIn: 'token' });
  });

  it('sets a cookie that only this host gets, over TLS, and no script reads', async () => {
    const answer = await shared.post('/api/v1/session', { token: 'token-of-ann' });
    expect(answer.statusCode).toBe(201);
    expect(answer.json()).toEqual({ signIn: 'token', name: 'ann' });
    expect(String(answer.headers['set-cookie'])).toMatch(
      /^__Host-gcscope=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    );
    expect(answer.headers['cache-control']).toBe('no-store');
    const session = await shared.get('/api/v1/session', cookieOf(answer));
    expect(session.json()).toEqual({ signIn: 'token', name: 'ann' });
  });

  it.each(['token-of-eve', 'two words', 'x\r\nimpersonate-user: ann', '<b>'])(
    'refuses the token %j',
    async (token) => {
      const answer = await shared.post('/api/v1/session', { token });
      expect([answer.statusCode, answer.json().code]).toEqual([401, 'token-refused']);
      expect(answer.headers['set-cookie']).toBeUndefined();
      expect(answer.body).not.toContain(token);
    },
  );

  it('is refused to other sites', async () => {
    const payload = { token: 'token-of-ann' };
    for (const wrong of [{ 'x-gcscope': '' }, { origin: 'https://elsewhere.example' }]) {
      const headers: Record<string, string> = { ...OWN_POST, ...wrong };
      if (headers['x-gcscope'] === '') delete headers['x-gcscope'];
      const answer = await shared.app.inject({
        method: 'POST',
        url: '/api/v1/session',
        payload,
        headers,
      });
      expect(answer.statusCode).toBe(403);
      expect(answer.headers['set-cookie']).toBeUndefined();
    }
  });

  it('ends by signing out, for good', async () => {
    const cookie = await shared.signIn('token-of-ann');
    expect((await shared.get('/graph.json', cookie)).statusCode).toBe(200);
    const out = await shared.signOut(cookie);
    expect(out.statusCode).toBe(204);
    expect(String(out.headers['set-cookie'])).toMatch(
      /^__Host-gcscope=; .*Expires=Thu, 01 Jan 1970/,
    );
    expect((await shared.get('/graph.json', cookie)).statusCode).toBe(401);
  });

  it('never takes over a session that was there before', async () => {
    const first = await shared.signIn('token-of-ann');
    const answer = await shared.post('/api/v1/session', { token: 'token-of-bob' }, first);
    expect(cookieOf(answer)).not.toBe(first);
    expect((await shared.get('/graph.json', first)).statusCode).toBe(401);
    expect((await shared.get('/graph.json', '__Host-gcscope=chosen')).statusCode).toBe(401);
  });

  it('ends an hour after the last request, and after twelve hours at the latest', async () => {
    const idle = await shared.signIn('token-of-ann');
    shared.scripted.clock.advance(HOUR);
    expect((await shared.get('/graph.json', idle)).statusCode).toBe(401);
    const busy = await shared.signIn('token-of-ann');
    for (let half = 1; half < 24; half++) {
      shared.scripted.clock.advance(HOUR / 2);
      expect((await shared.get('/graph.json', busy)).statusCode).toBe(200);
    }
    shared.scripted.clock.advance(HOUR / 2);
    expect((await shared.get('/graph.json', busy)).statusCode).toBe(401);
  });

  it('ends for an open page too, which sends no request', () => {
    const { clock } = shared.scripted;
    const sessions = new Sessions(clock);
    const person = { name: 'ann', uid: '', groups: [], extra: new Map() };
    const session = sessions.find(sessions.start(shared.viewers.of({ person })));
    clock.advance(12 * HOUR - 1);
    expect(session?.ended.aborted).toBe(false);
    clock.advance(1);
    expect(session?.ended.aborted).toBe(true);
  });

  it('leaves room for others when many tokens are tried', async () => {
    const cookie = await shared.signIn('token-of-ann');
    const tries = Array.from({ length: 150 }, (_, index) =>
      shared.post('/api/v1/session', { token: `guess-${index}` }),
    );
    expect((await shared.get('/graph.json', cookie)).statusCode).toBe(200);
    const codes = (await Promise.all(tries)).map(({ statusCode }) => statusCode);
    expect([codes.filter((code) => code === 401).length, codes.includes(503)]).toEqual([100, true]);
    expect((await shared.post('/api/v1/session', { token: 'token-of-bob' })).statusCode).toBe(201);
  });

  it('ends when the cluster no longer accepts the token', async () => {
    const cookie = await shared.signIn('token-of-ann');
    expect((await shared.get('/graph.json', cookie)).statusCode).toBe(200);
    shared.reviews.tokens.delete('token-of-ann');
    shared.scripted.clock.advance(60_000);
    expect((await shared.get('/graph.json', cookie)).statusCode).toBe(401);
    shared.reviews.tokens.set('token-of-ann', 'ann');
    expect((await shared.get('/graph.json', cookie)).statusCode).toBe(401);
  });

  it('leads a person who opens a picture to the page where they sign in, and back', async () => {
    const page = await shared.get('/o/pod-web.svg?theme=dark', '', { accept: 'text/html' });
    expect(page.statusCode).toBe(303);
    expect(page.headers.location).toBe('/sign-in?to=%2Fo%2Fpod-web.svg%3Ftheme%3Ddark');
  });

  it('asks for nothing but reviews', async () => {
    const cookie = await shared.signIn('token-of-bob');
    await shared.get('/graph.json', cookie);
    expect(new Set(shared.reviews.paths)).toEqual(
      new Set([
        'POST /apis/authentication.k8s.io/v1/tokenreviews',
        'POST /apis/authorization.k8s.io/v1/subjectaccessreviews',
      ]),
    );
  });
});
