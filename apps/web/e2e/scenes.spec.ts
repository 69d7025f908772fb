import type { Locator, Page } from '@playwright/test';
import { expect, test } from './support/journey.ts';

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
        'In a foreground deletion, dependents go before their owners',
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
});
