import { fileURLToPath } from 'node:url';
import { serve } from '../../../tools/src/served-program.ts';
import { faultsOnEveryScreen } from './support/every-screen.ts';
import { expect, SERVER_GONE, test } from './support/journey.ts';

const CRICTL = fileURLToPath(
  new URL('../../server/test/node-source/fixtures/unit-limit-ps.json', import.meta.url),
);

test.describe('What people see rarely fits on every screen, and axe finds nothing on it', {
  tag: '@long',
}, () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('a node that the server reads', async ({ page }) => {
    const program = await serve('--embedded', '--crictl', CRICTL);
    await page.goto(`${program.url}/node/unit-limit-ps.json`);
    const summary = page
      .getByRole('region', { name: /^(On the node|Removed next)$/ })
      .getByRole('status');
    await expect(summary).toBeVisible();
    await expect(page.getByRole('button', { name: 'Read again' })).toBeVisible();
    expect(await faultsOnEveryScreen(page, summary)).toEqual([]);
    await page.goto('about:blank');
    await program.stop();
  });

  test.describe('after a fault', () => {
    test.use({ expectedErrors: [/TypeError/] });

    test('a page that failed', async ({ page }) => {
      // A server never answers so, and a page trusts it.
      await page.route('**/api/v1/audit*', (route) => route.fulfill({ json: { findings: 7 } }));
      await page.goto('/findings');
      const failed = page.getByRole('heading', { name: 'This page failed' });
      await expect(failed).toBeVisible();
      expect(await faultsOnEveryScreen(page, failed)).toEqual([]);
    });
  });

  test.describe('of what a server does not have', () => {
    test.use({ expectedErrors: [/status of 404/] });

    test('a node that it does not read', async ({ page }) => {
      await page.goto('/node/nobody');
      const unread = page.getByRole('heading', { name: 'This node cannot be read' });
      await expect(unread).toBeVisible();
      expect(await faultsOnEveryScreen(page, unread)).toEqual([]);
    });
  });

  test.describe('without a server', () => {
    test.use({ expectedErrors: [SERVER_GONE] });

    test('a map that is stale, and says so', async ({ page }) => {
      const program = await serve('--embedded');
      await page.goto(`${program.url}/?view=map`);
      await expect(page.getByText('live', { exact: true })).toBeVisible();
      await program.stop();
      const banner = page.getByRole('alert').filter({ hasText: 'Stale for' });
      await expect(banner).toBeVisible();
      expect(await faultsOnEveryScreen(page, banner)).toEqual([]);
    });
  });
});
