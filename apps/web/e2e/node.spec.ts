import { fileURLToPath } from 'node:url';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './support/journey.ts';

const SCENARIO = fileURLToPath(
  new URL('../../../packages/gc-core/scenarios/kubelet/node-gone-pod.yaml', import.meta.url),
);

const summary = (page: Page): Locator =>
  page.getByRole('region', { name: /^(On the node|Removed next)$/ }).getByRole('status');
const place = (page: Page): Locator =>
  page.getByRole('region', { name: 'Player' }).getByText(/^step \d+ of \d+/);

test.describe('A node', { tag: '@long' }, () => {
  test('of which a run is a link, is stepped through elsewhere, and is saved', async ({
    page,
    context,
  }) => {
    await page.goto('/scenes/node-crash-loop');
    await page.getByRole('textbox', { name: /^Per container/ }).fill('2');
    await expect(summary(page)).toHaveText(
      'The kubelet removes 1 container and 1 log link within a day, the first in 40s.',
    );
    await page.getByRole('link', { name: 'Step through the container and log run in 40s' }).click();
    await expect(place(page)).toHaveText('step 0 of 17');
    for (let at = 1; at <= 4; at++) await page.keyboard.press('ArrowRight');
    await expect(page).toHaveURL(/set=containers\.maxPerPodContainer%3A2&run=containers%4040s/);
    await expect(page).toHaveURL(/step=4/);

    const other = await context.newPage();
    await other.goto(page.url());
    await expect(place(other)).toHaveText('step 4 of 17');
    await expect(other.getByRole('region', { name: 'This step' })).toContainText(
      'Gone, because the kubelet keeps 2 dead containers of checkout in this pod',
    );
    const step = other.getByRole('region', { name: 'This step' });
    const words = await step.getByText(/^container/).boundingBox();
    const log = await step.getByRole('listitem').first().boundingBox();
    expect(Math.abs((words?.x ?? 0) - (log?.x ?? Number.NaN))).toBeLessThan(4);
    await other.keyboard.press('Escape');
    await expect(summary(other)).toHaveText(
      'The kubelet removes 1 container and 1 log link within a day, the first in 40s.',
    );
    const download = other.waitForEvent('download');
    await other.getByRole('button', { name: 'Share' }).click();
    await other.getByRole('menuitem', { name: 'Save as SVG' }).click();
    expect((await download).suggestedFilename()).toBe('node-crash-loop.svg');
  });

  test('is opened from a file that is dropped on it', async ({ page }) => {
    await page.goto('/node');
    const zone = page.locator('.file-drop');
    await expect(zone).toBeVisible();
    const box = await zone.boundingBox();
    const at = { x: (box?.x ?? 0) + 20, y: (box?.y ?? 0) + 20 };
    // No page can drop a file on itself: the browser is asked for it.
    const browser = await page.context().newCDPSession(page);
    const data = { items: [], files: [SCENARIO], dragOperationsMask: 1 };
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
      await browser.send('Input.dispatchDragEvent', { type, ...at, data });
    }
    await expect(summary(page)).toHaveText(/^The kubelet removes /);
  });
});
