import { describe, expect, it } from 'vitest';
import { get, OWN, OWN_POST, scriptedApp } from './support/scripted-app.ts';

const HOSTS_REFUSED = [
  'evil.example.com',
  'evil.example.com:7070',
  '127.0.0.1',
  '127.0.0.1:80',
  '127.0.0.1:70700',
  '127.0.0.1.:7070',
  'localhost',
  'localhost.:7070',
  'localhost:7070.',
  'localhost.evil.example.com:7070',
  'evil-localhost:7070',
  '127.0.0.1.nip.io:7070',
  '0.0.0.0:7070',
  '0:7070',
  '127.1:7070',
  '127.0.0.2:7070',
  '2130706433:7070',
  '0x7f000001:7070',
  '0177.0.0.1:7070',
  '[::]:7070',
  '[::ffff:127.0.0.1]:7070',
  '[0:0:0:0:0:0:0:1]:7070',
  '::1:7070',
  'user@127.0.0.1:7070',
  '127.0.0.1:7070@evil.example.com',
  '127.0.0.1:7070/evil',
  '127.0.0.1:7070, evil.example.com',
  ' ',
  '',
  ...['127.0.0.1', 'localhost', '[::1]'].flatMap((name) =>
    ['', ':80', ':443', ':7071', ':07070', ':7070:7070', ':7070x', '%2e:7070', '\t:7070'].map(
      (end) => `${name}${end}`,
    ),
  ),
  ...['xn--localhost-abc:7070', 'localhost.localdomain:7070', 'gcscope:7070', '*:7070'],
];
const HOSTS_ALLOWED = ['127.0.0.1:7070', 'localhost:7070', 'LOCALHOST:7070', '[::1]:7070'];
const PATHS = ['/api/v1/snapshot', '/api/v1/stream', '/', '/livez', '/graph.svg', '/nowhere'];

const { app } = await scriptedApp();

/** What a link on another site brings. */
const LINK = {
  host: OWN.host,
  'sec-fetch-site': 'cross-site',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-dest': 'document',
};

describe('guard', () => {
  it('answers under its own names only, whatever is asked for', async () => {
    for (const host of HOSTS_REFUSED) {
      for (const url of PATHS) {
        const answer = await app.inject({ url, headers: { host } });
        expect([host, url, answer.statusCode]).toEqual([host, url, 421]);
        expect(answer.json()).toMatchObject({ code: 'host-not-allowed' });
      }
    }
    for (const host of HOSTS_ALLOWED) {
      const answer = await app.inject({ url: '/api/v1/snapshot', headers: { host } });
      expect([host, answer.statusCode]).toEqual([host, 200]);
    }
  });

  it('goes by the request itself, not by what a proxy may have added', async () => {
    const forwarded = {
      host: 'evil.example.com',
      'x-forwarded-host': '127.0.0.1:7070',
      forwarded: 'host=127.0.0.1:7070',
    };
    const answer = await app.inject({ url: '/api/v1/snapshot', headers: forwarded });
    expect(answer.statusCode).toBe(421);
  });

  it('answers under the public address of a proxy, too', async () => {
    const { app: proxied } = await scriptedApp({ publicUrl: 'https://gcscope.example.com' });
    const headers = { host: 'gcscope.example.com', origin: 'https://gcscope.example.com' };
    expect((await proxied.inject({ url: '/api/v1/snapshot', headers })).statusCode).toBe(200);
    expect((await proxied.inject({ url: '/api/v1/snapshot', headers: OWN })).statusCode).toBe(200);
  });

  it.each([
    ['a request without metadata', {}, 200],
    ['its own page', { 'sec-fetch-site': 'same-origin' }, 200],
    ['an address that was typed', { 'sec-fetch-site': 'none' }, 200],
    ['another site', { 'sec-fetch-site': 'cross-site' }, 403],
    ['another port of this machine', { 'sec-fetch-site': 'same-site' }, 403],
    ['a link on another site to data', LINK, 403],
    ['its own origin', { origin: 'http://localhost:7070' }, 200],
    ['another origin', { origin: 'http://evil.example.com' }, 403],
    ['another port as origin', { origin: 'http://127.0.0.1:7071' }, 403],
    ['another scheme', { origin: 'https://127.0.0.1:7070' }, 403],
    ['a sandboxed page', { origin: 'null' }, 403],
    ['a sibling domain', { origin: 'http://a.localhost:7070' }, 403],
  ])('reading by %s', async (_, headers, expected) => {
    for (const url of ['/api/v1/snapshot', '/api/v1/audit']) {
      const answer = await app.inject({ url, headers: { host: OWN.host, ...headers } });
      expect(answer.statusCode).toBe(expected);
      expect(Object.keys(answer.headers).join()).not.toContain('access-control');
    }
  });

  it('lets links of other sites open pages and pictures, and nothing embed them', async () => {
    expect((await app.inject({ url: '/graph.svg', headers: LINK })).statusCode).toBe(200);
    for (const dest of ['image', 'iframe', 'script', 'empty', 'object']) {
      const headers = { ...LINK, 'sec-fetch-dest': dest };
      expect((await app.inject({ url: '/graph.svg', headers })).statusCode).toBe(403);
    }
  });

  it.each([
    ['its own page', OWN_POST, 404],
    [
      'its own page in a browser without metadata',
      { ...OWN_POST, 'sec-fetch-site': undefined },
      404,
    ],
    ['no custom header', { ...OWN_POST, 'x-gcscope': undefined }, 403],
    ['no origin, no metadata', { host: OWN.host, 'x-gcscope': '1' }, 403],
    ['another site', { ...OWN_POST, 'sec-fetch-site': 'cross-site' }, 403],
    ['another origin', { ...OWN_POST, origin: 'http://evil.example.com' }, 403],
    ['a typed address', { ...OWN_POST, 'sec-fetch-site': 'none' }, 403],
  ])('writing by %s', async (_, headers, expected) => {
    const given = Object.fromEntries(
      Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined),
    );
    const answer = await app.inject({
      method: 'POST',
      url: '/api/v1/forks',
      headers: { ...given, 'content-type': 'application/json' },
      payload: { uid: 'none' },
    });
    expect(answer.statusCode).toBe(expected);
  });

  it('knows an address in whatever letters it is written', async () => {
    for (const api of ['/%61pi', '/ap%69', '/%61%70%69']) {
      const followed = await app.inject({ url: `${api}/v1/snapshot`, headers: LINK });
      expect([api, followed.statusCode]).toEqual([api, 403]);
      const written = await app.inject({
        method: 'POST',
        url: `${api}/v1/forks`,
        headers: { host: OWN.host },
        payload: { uid: 'none' },
      });
      expect(written.json()).toMatchObject({ code: 'not-same-origin' });
      const read = await get(app, `${api}/v1/audit`);
      expect(read.headers['cache-control']).toBe('no-store');
    }
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', undefined])(
    'takes JSON only, not %s',
    async (type) => {
      const answer = await app.inject({
        method: 'POST',
        url: '/api/v1/forks',
        headers: { ...OWN_POST, ...(type === undefined ? {} : { 'content-type': type }) },
        payload: '{"uid":"a"}',
      });
      expect(answer.statusCode).toBe(415);
    },
  );

  it('allows no page to load or run anything from elsewhere', async () => {
    const { headers } = await get(app, '/nowhere');
    expect(String(headers['content-security-policy']).split(';')).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "connect-src 'self'",
      "img-src 'self' data:",
      "font-src 'self'",
      "worker-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
    ]);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cross-origin-resource-policy': 'same-origin',
    });
  });
});
