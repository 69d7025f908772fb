import type { Page } from '@playwright/test';
import { expect, test } from './support/journey.ts';

/** Presses Tab until what has the focus is called `name`. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(() => {
      const { activeElement } = document;
      const label = activeElement?.getAttribute('aria-label');
      return (label ?? activeElement?.textContent ?? '').trim();
    });
    if (name.test(focused)) return;
  }
  throw new Error(`Tab never reaches ${name}.`);
}

test('Without a pointer: to an object, along its edges, through a simulation, and back', async ({
  page,
  cluster,
}) => {
  const checkout = await cluster.find({
    kind: 'Deployment',
    namespace: 'payments',
    name: 'checkout',
  });
  await page.goto('/');
  await expect(page.getByRole('application', { name: 'Map of the cluster' })).toBeVisible();

  await page.keyboard.press('/');
  await expect(page.getByRole('combobox', { name: 'Search and commands' })).toBeFocused();
  await page.keyboard.type('deployment payments/checkout');
  await expect(page.getByRole('option', { name: 'checkout' })).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`sel=${checkout.uid}`));
  const panel = page.getByRole('complementary', { name: 'Object' });
  await expect(panel.getByRole('heading', { level: 1 })).toContainText('checkout');

  const said = page.locator('[aria-live=polite]');
  await page.keyboard.press('ArrowDown');
  await expect(
    said.filter({ hasText: /^(ReplicaSet|Secret|ConfigMap) .*, in payments/ }),
  ).toHaveCount(1);
  await page.keyboard.press('ArrowRight');
  // The sibling may be a stack of old ReplicaSets.
  await expect(said.filter({ hasText: /checkout as an owner\.|Stacked\.$/ })).toHaveCount(1);
  await page.keyboard.press('ArrowUp');
  await expect(said.filter({ hasText: 'Deployment checkout, in payments' })).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/o/${checkout.uid}`));

  // Tab looks for nothing that comes later.
  await expect(page.getByRole('button', { name: 'Simulate delete…' })).toBeVisible();
  await tabTo(page, /^Simulate delete…$/);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Simulate delete' });
  await expect(dialog.getByRole('link', { name: /^Simulate Foreground/ })).toBeVisible();
  await tabTo(page, /^Simulate Foreground/);
  await page.keyboard.press('Enter');

  const place = page.getByRole('region', { name: 'Player' }).getByText(/^step \d+ of/);
  await expect(place).toHaveText(/^step 0 of/);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(place).toHaveText(/^step 2 of/);
  await expect(
    said.filter({ hasText: /^Step 2 of \d+\. Collector · graph builder: The collector sees that/ }),
  ).toHaveCount(1);
  await page.keyboard.press('ArrowLeft');
  await expect(place).toHaveText(/^step 1 of/);
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(new RegExp(`/o/${checkout.uid}`));

  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeHidden();
});
