import { serve } from '../../../tools/src/served-program.ts';
import { expect, SERVER_GONE, test } from './support/journey.ts';

test.describe('A server that is gone', () => {
  test.use({ expectedErrors: [SERVER_GONE] });

  test('keeps the frame of the page, says what happened, and loads the page when it is back', async ({
    page,
  }) => {
    const program = await serve('--embedded');
    await page.goto(program.url);
    await expect(page.getByRole('link', { name: 'Findings' })).toBeVisible();
    await expect(page.getByText('live', { exact: true })).toBeVisible();
    await program.stop();
    await expect(page.getByText(/Stale for/)).toBeVisible();

    await page.getByRole('link', { name: 'Findings' }).click();
    await expect(
      page.getByRole('heading', { name: 'This page could not be loaded' }),
    ).toBeVisible();
    await expect(page.getByText('The page loads by itself as soon as it does.')).toBeVisible();
    // It would load nothing.
    await expect(page.getByRole('button', { name: 'Load again' })).toBeHidden();
    await expect(page.getByRole('link', { name: 'Map' })).toBeVisible();
    await page.getByRole('link', { name: 'Map' }).click();
    await expect(page.getByRole('main')).toContainText('Legend');
    await page.getByRole('link', { name: 'Findings' }).click();

    const { port } = new URL(program.url);
    const back = await serve('--embedded', '--port', port);
    try {
      const heading = page.getByRole('heading', { name: 'Findings', level: 1 });
      // The page may come back by itself before the button is pressed.
      await Promise.race([
        page.getByRole('button', { name: 'Try now' }).click(),
        heading.waitFor(),
      ]);
      await expect(heading).toBeVisible();
      await expect(page.getByText(/\d+ findings? in all/)).toBeVisible();
    } finally {
      await page.goto('about:blank');
      await back.stop();
    }
  });
});

test.describe('A part that the server no longer has, as after an update', () => {
  test.use({
    expectedErrors: [/Failed to load resource|dynamically imported module|worker script/],
  });

  test('of a page: the frame stays, and the page loads again', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByText('live', { exact: true })).toBeVisible();
    await page.route('**/assets/FindingsPage-*.js', (route) => route.fulfill({ status: 404 }));
    await page.getByRole('link', { name: 'Findings' }).click();
    await expect(page.getByText('It may have been updated since you opened it.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Terminating' })).toBeVisible();
    await page.unroute('**/assets/FindingsPage-*.js');
    await page.getByRole('button', { name: 'Load again' }).click();
    await expect(page.getByRole('heading', { name: 'Findings', level: 1 })).toBeVisible();
  });

  test('of a dialog: it says so, and the page stays', async ({ page }) => {
    await page.route('**/assets/RuleDialog-*.js', (route) => route.fulfill({ status: 404 }));
    await page.goto('/findings?rule=CL-04');
    const dialog = page.getByRole('dialog', { name: 'Rule CL-04' });
    await expect(dialog).toContainText('The rules could not be loaded. Reload the page');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('heading', { name: 'Findings', level: 1 })).toBeVisible();
  });

  test('of Share: it says that nothing was saved', async ({ page }) => {
    await page.route('**/assets/save-view-*.js', (route) => route.fulfill({ status: 404 }));
    await page.goto('/?ns=payments');
    await page.getByRole('button', { name: 'Share' }).click();
    await page.getByRole('menuitem', { name: 'Save as JSON' }).click();
    await expect(page.getByRole('dialog', { name: 'Share' })).toContainText('Nothing was saved.');
  });

  test('of the player: the frame stays and says what to do', async ({ page }) => {
    await page.route('**/assets/player-worker-*.js', (route) => route.fulfill({ status: 404 }));
    for (const path of ['/scenes', '/scenes/foreground-v1.36']) {
      await page.goto(path);
      await expect(page.getByRole('main')).toContainText('could not be loaded. Reload the page');
      await expect(page.getByRole('link', { name: 'Findings' })).toBeVisible();
    }
  });

  test('of the program itself: a line says so', async ({ page }) => {
    await page.route('**/assets/program-*.js', (route) => route.fulfill({ status: 404 }));
    await page.goto('/');
    await expect(page.getByRole('alert')).toHaveText(
      'gcscope could not be loaded. Reload the page once its server answers.',
    );
  });
});
