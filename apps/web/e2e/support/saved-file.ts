import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page, TestInfo } from '@playwright/test';
import { expect } from './journey.ts';

/** What the page saves when `act` is done, once it is whole. */
export async function savedFile(
  page: Page,
  { project }: TestInfo,
  act: () => Promise<void>,
): Promise<string> {
  const folder = project.use.launchOptions?.downloadsPath;
  if (folder === undefined) {
    const download = page.waitForEvent('download');
    await act();
    return readFileSync(await (await download).path(), 'utf8');
  }
  // Playwright does not hear of what this browser saves.
  await act();
  let text = '';
  await expect(() => {
    const [name = 'none'] = readdirSync(folder).filter((each) => each.endsWith('.svg'));
    text = readFileSync(join(folder, name), 'utf8');
    expect(text).toMatch(/<\/svg>\s*$/);
  }).toPass();
  return text;
}
