import type { Locator, Page } from '@playwright/test';
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
