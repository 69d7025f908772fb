import { violations } from './support/accessibility.ts';
import { expect, test } from './support/journey.ts';

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`Accessible in ${colorScheme}`, () => {
    test.use({ colorScheme });

    test('first screen, with an object and with dialogs', async ({ page, cluster }) => {
      const { uid } = await cluster.find({
        kind: 'Deployment',
        namespace: 'payments',
        name: 'ledger-v1',
      });
      await page.goto(`/?sel=${uid}`);
      await expect(page.getByRole('toolbar', { name: 'Map' })).toBeVisible();
      await expect(page.getByRole('region', { name: 'Verdict' })).toContainText('Waits');
      await page.getByRole('button', { name: 'Legend' }).click();
      expect(await violations(page)).toEqual([]);
      for (const dialog of ['search', 'views', 'kinds', 'keys']) {
        await page.goto(`/?show=${dialog}`);
        await expect(page.getByRole('dialog')).toBeVisible();
        expect(await violations(page)).toEqual([]);
      }
    });

    test('list', async ({ page }) => {
      await page.goto('/?view=list');
      await expect(page.getByRole('row', { name: /ledger-v1 Deployment/ })).toBeVisible();
      expect(await violations(page)).toEqual([]);
    });

    test('palette with what it found, and a list filtered by labels', async ({ page }) => {
      await page.goto('/?view=list&ns=payments&label=app&sort=-age');
      await expect(page.getByText(/objects have this label, as of/)).toBeVisible();
      await expect(page.getByRole('columnheader', { name: 'Age' })).toHaveAttribute(
        'aria-sort',
        'descending',
      );
      expect(await violations(page)).toEqual([]);
      await page.keyboard.press('ControlOrMeta+k');
      await page.keyboard.type('state:blocked');
      await expect(page.getByRole('option', { name: 'Show only state blocked' })).toBeVisible();
      expect(await violations(page)).toEqual([]);
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(/state=blocked&ns=payments&label=app/);
    });

    test('page of an object', async ({ page, cluster }) => {
      const wrong = await cluster.find({
        kind: 'ConfigMap',
        namespace: 'shop',
        name: 'pricing-rules-copy',
      });
      await page.goto(`/o/${wrong.uid}`);
      await expect(page.getByRole('toolbar', { name: 'Map' })).toBeVisible();
      await expect(page.getByRole('region', { name: 'Verdict' }).getByRole('list')).toBeVisible();
      expect(await violations(page)).toEqual([]);
    });

    test('reports', async ({ page, cluster }) => {
      const { uid } = await cluster.find({
        kind: 'Database',
        namespace: 'payments',
        name: 'ledger',
      });
      for (const address of ['/findings', '/terminating', '/activity', `/forecast?of=${uid}`]) {
        await page.goto(address);
        await expect(page.getByRole('main').getByRole('link').first()).toBeVisible();
        expect(await violations(page)).toEqual([]);
      }
      await page.goto('/?rule=GB-25');
      await expect(page.getByRole('dialog')).toBeVisible();
      expect(await violations(page)).toEqual([]);
    });

    test('step player', async ({ page, cluster }) => {
      const { uid } = await cluster.find({
        kind: 'Deployment',
        namespace: 'payments',
        name: 'checkout',
      });
      await page.goto(`/simulate/${uid}?policy=Foreground&step=0`);
      await expect(page.getByRole('region', { name: 'Gone' })).toBeVisible();
      expect(await violations(page)).toEqual([]);
      await page.goto(`/simulate/${uid}?policy=Foreground&step=8`);
      await expect(page.getByRole('region', { name: 'API requests' })).toBeVisible();
      expect(await violations(page)).toEqual([]);
    });
  });
}
