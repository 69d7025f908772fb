import type { Locator, Page } from '@playwright/test';
import { expect, test } from './support/journey.ts';

const rows = (page: Page): Locator => page.getByRole('rowheader');
const tile = (page: Page, word: string): Locator =>
  page.getByRole('navigation', { name: 'Summary of the cluster' }).getByRole('link', {
    name: new RegExp(`^[\\d,]+ ${word}$`),
  });

async function countOf(link: Locator): Promise<number> {
  return Number((await link.textContent())?.replace(/\D/g, ''));
}

test.describe('The first screen', () => {
  test('[NS-08] blocked and wrong are the numbers of the reports', async ({ page }) => {
    await page.goto('/');
    await expect(tile(page, 'blocked')).toBeVisible();
    // The preview that nobody can finish, the lease that nobody gives back, and the chain above a held Pod.
    await expect(async () => expect(await countOf(tile(page, 'blocked'))).toBe(6)).toPass();
    const wrong = await countOf(tile(page, 'with wrong references'));
    await expect(page.getByRole('link', { name: `Findings ${wrong} wrong` })).toBeVisible();
    await page.getByRole('link', { name: /^Terminating/ }).click();
    await expect(page.getByText(/ being deleted, 6 of them blocked\./)).toBeVisible();
    await page.getByRole('link', { name: /^Findings/ }).click();
    await expect(page.getByText(`findings on ${wrong} objects.`)).toBeVisible();
  });

  test('counts the cluster, and each count leads to what it counts', async ({ page }) => {
    await page.goto('/');
    for (const word of ['objects', 'kinds unread', 'terminating', 'blocked', 'goe?s? next']) {
      await expect(tile(page, word)).toBeVisible();
    }
    await tile(page, 'blocked').click();
    await expect(page).toHaveURL(/[?&]state=blocked(&|$)/);
    const statement = page.getByRole('status').filter({ hasText: / of \d+ objects/ });
    await expect(async () => {
      const count = await countOf(tile(page, 'blocked'));
      expect(await statement.textContent()).toMatch(new RegExp(`^${count} of \\d+ objects`));
    }).toPass();

    await page.getByRole('radio', { name: 'List' }).click();
    await expect(page).toHaveURL(/view=list/);
    await expect(page.getByRole('row', { name: /ledger-v1 Deployment .*payments/ })).toContainText(
      'blocked',
    );
    await expect(async () => {
      expect(await rows(page).count()).toBe(await countOf(tile(page, 'blocked')));
    }).toPass();
    for (const row of await page
      .getByRole('row')
      .filter({ has: rows(page) })
      .all()) {
      await expect(row).toContainText('blocked');
    }

    // Once more on the same count: everything again.
    await tile(page, 'blocked').click();
    await expect(page.getByRole('row', { name: /checkout Deployment/ })).toBeVisible();
    await tile(page, 'kinds unread').click();
    await expect(page.getByRole('dialog', { name: /^Kinds: \d+ read, \d+ unread$/ })).toBeVisible();
  });

  test('terminating is one number: in the top bar, on the tile and on the page', async ({
    page,
  }) => {
    await page.goto('/');
    const entry = page
      .getByRole('navigation', { name: 'Pages' })
      .getByRole('link', { name: /^Terminating/ });
    // The world moves: the numbers are the same at some moment, not from the first one on.
    await expect(async () => {
      const count = await countOf(tile(page, 'terminating'));
      expect(count).toBeGreaterThanOrEqual(await countOf(tile(page, 'blocked')));
      expect(await countOf(entry)).toBe(count);
    }).toPass();
    await tile(page, 'terminating').click();
    await expect(page).toHaveURL(/[?&]state=terminating(&|$)/);
    await entry.click();
    const statement = page.getByRole('status').filter({ hasText: 'being deleted' });
    await expect(async () => {
      const words = `${await countOf(entry)} objects are being deleted`;
      expect(await statement.textContent()).toContain(words);
    }).toPass();
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
