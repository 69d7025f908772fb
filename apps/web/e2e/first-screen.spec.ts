import type { Locator, Page } from '@playwright/test';
import type { Core } from 'cytoscape';
import { expect, test } from './support/journey.ts';

const rows = (page: Page): Locator => page.getByRole('rowheader');
const tile = (page: Page, word: string): Locator =>
  page.getByRole('navigation', { name: 'Summary of the cluster' }).getByRole('link', {
    // The blocked ones are among those that terminate, and say so.
    name: new RegExp(`^(all )?[\\d,]+ (of them )?${word}$`),
  });

async function countOf(link: Locator): Promise<number> {
  return Number((await link.textContent())?.replace(/\D/g, ''));
}

test.describe('The first screen', () => {
  test('needs no more scripts than a browser fetches at once', async ({ page }) => {
    await page.goto('/');
    const scripts = page.locator('script[type=module], link[rel=modulepreload]');
    expect(await scripts.count()).toBeLessThanOrEqual(6);
  });

  test('[NS-08] blocked and wrong are the numbers of the reports', async ({ page }) => {
    await page.goto('/');
    await expect(tile(page, 'blocked')).toBeVisible();
    // The preview that nobody can finish, the lease that nobody gives back, and the chain above a held Pod.
    await expect(async () => expect(await countOf(tile(page, 'blocked'))).toBe(6)).toPass();
    const wrong = await countOf(tile(page, 'with wrong references'));
    await expect(page.getByRole('link', { name: `Findings ${wrong} wrong` })).toBeVisible();
    await page.getByRole('link', { name: /^Terminating/ }).click();
    await expect(page.getByText(/ being deleted, (6|all) of them blocked\./)).toBeVisible();
    await page.getByRole('link', { name: /^Findings/ }).click();
    await expect(
      page.getByText(
        `objects checked, ${wrong} with a wrong reference; ${wrong + 1} findings in all.`,
      ),
    ).toBeVisible();
  });

  test('draws no card of an old ReplicaSet beside another one of its Deployment: they are stacked', async ({
    page,
    cluster,
  }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto('/');
    await expect(page.getByRole('toolbar', { name: 'Map' })).toBeVisible();
    const { nodes } = await cluster.snapshot();
    const owners = new Set(nodes.flatMap((node) => node.owners.map(({ uid }) => uid)));
    const all = nodes.filter(({ kind, uid }) => kind === 'ReplicaSet' && !owners.has(uid));
    const ownerOf = (node: (typeof nodes)[number]) => node.owners[0]?.uid;
    const old = all.filter((one) =>
      all.some((other) => other !== one && ownerOf(other) === ownerOf(one)),
    );
    expect(old.length).toBeGreaterThan(10);
    const cards = (): Promise<readonly string[]> =>
      page.locator('.map-cards').evaluate((host) => {
        // Cytoscape registers itself at its container.
        const { cy } = (host as unknown as { _cyreg: { cy: Core } })._cyreg;
        return cy.nodes().map((node) => String(node.data('uid')));
      });
    await expect.poll(async () => (await cards()).length).toBeGreaterThan(50);
    const shown = new Set(await cards());
    expect(old.filter(({ uid }) => shown.has(uid)).map(({ name }) => name)).toEqual([]);
  });

  test('gives back every view: back button, reload, a link in another browser', async ({
    page,
    cluster,
    inFreshBrowser,
  }) => {
    const ledger = await cluster.find({
      kind: 'Deployment',
      namespace: 'payments',
      name: 'ledger-v1',
    });
    const panel = page.getByRole('complementary', { name: 'Object' });
    await page.goto('/');
    await tile(page, 'blocked').click();
    await page.getByRole('radio', { name: 'List' }).click();
    await page.getByRole('link', { name: 'ledger-v1 Deployment' }).click();
    await expect(panel).toContainText('Waits for ReplicaSet');

    await page.goBack();
    await expect(page).toHaveURL(/\/\?state=blocked&view=list$/);
    await expect(page.getByRole('link', { name: 'ledger-v1 Deployment' })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('application', { name: 'Map of the cluster' })).toBeVisible();
    await page.goBack();
    await expect(page).not.toHaveURL(/state/);

    const address = `/?state=blocked&ns=payments&view=list&sel=${ledger.uid}`;
    await page.goto(address);
    const blocked = [/^ledger-v1Deployment/, /^ledger-v1-\w+-\w+Pod/, /^ledger-v1-\w+ReplicaSet/];
    for (const each of [page, await inFreshBrowser(address)]) {
      await expect(rows(each).filter({ hasText: 'ledger-v1' })).toHaveText(blocked);
      await expect(each.getByRole('complementary', { name: 'Object' })).toContainText(
        'Waits for ReplicaSet',
      );
      await each.reload();
      await expect(rows(each).filter({ hasText: 'ledger-v1' })).toHaveText(blocked);
      expect(each.url()).toMatch(/\/\?state=blocked&ns=payments&view=list&sel=/);
    }
  });
});
