import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OWN, scriptedApp } from './support/scripted-app.ts';

const folder = mkdtempSync(join(tmpdir(), 'gcscope-'));
const root = join(folder, 'web');
const PAGE = { ...OWN, accept: 'text/html,application/xhtml+xml' };

beforeAll(() => {
  mkdirSync(join(root, 'assets'), { recursive: true });
  writeFileSync(join(root, 'index.html'), '<!doctype html><title>gcscope</title>');
  writeFileSync(join(root, 'assets', 'main-a1b2.js'), 'export {};');
  writeFileSync(join(folder, 'secret.txt'), 'not served');
});

afterAll(() => rmSync(folder, { recursive: true }));

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
    const { app } = await scriptedApp(root);
    const answer = await app.inject({ url, headers: PAGE });
    expect([answer.statusCode, answer.body]).toEqual([
      200,
      '<!doctype html><title>gcscope</title>',
    ]);
    expect(answer.headers['cache-control']).toBe('no-cache');
    expect(answer.headers['content-security-policy']).toContain("script-src 'self'");
  });

  it('lets browsers keep files whose name says what is in them', async () => {
    const { app } = await scriptedApp(root);
    const answer = await app.inject({ url: '/assets/main-a1b2.js', headers: OWN });
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(answer.headers['content-type']).toContain('javascript');
  });

  it.each([
    '/assets/missing.js',
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/assets/%00',
    '/api/v1/unknown',
  ])('has no file at %s', async (url) => {
    const { app } = await scriptedApp(root);
    const answer = await app.inject({ url, headers: { ...OWN, accept: '*/*' } });
    expect(answer.statusCode).toBeGreaterThanOrEqual(400);
    expect(answer.statusCode).toBeLessThan(500);
    expect(answer.headers['content-type']).toContain('application/problem+json');
    expect(answer.body).not.toContain('not served');
  });

  it('answers requests for data that does not exist with no page', async () => {
    const { app } = await scriptedApp(root);
    expect((await app.inject({ url: '/api/v1/unknown', headers: PAGE })).statusCode).toBe(404);
    expect((await app.inject({ method: 'POST', url: '/x', headers: PAGE })).statusCode).toBe(404);
  });

  it('says how to build the pages when they are not there', async () => {
    const { app } = await scriptedApp(join(folder, 'nowhere'));
    const answer = await app.inject({ url: '/', headers: PAGE });
    expect(answer.statusCode).toBe(503);
    expect(answer.body).toContain('npm run build');
  });
});
