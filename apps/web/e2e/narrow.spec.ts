import type { Locator } from '@playwright/test';
import { expect, test } from './support/journey.ts';
import { expectToFit } from './support/layout.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

/** A finger reaches it: within the width of the screen, and nothing lies over it. */
async function expectReachable(control: Locator): Promise<void> {
  await control.click({ trial: true });
  await expect(control).toBeInViewport({ ratio: 1 });
}

test.describe('On 390 pixels', { tag: '@long' }, () => {
  test('the list, its filters and the search', async ({ page }) => {
    await page.goto('/');
    const row = page.getByRole('row', { name: /ledger-v1 Deployment · payments/ });
    await expect(row).toContainText('blocked');
    await expect(
      page.getByRole('link', { name: 'Findings' }).getByText(/^\d wrong$/),
    ).toBeVisible();
    await expectToFit(page);
    await expectReachable(page.getByRole('radio', { name: 'Map' }));
    await expectReachable(page.getByRole('button', { name: 'Search and commands' }));
    await expectReachable(page.getByRole('button', { name: 'Keyboard shortcuts' }));

    await page.getByRole('button', { name: 'Filters' }).tap();
    await page.getByRole('option', { name: /^payments/ }).tap();
    await page.getByRole('button', { name: 'Filters' }).tap();
    await expect(page.getByRole('rowheader').first()).toContainText('payments');
    await expectToFit(page);
    await page.getByRole('radio', { name: 'Map' }).tap();
    await expect(page.getByRole('application', { name: 'Map of the cluster' })).toBeVisible();
    await expectToFit(page);
  });

  test('the page of an object', async ({ page, cluster }) => {
    const { uid } = await cluster.find({
      kind: 'Deployment',
      namespace: 'payments',
      name: 'ledger-v1',
    });
    await page.goto(`/o/${uid}`);
    await expect(page.getByRole('region', { name: 'Verdict' })).toContainText(
      'Waits for ReplicaSet',
    );
    await expectToFit(page);
    await expectReachable(page.getByRole('button', { name: 'Simulate delete…' }));
    await expectReachable(page.getByRole('button', { name: 'Share' }));
    await page.getByRole('radio', { name: 'Map' }).tap();
    await expect(page.getByRole('application')).toBeVisible();
    await expectReachable(page.getByRole('button', { name: 'Fit everything' }));
    await expectToFit(page);
  });
});

test('No part of the first screen is cut off, from a phone to a desk', async ({ page }) => {
  await page.goto('/');
  const parts = page.getByRole('banner').locator('a, button');
  await expect(parts.filter({ hasText: 'Findings' })).toContainText('wrong');
  const tall = [320, 360, 480, 500, 540, 700, 765, 800, 865, 1000, 1100];
  const sizes = tall.map((width) => ({ width, height: 844 }));
  // Low windows have an arrangement of their own.
  for (const width of [540, 640, 720, 760]) sizes.push({ width, height: 450 });
  for (const size of sizes) {
    await page.setViewportSize(size);
    const end = () =>
      parts.evaluateAll((all) =>
        Math.max(...all.map((part) => part.getBoundingClientRect().right)),
      );
    await expect.poll(end).toBeLessThanOrEqual(size.width);
    await expectToFit(page);
  }
});

test('With everything twice as large, most of the window is for the objects', async ({ page }) => {
  await page.goto('/?view=list');
  const rows = page.getByRole('table');
  await expect(page.getByText('blocks 3 deletions')).toBeVisible();
  for (const size of [
    { width: 720, height: 450 },
    { width: 640, height: 400 },
  ]) {
    await page.setViewportSize(size);
    const top = () => rows.evaluate((table) => table.getBoundingClientRect().top);
    await expect.poll(top).toBeLessThan(size.height * 0.4);
  }
  await page.setViewportSize({ width: 720, height: 450 });
  const live = page.getByRole('banner').getByText('live', { exact: true });
  await expect(live).not.toHaveCSS('font-size', '0px');
});
