import { writeFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './support/journey.ts';
import { savedFile } from './support/saved-file.ts';

/** Clicks, and counts them. */
class Clicks {
  count = 0;

  async on(target: Locator): Promise<void> {
    this.count += 1;
    await target.click();
  }
}

/** The first screen, once the cluster is there. */
async function open(page: Page): Promise<void> {
  await page.goto('/');
  await expect(page.getByRole('status').filter({ hasText: /^live$/ })).toBeVisible();
}

/** Presses the copy button beside a command; the command. */
async function copyCommand(card: Locator, clicks: Clicks): Promise<string> {
  const command = card
    .locator('.command')
    .filter({ hasText: /^kubectl/ })
    .first();
  await clicks.on(command.getByRole('button', { name: /^Copy/ }));
  await expect(command.getByRole('button', { name: 'Copied' })).toBeVisible();
  return (await command.textContent()) ?? '';
}

test.describe('From the first screen', () => {
  test.beforeEach(async ({ browserName, context }) => {
    // Without a screen Chromium asks nobody; Firefox lets a click copy.
    if (browserName === 'chromium') await context.grantPermissions(['clipboard-write']);
  });

  test('a stuck Namespace: its command is copied with three clicks', async ({ page }) => {
    const clicks = new Clicks();
    await open(page);
    await clicks.on(page.getByRole('link', { name: /blocks? \d+ deletions?/ }).first());
    const cause = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('link', { name: /^preview-417 Namespace/ }) })
      .filter({ has: page.getByText('What to do next') });
    await clicks.on(cause.getByText('What to do next'));
    expect(await copyCommand(cause, clicks)).toContain('databases.example.com/preview-417');
    expect(clicks.count).toBeLessThanOrEqual(3);
  });

  test('a wrong reference: its fix is copied with three clicks', async ({ page }) => {
    const clicks = new Clicks();
    await open(page);
    await clicks.on(page.getByRole('link', { name: /objects? (has|have) a wrong reference/ }));
    const finding = page.getByRole('listitem').filter({ hasText: 'pricing-rules-copy' }).first();
    await clicks.on(finding.getByText('Fix', { exact: true }));
    expect(await copyCommand(finding, clicks)).toContain('patch configmaps/pricing-rules-copy');
    expect(clicks.count).toBeLessThanOrEqual(3);
  });

  test('an object that is gone is found by its name with two clicks', async ({ page, cluster }) => {
    const configMaps = '/api/v1/namespaces/shop/configmaps';
    const metadata = { name: 'gone-before-anyone-looked' };
    const uid = await cluster.create(configMaps, { apiVersion: 'v1', kind: 'ConfigMap', metadata });
    const isThere = async (): Promise<boolean> =>
      (await cluster.snapshot()).nodes.some((node) => node.uid === uid);
    await expect.poll(isThere).toBe(true);
    await cluster.delete(`${configMaps}/${metadata.name}`);
    await expect.poll(isThere).toBe(false);
    const clicks = new Clicks();
    await open(page);
    await clicks.on(page.getByRole('button', { name: 'Search and commands' }));
    await page.keyboard.type('before-anyone');
    await clicks.on(page.getByRole('option', { name: metadata.name }));
    await expect(page).toHaveURL(new RegExp(uid));
    const panel = page.getByRole('complementary', { name: 'Object' });
    await expect(panel.getByRole('status')).toContainText(/A user deleted|deleted/);
    expect(clicks.count).toBeLessThanOrEqual(2);
  });

  test('the view to an SVG file, and back', async ({ page }, info) => {
    await page.goto('/?ns=payments');
    await expect(page.getByRole('toolbar', { name: 'Map' })).toBeVisible();
    const svg = await savedFile(page, info, async () => {
      await page.getByRole('button', { name: 'Share' }).click();
      await page.getByRole('menuitem', { name: 'Save as SVG' }).click();
    });
    expect(svg).toContain('ledger-v1');
    const file = info.outputPath('payments.svg');
    writeFileSync(file, svg);
    await page.goto('/picture');
    await page.locator('input[type=file]').setInputFiles(file);
    await expect(page.getByRole('region', { name: 'Map of the saved picture' })).toBeVisible();
  });

  test('the theme is chosen, and remembered', async ({ page }) => {
    const ground = (): Promise<string> =>
      page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    await open(page);
    await page.getByRole('button', { name: /^Theme: system/ }).click();
    const light = await ground();
    await page.getByRole('button', { name: /^Theme: light/ }).click();
    const dark = await ground();
    expect(dark).not.toBe(light);
    await page.reload();
    await expect(page.getByRole('button', { name: /^Theme: dark/ })).toBeVisible();
    expect(await ground()).toBe(dark);
  });
});
