import { violations } from './support/accessibility.ts';
import { expect, test } from './support/journey.ts';
import { expectToFit } from './support/layout.ts';

test.describe('Accessible in light and in dark', { tag: '@long' }, () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('map with its legend', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('button', { name: 'Legend' }).click();
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
    const first = page.getByRole('option', { name: 'Show only state blocked' });
    await expect(first).toBeVisible();
    // The field points at the option of what was typed before until the new one is chosen.
    await expect(page.getByRole('combobox')).toHaveAttribute(
      'aria-activedescendant',
      (await first.getAttribute('id')) ?? '',
    );
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/state=blocked&ns=payments&label=app/);
  });

  test('player, intervening, also on 390 pixels', async ({ page }) => {
    await page.goto('/scenes/foreground-v1.36?step=7');
    await page.getByRole('button', { name: 'Intervene' }).click();
    await expect(page.getByRole('region', { name: 'What if' })).toContainText(
      'The reference is valid',
    );
    expect(await violations(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('button', { name: 'Intervene' }).click();
    await page.getByRole('button', { name: 'Intervene' }).click();
    await expect(page.getByRole('heading', { name: 'Intervene here' })).toBeInViewport();
    await expectToFit(page);
    await page.getByText('Steps 19').click();
    await page.getByRole('button', { name: 'More' }).click();
    await expect(page.getByRole('combobox', { name: 'Release' })).toBeVisible();
    expect(await violations(page)).toEqual([]);
  });

  test('comparison with a selected object, also on 390 pixels', async ({ page }) => {
    await page.goto('/scenes/foreground-v1.36?step=7&beside=Orphan&sel=deploy-uid');
    await expect(page.getByRole('radiogroup', { name: 'Details of' })).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    await expectToFit(page);
    expect(await violations(page)).toEqual([]);
  });

  test('what a deletion would do, asked from an object, also on 390 pixels', async ({
    page,
    cluster,
  }) => {
    const ledger = { kind: 'Database', namespace: 'payments', name: 'ledger' };
    await page.goto(`/o/${(await cluster.find(ledger)).uid}?view=list`);
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 844 });
      await page.getByRole('button', { name: 'Simulate delete…' }).click();
      const dialog = page.getByRole('dialog', { name: 'Simulate delete' });
      await expect(dialog.getByRole('link', { name: /^Simulate Foreground/ })).toBeVisible();
      await expectToFit(page);
      expect(await violations(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
    }
  });

  test('list of namespaces on the map, and filters, on 390 pixels', async ({ page }) => {
    await page.goto('/?view=map');
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 844 });
      await page.getByRole('button', { name: /^Namespaces: \d/ }).click();
      const jump = page.getByRole('dialog', { name: 'Go to a namespace' });
      await expect(jump.getByRole('option', { name: /^payments/ })).toBeVisible();
      expect(await violations(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await expect(jump).toBeHidden();
    }
    await page.getByRole('button', { name: 'Filters' }).click();
    await expect(page.getByRole('option', { name: /^payments/ })).toBeVisible();
    await expectToFit(page);
    expect(await violations(page)).toEqual([]);
  });
});
