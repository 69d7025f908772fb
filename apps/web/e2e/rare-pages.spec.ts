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

  test('an object that took others along, and all that happened', async ({ page, cluster }) => {
    const namespace = 'rare-cascade';
    const path = `/api/v1/namespaces/${namespace}/configmaps`;
    await cluster.createNamespace(namespace);
    const configMap = { apiVersion: 'v1', kind: 'ConfigMap' };
    const name = 'owner-of-many';
    const uid = await cluster.create(path, { ...configMap, metadata: { name } });
    const ownerReferences = [{ ...configMap, name, uid }];
    for (let at = 1; at <= 7; at++) {
      const metadata = { name: `dependent-${at}`, ownerReferences };
      await cluster.create(path, { ...configMap, metadata });
    }
    const left = async (): Promise<number> =>
      (await cluster.snapshot()).nodes.filter(({ owners }) => owners.some((of) => of.uid === uid))
        .length;
    await expect.poll(left).toBe(7);
    await cluster.delete(`${path}/${name}`);
    await expect.poll(left, { timeout: 30_000 }).toBe(0);

    await page.goto(`/o/${uid}?view=list`);
    const around = page.getByText('7 objects went with it');
    await expect(around).toBeVisible();
    expect(await faultsOnEveryScreen(page, around)).toEqual([]);

    await page.goto(`/activity?ns=${namespace}`);
    await page.getByRole('button', { name: 'Show 7 changes' }).first().click();
    const unfolded = page.getByRole('button', { name: 'Fold' });
    await expect(unfolded).toBeVisible();
    expect(await faultsOnEveryScreen(page, unfolded)).toEqual([]);
  });

  test.describe('of what a server does not have', () => {
    test.use({ expectedErrors: [/status of 404|dynamically imported module/] });

    test('an object that it does not know', async ({ page }) => {
      await page.goto('/o/nobody');
      const unknown = page.getByRole('heading', { name: 'Object not found' });
      await expect(unknown).toBeVisible();
      expect(await faultsOnEveryScreen(page, unknown)).toEqual([]);
    });

    test('a page whose program it no longer has', async ({ page }) => {
      await page.route('**/assets/FindingsPage-*.js', (route) => route.fulfill({ status: 404 }));
      await page.goto('/findings');
      const lost = page.getByRole('heading', { name: 'This page could not be loaded' });
      await expect(lost).toBeVisible();
      expect(await faultsOnEveryScreen(page, lost)).toEqual([]);
    });

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
