import type { Page } from '@playwright/test';
import { expect } from './journey.ts';

/** Neither the page nor a part of it has to be moved sideways. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  // Code alone may be wider than the screen: its lines mean something.
  const tooWide = await page.evaluate(() =>
    [...document.querySelectorAll('*:not(pre)')]
      .filter((element) => {
        const scrolls = /auto|scroll/.test(getComputedStyle(element).overflowX);
        const isPage = element === document.documentElement;
        return (scrolls || isPage) && element.scrollWidth > element.clientWidth;
      })
      .map(({ localName, className }) => `${localName}.${className}`),
  );
  expect(tooWide).toEqual([]);
}
