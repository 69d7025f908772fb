import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { violations } from './support/accessibility.ts';
import { expect, test } from './support/journey.ts';
import { expectToFit } from './support/layout.ts';

/** Saves the view in one form; answers with the path of the file. */
async function save(page: Page, item: string, path: string): Promise<string> {
  await page.getByRole('button', { name: 'Share' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: item }).click();
  await (await download).saveAs(path);
  return path;
}

/** No page can drop a file on itself: the browser is asked for it. */
async function drop(page: Page, file: string): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  const data = { items: [], files: [file], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await browser.send('Input.dispatchDragEvent', { type, x: 300, y: 300, data });
  }
}

test.describe('Leaving', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('a filtered view leads to the DOT of the whole graph, and says so', async ({
    page,
    cluster,
  }) => {
    await page.goto('/?ns=payments');
    await expect(page.getByRole('toolbar', { name: 'Map' })).toBeVisible();
    await page.getByRole('button', { name: 'Share' }).click();
    const whole = page.getByRole('group', { name: 'Whole graph' });
    const href = await whole.getByRole('menuitem', { name: 'Open as DOT' }).getAttribute('href');
    expect(href).toBe('/graph.dot');
    await expect(async () => {
      const answer = await page.request.get(href ?? '');
      const drawn = (await answer.text()).matchAll(/^ {2}"(\S+)" \[$/gm);
      const { nodes } = await cluster.snapshot();
      const owners = new Set(nodes.flatMap((node) => node.owners.map(({ uid }) => uid)));
      // The collector writes no objects without lines.
      const joined = nodes.filter((node) => node.owners.length > 0 || owners.has(node.uid));
      expect([...drawn].map(([, uid]) => uid).sort()).toEqual(joined.map(({ uid }) => uid).sort());
    }).toPass();
  });

  test(
    'a view is saved, and its picture opens again',
    { tag: '@long' },
    async ({ page, inFreshBrowser }, info) => {
      await page.goto('/?ns=payments');
      await expect(page.getByRole('toolbar', { name: 'Map' })).toBeVisible();
      await page.getByRole('button', { name: 'Share' }).click();
      expect(await violations(page)).toEqual([]);
      await page.keyboard.press('Escape');
      const svg = await save(page, 'Save as SVG', info.outputPath('payments.svg'));
      const png = readFileSync(await save(page, 'Save as PNG', info.outputPath('payments.png')));
      // The sizes that both files name.
      const [, width, height] =
        /width="(\d+)" height="(\d+)"/.exec(readFileSync(svg, 'utf8')) ?? [];
      expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([
        2 * Number(width),
        2 * Number(height),
      ]);

      const other = await inFreshBrowser('/scenes');
      await expect(other.getByRole('heading', { name: 'Scenes', level: 1 })).toBeVisible();
      await drop(other, svg);
      await expect(
        other.getByRole('heading', { name: 'embedded cluster · payments' }),
      ).toBeVisible();
      await expect(
        other.getByText(/^Saved .*\. You see the cluster as it was then\.$/),
      ).toBeVisible();
      await expect(other.getByRole('region', { name: 'Map of the saved picture' })).toBeVisible();
      expect(await violations(other)).toEqual([]);
      await other.getByRole('radio', { name: 'List' }).click();
      await other
        .getByRole('link', { name: /^ledger-v1 / })
        .first()
        .click();
      await expect(other.getByRole('complementary', { name: 'Object' })).toContainText(
        'You see the object as it is in the picture.',
      );
      expect(await violations(other)).toEqual([]);

      await other.setViewportSize({ width: 390, height: 844 });
      await expect(other.getByRole('complementary', { name: 'Object' })).toBeVisible();
      await expectToFit(other);
      await other.goBack();
      await expect(other.getByRole('heading', { name: 'Objects of the picture' })).toBeVisible();
      await expectToFit(other);
    },
  );
});
