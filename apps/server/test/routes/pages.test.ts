import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { testFolder } from '../support/test-folder.ts';
import { get, OWN, scriptedApp } from './support/scripted-app.ts';

const folder = testFolder();
const root = join(folder, 'web');
const PAGE = { ...OWN, accept: 'text/html,application/xhtml+xml' };

mkdirSync(join(root, 'assets'), { recursive: true });
writeFileSync(join(root, 'index.html'), '<!doctype html><title>gcscope</title>');
writeFileSync(join(root, 'assets', 'main-a1b2.js'), 'export {};');
writeFileSync(join(root, 'assets', 'main-a1b2.js.br'), 'in brotli');
writeFileSync(join(root, 'assets', 'main-a1b2.js.gz'), 'in gzip');
writeFileSync(join(folder, 'secret.txt'), 'not served');
const { app } = await scriptedApp({ webRoot: root });

describe('pages', () => {
  it.each([
    '/',
    '/o/some-uid',
    '/o/a%2Fb',
    '/list?ns=shop',
    '/anything/else',
    '/o/',
    '/o/some-uid?depth=many&theme=pink',
    '/o/some-uid?depth=1&depth=2&constructor=x',
  ])('answers a browser at %s with the page', async (url) => {
    const answer = await app.inject({ url, headers: PAGE });
    expect([answer.statusCode, answer.body]).toEqual([
      200,
      '<!doctype html><title>gcscope</title>',
    ]);
    expect(answer.headers['cache-control']).toBe('no-cache');
    expect(answer.headers['content-security-policy']).toContain("script-src 'self'");
  });

  it('lets browsers keep files whose name says what is in them', async () => {
    const answer = await get(app, '/assets/main-a1b2.js');
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(answer.headers['content-type']).toContain('javascript');
  });

  it.each([
    ['br, gzip', 'br', 'in brotli'],
    ['gzip', 'gzip', 'in gzip'],
    ['', undefined, 'export {};'],
  ])('sends what the build has compressed, to who takes "%s"', async (accepted, encoding, text) => {
    const headers = { ...OWN, 'accept-encoding': accepted };
    const answer = await app.inject({ url: '/assets/main-a1b2.js', headers });
    expect([answer.headers['content-encoding'], answer.body]).toEqual([encoding, text]);
    expect(answer.headers['content-type']).toContain('javascript');
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(answer.headers.vary).toContain('accept-encoding');
    const page = await app.inject({ url: '/list', headers: { ...PAGE, ...headers } });
    expect(page.body).toContain('gcscope');
  });

  it.each([
    '/assets/missing.js',
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/assets/%00',
    '/api/v1/unknown',
  ])('has no file at %s', async (url) => {
    const answer = await app.inject({ url, headers: { ...OWN, accept: '*/*' } });
    expect(answer.statusCode).toBeGreaterThanOrEqual(400);
    expect(answer.statusCode).toBeLessThan(500);
    expect(answer.headers['content-type']).toContain('application/problem+json');
    expect(answer.body).not.toContain('not served');
  });

  it('answers requests for data that does not exist with no page', async () => {
    expect((await app.inject({ url: '/api/v1/unknown', headers: PAGE })).statusCode).toBe(404);
    expect((await app.inject({ method: 'POST', url: '/x', headers: PAGE })).statusCode).toBe(404);
  });

  it('says how to build the pages when they are not there', async () => {
    const { app: unbuilt } = await scriptedApp({ webRoot: join(folder, 'nowhere') });
    const answer = await unbuilt.inject({ url: '/', headers: PAGE });
    expect(answer.statusCode).toBe(503);
    expect(answer.body).toContain('Run npm run build, then start gcscope again.');
  });

  it.each([
    ['/o/%E0%A4%A', 400, 'This address is damaged: it contains an invalid “%” escape.'],
    ['/%?depth=2', 400, 'This address is damaged'],
    ['/scenes/%zz', 400, 'This address is damaged'],
    ['/o/nobody.svg', 404, 'gcscope has seen no object with this uid.'],
    ['/graph.svg?theme=pink', 400, '“theme” must be one of light, dark.'],
    ['/findings%5C', 404, 'There is nothing at this address.'],
  ])(
    'tells a person as a page and a program as a document what is wrong with %s',
    async (url, code, title) => {
      const page = await app.inject({ url, headers: PAGE });
      expect([page.statusCode, page.headers['content-type']]).toEqual([
        code,
        'text/html; charset=utf-8',
      ]);
      expect(page.body).toContain(`${title}`);
      expect(page.body).toContain('<a href="http://127.0.0.1:7070/">Show the whole cluster</a>');
      expect(page.headers['content-security-policy']).toContain("default-src 'none'; style-src");
      for (const headers of [OWN, { ...OWN, accept: '*/*' }]) {
        const document = await app.inject({ url, headers });
        expect(document.statusCode).toBe(code);
        expect(document.headers['content-type']).toContain('application/problem+json');
        expect(document.json().title).toContain(title);
      }
    },
  );

  it('says under a name that is not served which one is, also at a damaged address', async () => {
    for (const url of ['/', '/o/%E0%A4%A', '//x']) {
      const answer = await app.inject({ url, headers: { ...PAGE, host: 'evil.example.com' } });
      expect([url, answer.statusCode]).toEqual([url, 421]);
      expect(answer.body).toContain('gcscope does not answer under this host name.');
      expect(answer.body).toContain('Open http://127.0.0.1:7070, or start gcscope with');
      expect(answer.body).not.toContain('<script');
    }
  });

  it('answers a damaged address of data with a document for every client', async () => {
    const answer = await app.inject({ url: '/api/v1/objects/%E0%A4%A', headers: PAGE });
    expect(answer.json()).toMatchObject({ status: 400, code: 'bad-request' });
  });
});
