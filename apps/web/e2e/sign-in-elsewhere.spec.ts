import type { Page } from '@playwright/test';
import { LocalIssuer } from '../../server/test/sharing/support/local-issuer.ts';
import { test as base, expect, type Journey } from './support/journey.ts';
import { SharedProgram } from './support/shared-program.ts';
import { TlsProxy } from './support/tls-proxy.ts';

const COOKIE = '__Host-gcscope';
const SECRET = 'what only the proxy knows';

/** gcscope behind a proxy that ends TLS; `serve` starts it. */
interface Fronted {
  readonly proxy: TlsProxy;
  readonly program: SharedProgram;
  /** Starts gcscope with these arguments, known by the URL of the proxy. */
  serve(...args: readonly string[]): Promise<void>;
}

const test = base.extend<{ readonly fronted: Fronted }>({
  fronted: async ({ cluster, page }, use) => {
    const { cluster: behind } = await cluster.snapshot();
    const program = await SharedProgram.over(behind.server);
    const proxy = await TlsProxy.start();
    const serve = async (...args: readonly string[]): Promise<void> => {
      const port = String(proxy.target);
      await program.serve('--port', port, '--public-url', proxy.url, ...args);
    };
    await use({ proxy, program, serve });
    // An open page would ask for the program that stops.
    await page.goto('about:blank');
    await proxy.stop();
    await program.stop();
  },
});

/** What changes in the cluster comes to the list that is open. */
async function expectLive(page: Page, cluster: Journey['cluster'], name: string): Promise<void> {
  await expect(page.getByRole('status').filter({ hasText: /^live$/ })).toBeVisible();
  const metadata = { name };
  const collection = '/api/v1/namespaces/payments/configmaps';
  await cluster.create(collection, { apiVersion: 'v1', kind: 'ConfigMap', metadata });
  await expect(page.getByRole('row', { name: new RegExp(`${name} ConfigMap`) })).toBeVisible();
  await cluster.delete(`${collection}/${name}`);
  await expect(page.getByRole('row', { name: new RegExp(`${name} ConfigMap`) })).toBeHidden();
}

test.use({ ignoreHTTPSErrors: true, expectedErrors: [/status of 40[13]|status of 502|ERR_/] });

test.describe('Signing in elsewhere, behind a proxy that ends TLS', { tag: '@long' }, () => {
  test('at an OpenID Connect provider lands on the link, once for all links, and ends', async ({
    page,
    cluster,
    fronted: { proxy, program, serve },
  }) => {
    const issuer = await LocalIssuer.start();
    issuer.asks = true;
    await serve(
      ...['--sign-in', 'oidc', '--oidc-issuer', issuer.url, '--oidc-client-id', issuer.clientId],
      ...['--oidc-client-secret-file', program.write('secret', issuer.clientSecret)],
      ...['--oidc-username-prefix', '-'],
    );
    const { uid } = await cluster.find({
      kind: 'Deployment',
      namespace: 'payments',
      name: 'ledger-v1',
    });
    const link = `${proxy.url}/o/${uid}?depth=3`;
    const signIn = async (): Promise<void> => {
      await expect(page.getByRole('heading', { name: 'Sign in to gcscope' })).toBeVisible();
      await page.getByRole('link', { name: 'Sign in with your organisation' }).click();
      await page.getByRole('link', { name: 'It is me' }).click();
    };
    await page.goto(link);
    await signIn();
    await expect(page.getByRole('region', { name: 'Verdict' })).toBeVisible();
    await expect(page).toHaveURL(link);
    const cookies = await page.context().cookies(proxy.url);
    expect(cookies).toEqual([
      expect.objectContaining({ name: COOKIE, httpOnly: true, secure: true, sameSite: 'Strict' }),
    ]);

    // Signed in once for every other link, and for pictures, which lead to the public address.
    await page.goto(`${proxy.url}/o/${uid}.svg`);
    const addresses = await page
      .locator('a')
      .evaluateAll((links) => links.map((each) => each.getAttribute('href') ?? ''));
    expect(addresses.length).toBeGreaterThan(1);
    for (const address of addresses) expect(address).toMatch(new RegExp(`^${proxy.url}/`));
    await page.goto(`${proxy.url}/?view=list`);
    await expect(page.getByRole('button', { name: 'Signed in as ann' })).toBeVisible();
    await expectLive(page, cluster, 'behind-oidc');

    // What was a session before the program began is none.
    await program.restart();
    await page.reload();
    await signIn();
    await expect(page).toHaveURL(`${proxy.url}/?view=list`);
    const [session] = await page.context().cookies(proxy.url);
    const headers = { cookie: `${COOKIE}=${session?.value}` };
    const asked = `http://127.0.0.1:${proxy.target}/api/v1/snapshot`;
    expect((await fetch(asked, { headers })).status).toBe(200);
    await page.getByRole('button', { name: 'Signed in as ann' }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(page.getByRole('heading', { name: 'Sign in to gcscope' })).toBeVisible();
    expect(await page.context().cookies(proxy.url)).toEqual([]);
    expect((await fetch(asked, { headers })).status).toBe(401);
    await issuer.stop();
  });

  test('by the proxy, which names the person', async ({
    page,
    cluster,
    fronted: { proxy, program, serve },
  }) => {
    await serve(...['--sign-in', 'proxy', '--proxy-secret-file', program.write('secret', SECRET)]);
    await page.goto(proxy.url);
    await expect(page.getByRole('alert')).toContainText('The proxy did not say who you are.');

    proxy.added = { 'x-forwarded-user': 'ann', 'x-gcscope-proxy-secret': SECRET };
    await page.goto(`${proxy.url}/?view=list`);
    await expect(page.getByRole('button', { name: 'Signed in as ann' })).toBeVisible();
    await expect(page.getByRole('row', { name: /ledger-v1 Deployment/ })).toBeVisible();
    await expectLive(page, cluster, 'behind-proxy');
    const forged = { 'x-forwarded-user': 'root', 'x-forwarded-groups': 'system:masters' };
    const session = await page.evaluate(
      async (headers) => (await fetch('/api/v1/session', { headers })).json(),
      forged,
    );
    expect(session).toEqual({ signIn: 'proxy', name: 'ann' });
    // Past the proxy nobody names anybody.
    const past = `http://127.0.0.1:${proxy.target}/api/v1/session`;
    expect((await fetch(past, { headers: forged })).status).toBe(403);
  });
});
