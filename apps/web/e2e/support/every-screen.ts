import type { Locator, Page } from '@playwright/test';
import { violations } from './accessibility.ts';
import { expect } from './journey.ts';
import { layoutFaults } from './layout.ts';

/** A large screen, the same with everything twice as large, and a phone. */
const SIZES = [
  { width: 1440, height: 900 },
  { width: 720, height: 450 },
  { width: 390, height: 844 },
];

/** What does not fit, and what axe finds, on every size of screen; `whole` is there once the page is whole. */
export async function faultsOnEveryScreen(page: Page, whole: Locator): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await expect(whole).toBeAttached();
    const found = await lastingFaults(page);
    faults.push(...found.map((fault) => `${size.width} px: ${fault}`));
    // To axe, twice as large is as narrow.
    const against = size.width === 720 ? [] : await violations(page);
    faults.push(...against.map((each) => `${size.width} px, ${each}`));
  }
  return faults;
}

/** What still does not fit when the page has had time to take its new size. */
async function lastingFaults(page: Page): Promise<readonly string[]> {
  let found: readonly string[] = [];
  const count = async (): Promise<number> => {
    found = await layoutFaults(page);
    return found.length;
  };
  await expect
    .poll(count, { timeout: 3000 })
    .toBe(0)
    .catch(() => undefined);
  return found;
}
