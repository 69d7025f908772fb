import type { GraphDocument } from '@gcscope/gc-core/wire';
import { createCertificate } from '../../../tools/real-cluster/src/certificate.ts';
import { violations } from './support/accessibility.ts';
import { test as base, expect } from './support/journey.ts';
import { expectToFit } from './support/layout.ts';
import { SharedProgram } from './support/shared-program.ts';

const TOKEN = 'a-token.of-ann';

/** gcscope over https, for people who sign in with tokens. */
const test = base.extend<{ readonly shared: { readonly url: string } }>({
  shared: async ({ cluster, page }, use) => {
    const { cluster: behind } = await cluster.snapshot();
    const program = await SharedProgram.over(behind.server);
    program.server.tokens.set(TOKEN, 'ann');
    const { cert, key } = createCertificate({ name: 'gcscope' });
    const url = await program.serve(
      ...['--sign-in', 'token', '--tls-cert', program.write('cert.pem', cert)],
      ...['--tls-key', program.write('key.pem', key)],
    );
    await use({ url });
    // An open page would ask for the program that stops.
    await page.goto('about:blank');
    await program.stop();
  },
});

// What the browser logs of the requests that were refused, before anybody signed in.
test.use({
  ignoreHTTPSErrors: true,
  expectedErrors: [/status of 401 \(Unauthorized\)/],
  contextOptions: { reducedMotion: 'reduce' },
});

test.describe('Signing in', () => {
  test('with a token lands on the link, shows what the person may list, and ends', async ({
    page,
    shared,
    cluster,
  }) => {
    const named = { kind: 'Deployment', namespace: 'payments', name: 'ledger-v1' };
    const { uid } = await cluster.find(named);
    const link = `${shared.url}/o/${uid}?depth=3`;
    await page.goto(link);
    await expect(page.getByRole('heading', { name: 'Sign in to gcscope' })).toBeVisible();
    const field = page.getByLabel('Token of the cluster');
    await expect(field).toBeFocused();
    await field.fill('a-token.of-eve');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toContainText('The cluster does not accept this token.');

    await field.fill(TOKEN);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('region', { name: 'Verdict' })).toBeVisible();
    await expect(page).toHaveURL(link);
    const [cookie] = await page.context().cookies();
    expect(cookie).toMatchObject({
      name: '__Host-gcscope',
      httpOnly: true,
      secure: true,
      sameSite: 'Strict',
    });

    await page.goto(`${shared.url}/?view=list`);
    await expect(page.getByRole('row', { name: /ledger-v1 Deployment/ })).toBeVisible();
    const graph = await page.request.get(`${shared.url}/graph.json`);
    const { nodes } = (await graph.json()) as GraphDocument;
    const seen = new Set(nodes.map(({ namespace, virtual }) => (virtual ? 'virtual' : namespace)));
    expect([...seen].filter((each) => each !== 'virtual')).toEqual(['payments']);
    await page.getByRole('button', { name: 'Signed in as ann' }).click();
    const dialog = page.getByRole('dialog', { name: 'Signed in' });
    await expect(dialog).toContainText(/You do not see \d+ kinds that you may not list/);
    expect(await violations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Show these kinds' }).click();
    const kinds = page.getByRole('dialog');
    await expect(kinds).toContainText('You may not list Secret');
    await expect(kinds).toContainText('read in payments only');
    await page.keyboard.press('Escape');

    const storage = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]));
    expect(storage + (await page.content())).not.toContain(TOKEN);
    await page.getByRole('button', { name: 'Signed in as ann' }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(page.getByRole('heading', { name: 'Sign in to gcscope' })).toBeVisible();
    expect((await page.request.get(`${shared.url}/api/v1/snapshot`)).status()).toBe(401);
  });

  test('leads from a picture to the page where one signs in, and to the picture', {
    tag: '@long',
  }, async ({ page, shared }) => {
    await page.goto(`${shared.url}/graph.svg?theme=dark`);
    await expect(page).toHaveURL(`${shared.url}/sign-in?to=%2Fgraph.svg%3Ftheme%3Ddark`);
    await page.getByLabel('Token of the cluster').fill(TOKEN);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`${shared.url}/graph.svg?theme=dark`);
    await expect(page.locator('svg').first()).toBeVisible();
    // The page of sign-in leads a person who is signed in on at once.
    await page.goto(`${shared.url}/sign-in?to=%2F%3Fview%3Dlist`);
    await expect(page).toHaveURL(`${shared.url}/?view=list`);
  });

  test('is accessible, and fits on 390 pixels', { tag: '@long' }, async ({ page, shared }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(shared.url);
    await page.getByLabel('Token of the cluster').fill('wrong');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toBeVisible();
    await expectToFit(page);
    expect(await violations(page)).toEqual([]);
  });
});
