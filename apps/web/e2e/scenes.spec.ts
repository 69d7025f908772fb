import type { Locator, Page } from '@playwright/test';
import { expect, test } from './support/journey.ts';
import { expectToFit } from './support/layout.ts';

const place = (page: Page): Locator =>
  page.getByRole('region', { name: 'Player' }).getByText(/^step \d+ of \d+/);
const happens = (page: Page): Locator => page.getByRole('region', { name: 'This step' });

test.describe('A scene', () => {
  // The browser itself logs each request that goes nowhere.
  test.describe('with nothing but its page', () => {
    test.use({ expectedErrors: [/Failed to load resource/] });

    test('plays from a link to the exact step, forth, back and forth again', async ({ page }) => {
      await page.route('**/api/**', (route) => route.abort());
      await page.goto('/scenes/foreground-v1.36?step=5');
      await expect(place(page)).toHaveText('step 5 of 19');
      await expect(page.getByRole('application', { name: 'Map of the simulation' })).toBeVisible();
      await page.keyboard.press('Home');
      await expect(page.getByRole('region', { name: 'About this scene' })).toContainText(
        'Dependents go first',
      );
      const texts: (string | null)[] = [];
      for (let at = 1; at <= 5; at++) {
        await page.keyboard.press('ArrowRight');
        await expect(place(page)).toHaveText(`step ${at} of 19`);
        texts.push(await happens(page).textContent());
      }
      for (let at = 4; at >= 1; at--) {
        await page.keyboard.press('ArrowLeft');
        await expect(place(page)).toHaveText(`step ${at} of 19`);
        expect(await happens(page).textContent()).toBe(texts[at - 1]);
      }
      for (let at = 2; at <= 5; at++) {
        await page.keyboard.press('ArrowRight');
        await expect(place(page)).toHaveText(`step ${at} of 19`);
        expect(await happens(page).textContent()).toBe(texts[at - 1]);
      }
      await page.keyboard.press('Escape');
      await expect(page).toHaveURL(/\/scenes$/);
    });
  });

  test('shows two releases side by side, and where they part', async ({ page }) => {
    await page.goto('/scenes/redis-cross-namespace-v1.13-exporter-first');
    await page.getByRole('combobox', { name: 'Compare with' }).selectOption('v1.36');
    const beside = page.getByRole('region', { name: 'Comparison: v1.36' });
    await expect(beside).toContainText('StatefulSet kube-system/redis stays (instead of: is gone)');
    await expect(page).toHaveURL(/beside=v1\.36/);
    await page.reload();
    await expect(beside).toContainText('StatefulSet kube-system/redis stays');
    await page.keyboard.press('End');
    await expect(place(page)).toHaveText('step 9 of 9');
    await expect(beside).toContainText(/step \d+ of \d+/);
  });

  test('is found from the first screen', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('link', { name: 'Scenes' }).click();
    await page.getByRole('searchbox', { name: 'Find a scene' }).fill('velero');
    await page
      .getByRole('link', { name: /^A restore brings back objects/ })
      .first()
      .click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('A restore brings back');
    await page.keyboard.press('End');
    await expect(page.getByRole('region', { name: 'Steps' })).toContainText(
      'The collector deletes PersistentVolumeClaim shop/orders-data, because it remembers its owner Database shop/orders as absent.',
    );
  });
});

test.describe('Scenes on 390 pixels', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('stepping in', async ({ page }) => {
    await page.goto('/scenes/foreground-v1.36?step=7');
    await page.getByRole('button', { name: 'Step in' }).tap();
    await expect(page.getByRole('heading', { name: 'Step in here' })).toBeInViewport();
    await expect(page.getByRole('region', { name: 'What if' })).toContainText(
      'The reference is valid',
    );
    await expectToFit(page);
  });
});
