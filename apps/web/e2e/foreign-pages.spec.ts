import type { Page } from '@playwright/test';
import { type Served, serve } from '../../../tools/src/served-program.ts';
import { type ForeignSite, serveForeignSite } from './support/foreign-site.ts';
import { expect, test } from './support/journey.ts';

/** What a page found out about gcscope at this address: each attempt by name, and what it brought. */
type Spoils = Readonly<Record<string, string>>;

/** Tries from within a page whatever could read from gcscope, or change something in it. */
function attack(page: Page, target: string): Promise<Spoils> {
  return page.evaluate(async (gcscope) => {
    const fetched = async (path: string, init: RequestInit = {}): Promise<string> => {
      try {
        const answer = await fetch(`${gcscope}${path}`, init);
        return `${answer.status} ${(await answer.text()).slice(0, 300)}`;
      } catch (error) {
        return error instanceof Error ? error.name : 'refused';
      }
    };
    const loaded = (tag: 'img' | 'script', path: string): Promise<string> =>
      new Promise((resolve) => {
        const element = document.createElement(tag);
        element.onload = () => resolve('loaded');
        element.onerror = () => resolve('refused');
        element.src = `${gcscope}${path}`;
        document.body.append(element);
      });
    const streamed = (): Promise<string> =>
      new Promise((resolve) => {
        const source = new EventSource(`${gcscope}/api/v1/stream`, { withCredentials: true });
        const end = (text: string): void => {
          source.close();
          resolve(text);
        };
        source.onopen = () => end('opened');
        source.onerror = () => end('refused');
      });
    const headers = { 'content-type': 'application/json', 'x-gcscope': '1' };
    const body = JSON.stringify({ uid: 'any' });
    return {
      snapshot: await fetched('/api/v1/snapshot'),
      'snapshot with credentials': await fetched('/api/v1/snapshot', { credentials: 'include' }),
      'snapshot without CORS': await fetched('/api/v1/snapshot', { mode: 'no-cors' }),
      stream: await fetched('/api/v1/stream'),
      'stream as events': await streamed(),
      'debug graph': await fetched('/debug/controllers/garbagecollector/graph'),
      metrics: await fetched('/metrics'),
      picture: await loaded('img', '/graph.svg'),
      script: await loaded('script', '/api/v1/snapshot'),
      write: await fetched('/api/v1/forks', { method: 'POST', headers, body }),
      'simple write': await fetched('/api/v1/forks', { method: 'POST', body, mode: 'no-cors' }),
    };
  }, target);
}

/** How gcscope answered what the page sent to it. */
function statusesOf(page: Page, target: string): () => readonly number[] {
  const statuses: number[] = [];
  page.on('response', (response) => {
    if (response.url().startsWith(target) && !response.url().endsWith('/attack')) {
      statuses.push(response.status());
    }
  });
  return () => [...new Set(statuses)];
}

test.describe('Pages of others', () => {
  test.use({
    expectedErrors: [/Failed to load resource|CORS policy|EventSource|MIME type|nosniff/],
  });
  let program: Served | undefined;
  let site: ForeignSite | undefined;

  test.afterEach(async () => {
    await program?.stop();
    await site?.close();
  });

  test('on another port of this machine read nothing and change nothing', async ({ page }) => {
    program = await serve('--embedded');
    site = await serveForeignSite();
    const statuses = statusesOf(page, program.url);
    await page.goto(`http://127.0.0.1:${site.port}/attack`);
    expectNothing(await attack(page, program.url));
    expect(statuses()).toEqual([403]);
  });

  test('on a sibling domain, which browsers call the same site, read nothing and change nothing', async ({
    page,
  }) => {
    // The port is known first, the name of gcscope with it.
    const first = await serve('--embedded');
    const { port } = new URL(first.url);
    await first.stop();
    const target = `http://gcscope.team.localhost:${port}`;
    program = await serve('--embedded', '--port', port, '--public-url', target);
    site = await serveForeignSite();
    const statuses = statusesOf(page, target);
    await page.goto(`http://evil.team.localhost:${site.port}/attack`);
    expectNothing(await attack(page, target));
    expect(statuses()).toEqual([403]);
    // The same from its own page is answered: the name is right.
    await page.goto(target);
    await expect(page.getByRole('status').filter({ hasText: /^live$/ })).toBeVisible();
    const own = page.evaluate(async () => (await fetch('/api/v1/snapshot')).status);
    expect(await own).toBe(200);
  });

  test('whose name leads to gcscope later read nothing and change nothing', async ({ page }) => {
    program = await serve('--embedded');
    site = await serveForeignSite(program.url);
    const target = `http://rebound.localhost:${site.port}`;
    const statuses = statusesOf(page, target);
    await page.goto(`${target}/attack`);
    const spoils = await attack(page, target);
    // For the browser it is one origin, so the page reads the refusal, and no more.
    expect(spoils.snapshot).toMatch(/^421 .*host-not-allowed/);
    expect(statuses()).toEqual([421]);
    for (const text of Object.values(spoils)) {
      expect(text).toMatch(/^(421 .*host-not-allowed|refused)/);
      expect(text).not.toContain('shop');
    }
  });
});

/** Without CORS a page may send, and read nothing: `0` with an empty text. */
function expectNothing(spoils: Spoils): void {
  for (const [what, text] of Object.entries(spoils)) {
    expect([what, text]).toEqual([what, expect.stringMatching(/^(TypeError|refused|0 )$/)]);
  }
}
