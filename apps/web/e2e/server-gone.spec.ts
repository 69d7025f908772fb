import { serve } from '../../../tools/src/served-program.ts';
import { expect, test } from './support/journey.ts';

test.describe('A server that is gone', () => {
  test.use({ expectedErrors: [/ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED_ENCODING/] });

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
    await expect(page.getByRole('link', { name: 'Map' })).toBeVisible();
    await page.getByRole('link', { name: 'Map' }).click();
    await expect(page.getByRole('main')).toContainText('Legend');
    await page.getByRole('link', { name: 'Findings' }).click();

    const { port } = new URL(program.url);
    const back = await serve('--embedded', '--port', port);
    try {
      await page.getByRole('button', { name: 'Try now' }).click();
      await expect(page.getByRole('heading', { name: 'Findings', level: 1 })).toBeVisible();
      await expect(page.getByText(/\d+ findings? on/)).toBeVisible();
    } finally {
      await page.goto('about:blank');
      await back.stop();
    }
  });
});
