import { expect, test } from './support/journey.ts';

// The browser itself logs each refused request.
test.use({ expectedErrors: [/(404 \(Not Found\)|400 \(Bad Request\))/] });

test('A damaged address is answered by a page with what to do', async ({ page }) => {
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
