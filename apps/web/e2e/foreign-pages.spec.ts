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

test.describe('Pages of others', () => {
  test.use({
    expectedErrors: [/Failed to load resource|CORS policy|EventSource|MIME type|nosniff/],
  });
  let program: Served | undefined;
  const sites: ForeignSite[] = [];

  test.afterEach(async () => {
    await program?.stop();
    for (const site of sites.splice(0)) await site.close();
  });

  /** A server whose pages mean harm. */
  async function foreign(): Promise<ForeignSite> {
    const site = await serveForeignSite();
    sites.push(site);
    return site;
  }

  /** Something in front of gcscope, which listens on `port`, that shows how it answers. */
  async function front(port: number): Promise<ForeignSite> {
    const site = await serveForeignSite(`http://127.0.0.1:${port}`);
    sites.push(site);
    return site;
  }

  for (const [where, own, other, tag] of [
    ['on another port of this machine', '127.0.0.1', '127.0.0.1', ['@long']],
    [
      'on a sibling domain, which browsers call the same site,',
      'gcscope.team.localhost',
      'evil.team.localhost',
      [],
    ],
  ] as const) {
    test(`${where} read nothing and change nothing`, { tag: [...tag] }, async ({ page }) => {
      // The port is known first, the name under which gcscope answers with it.
      const { port, close } = await serveForeignSite();
      await close();
      const [gate, site] = [await front(port), await foreign()];
      const target = `http://${own}:${gate.port}`;
      program = await serve('--embedded', '--port', String(port), '--public-url', target);
      await page.goto(`http://${other}:${site.port}/attack`);
      expectNothing(await attack(page, target));
      expect([...gate.statuses]).toEqual([403]);
      // The same from its own page is answered: the name is right.
      await page.goto(target);
      await expect(page.getByRole('status').filter({ hasText: /^live$/ })).toBeVisible();
      expect([...gate.statuses]).toContain(200);
    });
  }

  test('whose name leads to gcscope later read nothing and change nothing', {
    tag: '@long',
  }, async ({ page }) => {
    program = await serve('--embedded');
    const gate = await front(Number(new URL(program.url).port));
    const target = `http://rebound.localhost:${gate.port}`;
    await page.goto(`${target}/attack`);
    const spoils = await attack(page, target);
    // For the browser it is one origin, so the page reads the refusal, and no more.
    expect(spoils.snapshot).toMatch(/^421 .*host-not-allowed/);
    expect([...gate.statuses]).toEqual([421]);
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
