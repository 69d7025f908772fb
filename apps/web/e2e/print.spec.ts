import type { Locator, Page } from '@playwright/test';
import { expect, test } from './support/journey.ts';

const CHECKOUT = { kind: 'Deployment', namespace: 'payments', name: 'checkout' };
/** A sheet of A4 without its margins, in px. */
const SHEET = { width: 718, height: 1046 };

const pictures = (page: Page): Locator => page.locator('.printed-picture');

test.beforeEach(async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.addInitScript(() => {
    // Before the page itself hears of it, so while the picture is still there.
    window.addEventListener('afterprint', () => {
      const pictures = [...document.querySelectorAll<HTMLImageElement>('.printed-picture')];
      document.body.dataset.printed = pictures
        .map((each) => `${each.complete && each.naturalWidth > 0}`)
        .join();
    });
  });
});

/** Prints the page, once it has objects: at the end of it the picture must be there. */
async function print(page: Page): Promise<void> {
  await expect(async () => {
    await page.pdf({ format: 'A4' });
    expect(await page.locator('body').getAttribute('data-printed')).toBe('true');
  }).toPass({ timeout: 15_000 });
}

/** Leaves the page as it is on paper. */
async function layOnPaper(page: Page): Promise<void> {
  await page.setViewportSize(SHEET);
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  await expect(pictures(page)).toBeVisible();
  // The light background of a picture.
  expect(decodeURIComponent((await pictures(page).getAttribute('src')) ?? '')).toContain('#f9fafc');
  const { width = 0, height = 0 } = (await pictures(page).boundingBox()) ?? {};
  expect(width).toBeGreaterThan(SHEET.width / 2);
  expect(height).toBeGreaterThan(100);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(SHEET.width);
  await expect(page.locator('.button:visible')).toHaveCount(0);
}

test.describe('On paper', () => {
  test('a simulation has its release, its step, the picture of that step, and all steps', async ({
    page,
    cluster,
  }) => {
    const { uid } = await cluster.find(CHECKOUT);
    await page.goto(`/simulate/${uid}?policy=Foreground&step=5&fold=steps`);
    const place = page.getByText(/^step 5 of \d+$/);
    await expect(place).toBeVisible();
    const last = Number((await place.textContent())?.split(' ').at(-1));
    await print(page);
    await layOnPaper(page);
    await expect(
      page.getByText(/^Foreground deletion, Kubernetes v1\.\d+ step 5 of \d+$/),
    ).toBeVisible();
    await expect(pictures(page)).toHaveAttribute(
      'alt',
      /^Simulated Foreground delete of Deployment payments\/checkout, Kubernetes v1\.\d+, step 5$/,
    );
    const steps = page.getByRole('region', { name: 'Steps' }).getByRole('listitem');
    await expect(steps).toHaveCount(last + 1);
    // The sentence, the picture, the list.
    const tops = await Promise.all(
      [page.locator('.detail-sentence'), pictures(page), steps.first()].map(
        async (each) => (await each.boundingBox())?.y ?? Number.NaN,
      ),
    );
    expect(tops).toEqual([...tops].sort((a, b) => a - b));
  });

  test('the map is a picture above its list', async ({ page }) => {
    await page.goto('/?ns=payments');
    await expect(page.getByRole('application', { name: 'Map of the cluster' })).toBeVisible();
    await print(page);
    await layOnPaper(page);
    await expect(pictures(page)).toHaveAttribute('alt', /payments/);
    await expect(page.getByRole('columnheader', { name: 'Owner' })).toBeVisible();
  });
});
