import { expect, test } from './support/journey.ts';

test.describe('A faulty address', () => {
  test('is answered with what is wrong in it, and the rest is shown', async ({ page }) => {
    await page.goto('/?state=nope,blocked&depth=-1&at=1,2&view=list&sel=&policy=Later&step=1.5');
    const notice = page.getByRole('status').filter({ hasText: 'Parts of this link are ignored' });
    await expect(notice).toContainText('“nope” is not a state. Known: blocked, wrong,');
    await expect(notice).toContainText('“depth=-1” is not valid: expected a number from 1 to 9');
    await expect(notice).toContainText(
      '“at=1,2” is not valid: expected a namespace, or x, y and zoom',
    );
    await expect(notice).toContainText('“policy=Later” is not valid');
    await expect(notice).toContainText('“step=1.5” is not valid');
    await expect(page.getByRole('row', { name: /ledger-v1 Deployment/ })).toBeVisible();
    await page.getByRole('radio', { name: 'Map' }).click();
    await expect(page).toHaveURL(/\/\?state=blocked&view=map$/);
    await expect(notice).toBeHidden();
  });

  test('survives broken escapes', async ({ page }) => {
    await page.goto('/?state=%E0%A4%A&ns=%&show=<script>');
    await expect(
      page.getByRole('status').filter({ hasText: 'Parts of this link are ignored' }),
    ).toBeVisible();
    await expect(page.getByRole('link', { name: /^\d+ objects$/ })).toBeVisible();
  });

  test.describe('for nothing', () => {
    // The browser itself logs each refused request.
    test.use({ expectedErrors: [/(404 \(Not Found\)|400 \(Bad Request\))/] });

    test('an unknown page says so and shows a way out', async ({ page }) => {
      for (const path of ['/nowhere', '/o', '/simulate', '/o/a/b']) {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found');
      }
      await page.getByRole('link', { name: 'Show the whole cluster' }).click();
      await expect(page.getByRole('application', { name: 'Map of the cluster' })).toBeVisible();
    });

    test('a damaged address is answered by a page with what to do', async ({ page }) => {
      await page.goto('/o/%E0%A4%A');
      const main = page.getByRole('main');
      await expect(main).toContainText('This address is damaged');
      await expect(main).toContainText('Copy the whole link once more');
      await page.goto('/o/nobody.svg');
      await expect(main).toContainText('gcscope has seen no object with this uid.');
      await page.getByRole('link', { name: 'Show the whole cluster' }).click();
      await expect(page.getByRole('application', { name: 'Map of the cluster' })).toBeVisible();
      for (const path of ['/findings//', '/.//findings']) {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toHaveText('Findings');
      }
    });
  });
});
